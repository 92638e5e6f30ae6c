"""What people and programs reach: pages, requests, and the WebSocket."""
