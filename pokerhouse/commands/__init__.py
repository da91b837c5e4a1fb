"""
The command kernel: every change is a command, whether at a table, at the cage, of people or staff.

A command says who sends it, with which key and at which time (`meta`). It has its effect exactly
once (`retry`, and the command table in `eventstore.commands`). Its effect is either events of a
feed (`feeds`) or rows (`rows`), and all that belongs to them (`effects`), in one transaction. After
COMMIT, clients are notified.

**What a key means.** From the command's effect on, its key belongs to that command for 30 days. Who
repeats the command with this key gets the first answer again; who sends another command with it is
refused with `idempotency_mismatch`. A refused command has no effect, so its key stays free. The
keys of a table's commands are unique for each table and person, all other keys for each person.
"""
