"""The operator's commands: serve, look after the tables."""
