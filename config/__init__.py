"""The house put together: settings, addresses, processes."""

import gc

# What a process loads, some hundred thousand objects, lives to its end: looking at them every 700 would be a seventh of its
# start. config.collector takes them out altogether once all is loaded.
gc.set_threshold(100_000, 20, 20)
