"""What is legal. Each game is one module of the same functions on plain values; see docs/rules.md."""
