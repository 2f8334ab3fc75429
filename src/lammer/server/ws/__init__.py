"""The live WebSocket protocol: connections and their transport."""
