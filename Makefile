# Two commands to begin with: `make demo` and `make test`. Both prepare everything they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
# What is installed beside the package: `make test EXTRAS=all` tries ranking pictures, too (PyTorch, several hundred MB).
EXTRAS ?= tools,crawl
# Shown by `make` alone.
.DEFAULT_GOAL := help
.PHONY: help demo test lint format types bench bench-grounding browser services docs clean

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: set PYTHON=/path/to/python3.11"; exit 1; }
	@# What is left of a failed attempt would pass for a finished one next time.
	$(PYTHON) -m venv .venv && $(BIN)/python -m pip install --quiet --upgrade "pip>=25.1" || { rm -rf .venv; exit 1; }

# A stamp per group of dependencies: installed again only when pyproject.toml changes.
.venv/stamp-%: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable ".[$(EXTRAS)]" --group $*
	@touch $@

browser: .venv/stamp-examples  ## make sure there is a browser, and say which
	$(BIN)/python -m pytest_webagent.browser.install

demo: browser  ## run the example suites with the builtin model (no key) and write a report
	$(BIN)/python -m pytest example_suites --webagent-model=builtin \
		--html=webagent-results/report.html --self-contained-html

test: .venv/stamp-test browser  ## run the project's own tests in a real browser
	$(BIN)/python -m pytest -n 4 --dist worksteal --timeout=180 -rs

services:  ## install what some tools work on (Debian and Ubuntu, as root): tests name what is missing
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
		bubblewrap redis-server postgresql

docs: .venv/stamp-dev  ## write the table of tools anew
	$(BIN)/python docs/tools_table.py

lint: .venv/stamp-dev  ## ruff: check and format
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: .venv/stamp-dev  ## ruff: mend what can be mended
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

types: .venv/stamp-dev  ## mypy, strict
	$(BIN)/mypy

bench: .venv/stamp-test browser  ## run the benchmarks and rewrite benchmarks/RESULTS.md
	$(BIN)/python benchmarks/run.py

bench-grounding: .venv/stamp-test browser  ## print where clicks land, by mode, kind of page and model (10 minutes)
	$(BIN)/python benchmarks/grounding.py

clean:  ## remove what was built and written
	rm -rf .venv webagent-results .pytest_cache .mypy_cache .ruff_cache
