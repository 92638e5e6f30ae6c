"""A server under faults, people who play on it, and a checker that believes neither (scripts/chaos)."""
