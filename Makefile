# Two commands to begin with: `make demo` and `make test`. Both prepare everything they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
# What is installed beside the package: `make test EXTRAS=all` tries ranking pictures, too (PyTorch, several hundred MB).
EXTRAS ?= tools,crawl
INSTALL := $(BIN)/python -m pip install --quiet --constraint constraints.txt
# The tests start pytest hundreds of times: what is compiled once is kept, also where the environment says otherwise.
unexport PYTHONDONTWRITEBYTECODE
export NODE_COMPILE_CACHE := $(CURDIR)/.venv/node
# More workers than most machines have cores: the tests often wait for a page to come to rest.
IN_WORKERS := -n 4 --dist worksteal --timeout=180
EXAMPLES := $(BIN)/python -m pytest example_suites -q -n 4 --dist worksteal --webagent-model=builtin
# Shown by `make` alone.
.DEFAULT_GOAL := help
.PHONY: help demo test test-all recordings lint format types bench bench-grounding browser services docs lock clean

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: set PYTHON=/path/to/python3.11"; exit 1; }
	@# What is left of a failed attempt would pass for a finished one next time.
	$(PYTHON) -m venv .venv && $(BIN)/python -m pip install --quiet --upgrade "pip>=25.1" || { rm -rf .venv; exit 1; }

# A stamp for the package and one per group of dependencies: installed again only when what is to be installed changes.
.venv/stamp-package: .venv/bin/python pyproject.toml constraints.txt
	$(INSTALL) --editable ".[$(EXTRAS)]"
	@touch $@

.venv/stamp-%: .venv/stamp-package
	$(INSTALL) --group $*
	@touch $@

browser: .venv/stamp-examples  ## make sure there is a browser, and say which
	$(BIN)/python -m pytest_webagent.browser.install

demo: browser  ## run the example suites with the builtin model (no key) and write a report
	@echo "About 70 goals in a web shop, in Django's admin and on a drawing board, without a key; a minute or so on two cores."
	@$(EXAMPLES) -m "not matrix" \
		--html=webagent-results/report.html --self-contained-html; \
	status=$$?; \
	[ -f webagent-results/report.html ] || exit $$status; \
	echo; \
	echo "The report is webagent-results/report.html. In it, and beside it in your editor, look first at"; \
	echo "  example_suites/shop/test_checkout.py   a goal, a picture of each step, and what on the page the answer follows from"; \
	echo "  example_suites/shop/test_refusals.py   goals that are refused rather than guessed at, and why"; \
	echo "  example_suites/canvas/test_words.py    what is only painted, found by what the goal calls it"; \
	exit $$status

test: .venv/stamp-test browser  ## run the project's own tests in a real browser
	$(BIN)/python -m pytest $(IN_WORKERS) -m "not matrix"

# Debian keeps the programs of each version of PostgreSQL in a folder that is on nobody's PATH.
test-all: export PATH := $(PATH):$(lastword $(sort $(wildcard /usr/lib/postgresql/*/bin)))
test-all: .venv/stamp-test browser  ## the same, with the tests that repeat the shape of another
	$(BIN)/python -m pytest $(IN_WORKERS)
	$(BIN)/python -m pytest $(IN_WORKERS) tests/security --sabotage
	$(EXAMPLES) -m matrix
	$(EXAMPLES) --webagent-record=none --webagent-heal=off

recordings: browser  ## record the example suites anew, and say which tests were not recorded
	$(EXAMPLES) -v --webagent-record=all

services:  ## install what some tools work on (Debian and Ubuntu, as root): tests name what is missing
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
		bubblewrap redis-server postgresql

docs: .venv/stamp-dev  ## write the table of tools anew
	$(BIN)/python docs/tools_table.py

lint: .venv/stamp-dev  ## ruff: check and format
	$(BIN)/ruff check
	$(BIN)/ruff format --check

lock: .venv/bin/python  ## write constraints.txt anew, with the newest versions; PyTorch is left to the machine
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --upgrade --extra tools --extra crawl --group dev --no-annotate --no-header \
		--no-emit-index-url --no-emit-find-links pyproject.toml --output-file constraints.txt

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
