"""Shell. `python -m gefaehrten`: the same program where no command of that name is installed."""

from __future__ import annotations

import sys

from gefaehrten.cli.main import main

if __name__ == "__main__":
    sys.argv[0] = "gefaehrten"
    sys.exit(main())
