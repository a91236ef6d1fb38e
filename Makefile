# Two commands matter: `make play` and `make test`. Each sets up what it needs, and no more.
.DEFAULT_GOAL := help
SHELL := /bin/bash

VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv
PYTHON := $(BIN)/python
ENGINE := $(shell find engine -name '*.hpp' -o -name '*.cpp') CMakeLists.txt
HOST   := 127.0.0.1
PORT   := 8420
export SOMMET_NATIVE ?= ON

include scripts/*.mk

.PHONY: help setup play test check format unit soak bench clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/.tools $(VENV)/.built ## Create .venv with everything the tests need, compile the core

$(VENV)/.play: requirements/play.txt
	@scripts/make-venv $(VENV)
	@echo "Installing what playing needs …"
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements/play.txt
	@touch $@

$(VENV)/.tools: requirements/test.txt | $(VENV)/.play
	@echo "Installing what the tests need (1.7 GB) …"
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements/test.txt
	@touch $@

$(VENV)/.built: $(VENV)/.play pyproject.toml $(ENGINE)
	@echo "Compiling the core …"
	@$(UV) pip install --quiet --python $(PYTHON) --no-deps --no-build-isolation --editable .
	@touch $@

play: $(VENV)/.built web-build ## Set up what playing needs and play (HOST=0.0.0.0 lets your network in)
	@echo "Starting the server …"
	@$(BIN)/sommet serve --open --host $(HOST) --port $(PORT) --log-level warning

check: setup ## Format, lint, types, import directions
	@echo "Format and lint …"
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(BIN)/clang-format --dry-run --Werror $$(find engine tests -name '*.hpp' -o -name '*.cpp')
	@echo "Types and import directions …"
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	@$(PYTHON) scripts/engine_includes.py

format: setup ## Format everything
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@$(BIN)/clang-format -i $$(find engine tests -name '*.hpp' -o -name '*.cpp')

unit: setup web-setup ## Unit, property and golden tests
	@echo "Unit, property and golden tests (several minutes) …"
	$(BIN)/pytest -n 2 --dist worksteal -m "not soak and not browser and not packaging"

test: check unit web-test browser ## Every check: format, lint, types, unit, property, browser

soak: setup ## The long randomised checks (about 40 minutes on two free cores)
	@echo "Long randomised checks …"
	$(BIN)/pytest -n 2 -m soak

clean: ## Remove everything that was built
	rm -rf $(VENV) build dist web/node_modules src/sommet/server/static
