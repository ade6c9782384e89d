"""What the bench found, as figures: one table to read, and the same as JSON."""

import statistics
from collections import namedtuple

SMALL_SHARE = 0.01
"""A file that is less of its group is only counted in the table; the JSON has it."""


class Figure(namedtuple("Figure", "group name unit value than base ratio aim met by_file")):
    """`value` of ours beside `base`, that of what it is compared with (`than`), and their ratio.

    `aim` says what was to be reached, "" where nothing was; `met` is then None.
    """


def compare(
    group,
    name,
    unit,
    ours,
    than,
    theirs,
    ratio_most=None,
    most=None,
    ratio_least=None,
    by_file=False,
):
    """Return the figure for samples of ours and theirs, taken in turns.

    Its ratio is the median of those of each turn, so that a change of load in between counts less.
    """
    value, base = statistics.median(ours), statistics.median(theirs)
    ratio = statistics.median([a / b for a, b in zip(ours, theirs, strict=True)])
    aim, met = "", None
    if ratio_most is not None:
        aim, met = f"at most {ratio_most:.2f} x", ratio <= ratio_most
    elif ratio_least is not None:
        aim, met = f"at least {ratio_least:.2f} x", ratio >= ratio_least
    elif most is not None:
        aim, met = f"at most {most:g} {unit}", value <= most
    return Figure(group, name, unit, value, than, base, ratio, aim, met, by_file)


def by_file(group, sizes):
    """Return a figure for each file of a group, the largest first; `sizes` are bytes by path."""
    whole = sum(sizes.values()) / 1000
    return [
        compare(group, path, "KB", [sizes[path] / 1000], "all of it", [whole], by_file=True)
        for path in sorted(sizes, key=lambda path: (-sizes[path], path))
    ]


def percentile(samples, percent):
    """Return the smallest sample that so many percent of all do not exceed."""
    ordered = sorted(samples)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def rounded(number):
    """Return a number as text with three digits that count."""
    if not number:
        return "0"
    text = f"{number:.3g}"
    return f"{number:.0f}" if "e" in text else text


def shown(figures):
    """Return the figures that the table lists, and how many small files it does not."""
    listed = [f for f in figures if not f.by_file or f.ratio >= SMALL_SHARE]
    return listed, len(figures) - len(listed)


def table(figures):
    """Return all figures as one table."""
    lines = []
    for group in dict.fromkeys(figure.group for figure in figures):
        listed, left_out = shown([figure for figure in figures if figure.group == group])
        lines += ["", group]
        for figure in listed:
            verdict = {None: "", True: "ok", False: "MISSED"}[figure.met]
            value = f"{rounded(figure.value)} {figure.unit}"
            base = f"{figure.than} ({rounded(figure.base)})"
            line = f"  {figure.name:<46}{value:>16}{figure.ratio:>9.3f} x {base:<42}"
            lines.append(f"{line}{figure.aim:<18}{verdict}".rstrip())
        if left_out:
            lines.append(f"  and {left_out} smaller files")
    return "\n".join(lines[1:])


def as_json(figures, about):
    """Return what bench.json holds: `about` the run, then every figure by its field names."""
    return about | {"figures": [figure._asdict() for figure in figures]}
