"""Commands come in once, facts go out once: command log, facts, relay, topics and the one WebSocket.

Knows no poker: it imports no package of the house except the shape of a refusal.
"""
