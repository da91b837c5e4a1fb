"""Proving tools on top of the services: rule scenarios and random play."""
