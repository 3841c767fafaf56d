# make setup | play | test | soak | screenshots | format | clean. README says what they do.
SHELL := /bin/bash
.DEFAULT_GOAL := help
RUN := .venv/bin/
CLIENT_SOURCES := $(shell find client/src client/public client/index.html client/*.json client/*.ts -type f 2>/dev/null)
HOST ?= 127.0.0.1
PORT ?= 2121

help: ## what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

setup: ## make .venv with all extras
	@scripts/setup python

client/dist/index.html: $(CLIENT_SOURCES)
	@scripts/setup client
	@cd client && npm run --silent build -- --logLevel warn
	@touch $@

client: client/dist/index.html ## build the browser client

play: setup client ## start the house and print its address
	@exec $(RUN)evenmoney serve --host $(HOST) --port $(PORT)

lint: setup
	$(RUN)ruff check .
	$(RUN)ruff format --check .
	$(RUN)mypy
	$(RUN)lint-imports

lint-client: client
	cd client && npm run --silent check

test-python: setup client
	$(RUN)pytest -n 2 -m "not browser and not soak"

test-plain: setup
	EVENMONEY_COMPILED=no $(RUN)pytest -q -m "not soak" $(addprefix tests/,rules laws ledger journal players house store/sqlite test_fairness.py)

test-client: client
	cd client && npm run --silent test

test-browser: setup client
	@scripts/setup browser
	$(RUN)pytest -m "browser and not soak" tests/browser

# The browser waits a good deal: the rest runs beside it, and what a part says stands together.
PARTS := test-browser lint lint-client test-client test-plain test-python
BY_PART := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

test: setup client ## run everything, two parts at a time
	@scripts/setup browser
	@echo "$(PARTS): two at a time, each told when it is over"
	@$(MAKE) --no-print-directory --jobs=2 $(BY_PART) --old-file=setup --old-file=client $(PARTS)

soak: setup client ## run what is long
	@scripts/setup browser
	$(RUN)pytest -m "soak and browser" tests/browser
	$(RUN)pytest -m "soak and not browser" --timeout 0 -s

screenshots: setup client ## take pictures of every phase into screenshots/
	@scripts/setup browser
	@(cd client && exec node_modules/.bin/vite --port 5173 --strictPort >/dev/null 2>&1) & page=$$!; \
	trap "kill $$page" EXIT; sleep 3; \
	$(RUN)python client/scripts/screenshots.py screenshots/specimen && \
	$(RUN)python -m tests.browser.pictures screenshots

format: setup ## put code into its one form
	$(RUN)ruff check --fix-only --quiet .
	$(RUN)ruff format --quiet .
	cd client && npm run --silent format

clean: ## remove what was built (never a database)
	rm -rf .venv .tools client/node_modules client/dist dist src/evenmoney/_compiled .mypy_cache .ruff_cache .pytest_cache

.PHONY: help setup client play lint lint-client test-python test-plain test-client test-browser test soak screenshots format clean
