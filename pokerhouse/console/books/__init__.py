"""The ledger's pages, for accountants."""
