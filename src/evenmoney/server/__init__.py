"""The house on the network: HTTP, sockets and pages on one port."""
