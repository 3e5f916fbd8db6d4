"""Coming in, for the pages and the API: tries, sessions, codes by e-mail, passwords, and the letters that tell of them.

rate_limit   how often something may be tried
sign_in      a session that knows its browser; the second step; why an address does not sign in
email_codes  a code by e-mail: asking, guessing, the proof it leaves
passwords    what is too easy, the old one before a new one, links
letters      mail to people with an account
moment       when a request arrived
"""
