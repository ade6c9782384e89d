"""What the bench found, as figures: tables to read, and the same as JSON."""

import statistics
from collections import namedtuple

SECTION = "\n## "
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


def by_group(figures):
    """Return the figures by their group, in their order."""
    groups = {}
    for figure in figures:
        groups.setdefault(figure.group, []).append(figure)
    return groups


def document(text, figures, measured):
    """Return the document `text` with the tables of these figures in place of their old ones.

    Each group is a section; the sections of other groups stay as they are. `measured` says how.
    """
    head, *sections = text.split(SECTION)
    bodies = dict(section.split("\n", 1) for section in sections)
    for group, found in by_group(figures).items():
        bodies[group] = f"\n{measured}\n\n{table(found)}"
    parts = [head, *(f"{group}\n{body}" for group, body in bodies.items())]
    return SECTION.join(f"{part.rstrip()}\n" for part in parts)


def table(figures):
    """Return the figures of one group as a table in Markdown."""
    listed, left_out = shown(figures)
    lines = ["| what | ours | compared with | ratio | aim | |", "|---|---|---|---|---|---|"]
    for figure in listed:
        verdict = {None: "", True: "met", False: "**missed**"}[figure.met]
        value, base = (f"{rounded(number)} {figure.unit}" for number in (figure.value, figure.base))
        than, ratio = f"{figure.than}, {base}", f"{figure.ratio:.2f}"
        cells = (figure.name, value, than, ratio, figure.aim, verdict)
        lines.append(f"| {' | '.join(cells)} |".replace("  ", " "))
    if left_out:
        lines.append(f"\nand {left_out} smaller files")
    return "\n".join(lines)


def as_json(kept, figures, about):
    """Return what bench.json holds: `about` the last run, and every figure by its field names.

    Figures that were `kept` from runs before stay, but for those of a group that is measured anew.
    """
    groups = by_group(figures)
    old = [figure for figure in kept.get("figures", ()) if figure["group"] not in groups]
    when = {"measured": about["date"], "commit": about["commit"]}
    return about | {"figures": old + [figure._asdict() | when for figure in figures]}
