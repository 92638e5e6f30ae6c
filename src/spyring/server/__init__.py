"""The table: people and bots sit down, and everything they are told goes through one door."""
