"""Pure. A second verifier of match records, written from the documents alone.

The one rule: nothing here imports the program or a library; what the program and this verifier agree on, the
documents say. The entry point is `scripts/verify_independent.py`. Sections (§) are those of docs/protocol.md,
clauses (F) those of the rules of the card game.
"""
