"""What a host sees of a running server: logs, metrics, traces."""
