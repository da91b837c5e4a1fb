"""
The command kernel: everything that changes something goes this way, at tables, cage, people, staff.

A command says who asks, under which key, at which time (`meta`). It has its effect once
(`retry`, and the command table in `eventstore.commands`): its events, if it has a feed
(`feeds`), or its rows (`rows`), with all that belongs to it (`effects`), in one transaction;
whoever watches is told after it.

**What a key means.** It belongs to one command of one person from its first effect on, for 30
days: who repeats the command gets the first answer again, who sends another one under the same
key is refused with `idempotency_mismatch`. A refusal is no effect and leaves nothing behind: the
key is free again, for the same command or another. Keys of a table's commands are counted per
table and person, those of all other commands per person.
"""
