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
# Python keeps what it compiled, wherever the machine is set otherwise: the tests start hundreds of programs.
unexport PYTHONDONTWRITEBYTECODE
# Says when a step is done, and how long it took.
TIMED := $(CURDIR)/scripts/timed
# Test processes, for two cores: tests wait for servers, browsers and clocks as much as they compute.
UNIT_WORKERS    := 4
BROWSER_WORKERS := 2

include scripts/steps/*.mk

.PHONY: help setup play test check format unit soak bench clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/.tools $(VENV)/.built ## Create .venv with everything the tests need, compile the core

$(VENV)/.play: requirements/play.txt
	@scripts/make-venv $(VENV)
	@echo "Installing what playing needs …"
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements/play.txt
	@rm -f $(VENV)/lib/python*/site-packages/cmake/data/bin/{cpack,ctest} # 43 MB that compiling does not need
	@touch $@

# After the core: two installations into one environment would only wait for each other.
$(VENV)/.tools: requirements/test.txt | $(VENV)/.built
	@echo "Installing what the tests need (1.2 GB) …"
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements/test.txt
	@touch $@

$(VENV)/.built: $(VENV)/.play pyproject.toml $(ENGINE)
	@echo "Compiling the core …"
	@$(UV) pip install --quiet --python $(PYTHON) --no-deps --no-build-isolation --editable .
	@touch $@

play: ## Set up what playing needs and play (HOST=0.0.0.0 lets your network in)
	+@$(TOGETHER) playable
	@echo "Starting the server …"
	@$(BIN)/sommet serve --open --host $(HOST) --port $(PORT) --log-level warning

# The core and the page beside each other: one is compiled while the other is fetched.
.PHONY: playable
playable: $(VENV)/.built web-build

check: lint types ## Format, lint, types, import directions

lint: setup
	@echo "Format, lint, import directions …"
	@$(TIMED) "Format, lint" scripts/lint $(BIN)

types: setup
	@echo "Types …"
	@$(TIMED) Types $(BIN)/mypy

# Once for all processes of tests, which would each do it at the same time.
$(VENV)/.compiled: $(VENV)/.tools
	@echo "Compiling what the tests import …"
	@$(BIN)/pytest --collect-only -qq > /dev/null 2>&1 || true
	@touch $@

format: setup ## Format the Python and C++ sources, and fix what lint can fix
	@echo "Formatting Python and C++ …"
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(BIN)/clang-format -i $$(find engine tests -name '*.hpp' -o -name '*.cpp')

unit: setup $(VENV)/.compiled web-build docs ## Unit, property and golden tests
	@echo "Unit, property and golden tests (several minutes) …"
	@$(TIMED) "Unit tests" $(BIN)/pytest -n $(UNIT_WORKERS) --dist worksteal --ignore tests/browser -m "not soak and not packaging"

# Two things at a time, for two cores; what a step says is shown in one piece, when it is done.
TOGETHER = $(MAKE) --no-print-directory --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=line)

# Every step that can run does, beside the others; what each of them said last is listed at the end.
test: ## Every check: format, lint, types, unit, property, browser, package
	@echo "Setting up and running every check, side by side …"
	@mkdir -p build && rm -f build/steps.txt
	+@STEPS=$(CURDIR)/build/steps.txt $(MAKE) --no-print-directory --keep-going --jobs 4 everything; \
	  scripts/sum-up build/steps.txt $$?

# The long steps first, so that none is left over for one core.
.PHONY: everything lint types
everything: unit browser package-test web-check types web-unit web-budget audit lint

soak: setup web-build static ## The long randomised checks (about 40 minutes on two free cores)
	@echo "Long randomised checks …"
	CHROMIUM=$$(scripts/ensure-chromium) $(BIN)/pytest -n 2 -m soak

clean: ## Remove everything that was built
	@echo "Removing $(VENV), build, dist, Node's modules and the built page …"
	@rm -rf $(VENV) build dist web/node_modules src/sommet/server/static
