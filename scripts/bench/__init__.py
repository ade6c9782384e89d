"""Measures how the page starts, answers, moves and what it holds (`make bench`).

Times differ between machines, ratios hardly do: every figure is compared with something that was
measured in the same run, alternated with it.
"""
