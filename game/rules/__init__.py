"""What is legal: each game is one module of the same functions on plain values (docs/rules.md)."""
