"""A whole tournament played through the public commands, as staff would play it. `manage.py simulate`

plan     how many come when, from preset, size and seed
names    people's names from a seed
clocks   virtual time and the wall clock
staff    who asks the commands; timings
room     the seats and stacks as they should be, and the chance that moves the chips
checks   DESIGN's laws, after every command and at the milestones
play     the tournament from the first registration to the ranking
report   what came out, and its digest
scratch  a database of its own, thrown away afterwards
replay   tournaments that really took place (real_events.json)
demo     the room of bin/up's first start, and its tournaments that go on for ever
"""
