"""`python -m coupe` is `coupe`."""

from coupe.cli import main

if __name__ == "__main__":
    main()
