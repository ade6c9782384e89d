"""Vanishing Pyramids: two games for one web page."""
