"""Playing in the browser: HTTP, WebSocket, storage. Wire messages are built from Views."""
