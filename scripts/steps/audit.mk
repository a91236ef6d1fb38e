# What we build from and with: pins, hashes, licences, withdrawn versions, known vulnerabilities.
.PHONY: audit
audit: setup ## Audit the dependencies; says so where no advisory source is reached
	@echo "Auditing the dependencies …"
	@PATH="$$PATH:$$(scripts/find-node 2>/dev/null || true)" $(TIMED) "The audit" $(PYTHON) scripts/audit.py

check: audit
