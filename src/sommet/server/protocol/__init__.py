"""The typed, versioned protocol between server and page, described in docs/protocol.md.

Every text that a player reads is a key with parameters; the page has the language files.
"""
