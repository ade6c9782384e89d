"""The art of the deck: drawings (*.draw) and the code that prints them as two SVG sprites."""
