"""Lists newer releases of what is pinned in package.json and pyproject.toml (`make outdated`)."""

import json
import re
import subprocess
import sys
import tomllib

from scripts.setup import ROOT


def is_newer(latest, pinned):
    """Return whether a release comes after the one that is pinned; "1.28.0-6" precedes "1.28.0"."""
    return release_key(latest) > release_key(pinned)


def release_key(version):
    """Return what sorts releases by their order."""
    release, dash, suffix = version.partition("-")
    numbers, more = ([int(n) for n in re.findall(r"\d+", part)] for part in (release, suffix))
    return numbers, not dash, more


def python_pins():
    """Return the Python packages that are pinned, as (name, version)."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return [tuple(pin.split("==")) for group in groups.values() for pin in group]


def python_releases():
    """Yield name, pinned and latest release of each Python package, also of those not installed."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input")
    for name, pinned in python_pins():
        answer = subprocess.run(
            (*pip, "index", "versions", name), capture_output=True, text=True, check=False
        )
        found = re.match(r"\S+ \((\S+)\)", answer.stdout)
        if not found:
            sys.exit(f"error: pip knows no release of {name}:\n{answer.stderr.strip()}")
        yield name, pinned, found[1]


def npm_releases():
    """Yield name, installed and latest release of each npm package that npm finds outdated."""
    answer = subprocess.run(
        ("npm", "outdated", "--json"), capture_output=True, text=True, check=False, cwd=ROOT
    )
    found = json.loads(answer.stdout or "{}")
    if "error" in found or (answer.returncode and not found):
        sys.exit(f"error: npm cannot tell:\n{answer.stderr.strip()}")
    for name, release in found.items():
        yield name, release["current"], release["latest"]


def main():
    """Print what has a newer release than its pin."""
    rows = [row for row in (*npm_releases(), *python_releases()) if is_newer(row[2], row[1])]
    if not rows:
        print("Everything that is pinned is the latest release.")
    for name, pinned, latest in sorted(rows):
        print(f"{name:40} {pinned:>24} -> {latest}")


if __name__ == "__main__":
    main()
