"""HTTP and WebSocket: what comes in, what goes out, and who may send how much."""
