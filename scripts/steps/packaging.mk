# The packages: dist/ holds the source archive and a portable wheel for this machine.
.PHONY: package package-test licences
package: setup web-build ## Build the source archive and the wheel (dist/)
	@echo "Building the source archive and the wheel …"
	@$(TIMED) "Source archive and wheel" $(PYTHON) scripts/build-package

package-test: setup web-build ## Pack a wheel and a source archive on trial, install where there is no compiler, and play
	@echo "Packing a source archive and a wheel on trial …"
	@$(TIMED) "Source archive and wheel" $(PYTHON) scripts/build-package --trial
	@echo "Installing the wheel and playing …"
	@$(TIMED) "The wheel" $(BIN)/pytest -q -m packaging tests/packaging

licences: setup web-setup ## Write the report of licences again (docs/licences.md)
	@echo "Writing the report of licences …"
	@$(PYTHON) scripts/licence_report.py
