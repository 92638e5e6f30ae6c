"""What a table is and what may happen at it: no clock, no network, no disk."""
