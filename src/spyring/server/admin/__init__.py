"""The operator's commands: starting the server, looking after the tables."""
