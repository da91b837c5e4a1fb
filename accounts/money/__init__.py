"""Money: the ledger, wallets, the cage, gaming days, reconciliation, reports."""
