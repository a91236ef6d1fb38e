# The tests make a PostgreSQL of their own; this sees to it that the programs are there.
.PHONY: postgresql
postgresql: | nginx ## Find PostgreSQL's programs for the tests, or install them (Debian, as root)
	@echo "Looking for PostgreSQL …"
	@scripts/ensure-postgresql > /dev/null

unit soak: postgresql
