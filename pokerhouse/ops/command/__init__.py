"""What the commands share: a database to work on, errors in one sentence, what is printed."""
