# Two commands matter: `make play` and `make test`. Both set up all they need.
.DEFAULT_GOAL := help
SHELL := /bin/bash

VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv
PYTHON := $(BIN)/python
ENGINE := $(shell find engine -name '*.hpp' -o -name '*.cpp') CMakeLists.txt
export SOMMET_NATIVE ?= ON

include scripts/*.mk

.PHONY: help setup play test check format unit soak bench clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/.built ## Create .venv, install pinned tools, compile the core

$(VENV)/.tools: requirements/dev.txt
	@scripts/make-venv $(VENV)
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)/.built: $(VENV)/.tools pyproject.toml $(ENGINE)
	@echo "Compiling the core …"
	@$(UV) pip install --quiet --python $(PYTHON) --no-deps --no-build-isolation --editable .
	@touch $@

play: setup web-build ## Set up everything and play
	@$(BIN)/sommet

check: setup ## Format, lint, types, import directions
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(BIN)/clang-format --dry-run --Werror $$(find engine tests -name '*.hpp' -o -name '*.cpp')
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	@$(PYTHON) scripts/engine_includes.py

format: setup ## Format everything
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@$(BIN)/clang-format -i $$(find engine tests -name '*.hpp' -o -name '*.cpp')

unit: setup ## Unit, property and golden tests
	$(BIN)/pytest -n 2 -m "not soak and not browser and not packaging"

test: check unit web-test browser ## Every check: format, lint, types, unit, property, browser

soak: setup ## The long randomised checks (about 40 minutes on two free cores)
	$(BIN)/pytest -n 2 -m soak

clean: ## Remove everything that was built
	rm -rf $(VENV) build dist web/node_modules src/sommet/server/static
