"""The cage: deposits, payouts, slips."""
