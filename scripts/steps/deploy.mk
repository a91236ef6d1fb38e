# The tests play through the nginx configuration that we ship.
.PHONY: nginx
nginx: ## Find nginx for the tests, or install it (Debian, as root)
	@echo "Looking for nginx …"
	@scripts/ensure-nginx > /dev/null

unit: nginx
