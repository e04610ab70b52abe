# Two commands are enough: `make run` and `make test`. Both set up .venv on their first run.

VENV := .venv
PYTHON := $(VENV)/bin/python
STAMP := $(VENV)/installed
PYTHONS := python3 python3.13 python3.12 python3.11

GAME := othello
PLAY :=
TESTS :=
BENCH := $(wildcard bench/*.py)
ARGS :=

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

.PHONY: help run test test-slow lint bench
.DEFAULT_GOAL := help

help:
	@echo "make run        play in the terminal: make run GAME=connect4 PLAY='--level 9'"
	@echo "make test       every check: tests, types, style, rooms; make test TESTS=tests/cli"
	@echo "make test-slow  the tests that take minutes"
	@echo "make lint       types, style and rooms alone"
	@echo "make bench      the signature, then rivals side by side; one of them, with arguments:"
	@echo "                make bench BENCH=bench/libraries.py ARGS='...'"

run: $(STAMP)
	@$(PYTHON) -m coupe play $(GAME) $(PLAY)

test: lint
	@$(PYTHON) -m pytest -q $(TESTS)

test-slow: $(STAMP)
	@$(PYTHON) -m pytest -q -m slow $(TESTS)

lint: $(STAMP)
	@$(PYTHON) -m ruff check
	@$(PYTHON) -m ruff format --check
	@$(PYTHON) -m mypy
	@$(PYTHON) -c "from importlinter.cli import lint_imports_command; lint_imports_command()" --no-logo

bench: $(STAMP)
	@$(PYTHON) -m coupe bench
	@for script in $(BENCH); do echo "== $$script"; $(PYTHON) "$$script" $(ARGS) || exit; done

# The stamp is newer than pyproject.toml: a second run installs nothing.
$(STAMP): pyproject.toml
	@if ! $(PYTHON) -m pip --version >/dev/null 2>&1; then \
	    for python in $(PYTHONS) none; do \
	        "$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' \
	            </dev/null >/dev/null 2>&1 && break; \
	    done; \
	    if [ "$$python" = none ]; then \
	        echo "coupe needs Python 3.11 or later, with its venv module:" \
	            "install it, or write make PYTHONS=/path/to/python3." >&2; \
	        exit 1; \
	    fi; \
	    echo "Setting up $(VENV), once..." >&2; \
	    "$$python" -m venv --clear $(VENV) </dev/null || exit; \
	fi
	@[ -w "$${HOME:-/nowhere}" ] || export PIP_NO_CACHE_DIR=1; \
	    $(PYTHON) -m pip install -q -e '.[test,lint]' </dev/null
	@touch $@
