"""Shell. One command a file: each parses, checks, and hands over. `main.COMMANDS` names them."""
