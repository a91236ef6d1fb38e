# The server: tests in a real browser, screenshots.
.PHONY: browser screenshots look gallery chromium

# One after the other: a system installs one package at a time.
chromium: | nginx postgresql ## Find Chromium for the tests, or install it (Debian, as root)
	@echo "Looking for Chromium …"
	@scripts/ensure-chromium > /dev/null

browser: chromium setup $(VENV)/.compiled web-build static ## Drive the page in a real Chromium against the real server
	@echo "Driving the page in Chromium (several minutes) …"
	@CHROMIUM=$$(scripts/ensure-chromium) && export CHROMIUM && $(TIMED) "Browser tests" $(BIN)/pytest -n $(BROWSER_WORKERS) --dist worksteal -m "browser and not soak" tests/browser

screenshots: setup web-build ## Screenshots of every screen into docs/screens
	@echo "Photographing every screen …"
	@CHROMIUM=$$(scripts/ensure-chromium) && export CHROMIUM && $(PYTHON) scripts/pictures/screenshots.py

gallery: web-setup ## Build the page of all components (build/gallery/gallery.html)
	@echo "Building the gallery …"
	@cd web && PATH="$$(../scripts/find-node):$$PATH" npx vite build --mode gallery --logLevel error

# The long run looks at the gallery, too.
soak: gallery

look: setup web-build gallery ## Photograph every screen and show what moved since the commit before (build/look)
	@echo "Photographing every screen, to compare …"
	@CHROMIUM=$$(scripts/ensure-chromium) && export CHROMIUM && $(PYTHON) scripts/pictures/look.py
