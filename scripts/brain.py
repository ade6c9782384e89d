"""Puts the worker into the site: Pyodide with a trimmed library, modules, a table of sizes.

`brain/table.json` holds the worker's configuration and the size of each file that it will ask for,
so that the page can fetch them with a bar that tells the truth.
"""

import ast
import json
import os
import shutil
import subprocess

from scripts.setup import node_search_path

PYODIDE = "node_modules/pyodide"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
START = "game/brain.py"
PYSCRIPT_LIBRARY = "node_modules/@pyscript/core/src/stdlib/pyscript"
ALWAYS = (
    "asyncio", "base64", "codecs", "concurrent.futures", "encodings.ascii", "encodings.cp437",
    "encodings.idna", "encodings.latin_1", "html", "importlib.resources", "inspect", "io", "json",
    "linecache", "locale", "pathlib", "pyodide.code", "pyodide.ffi", "pyodide.webloop", "random",
    "shutil", "site", "ssl", "string", "tarfile", "tempfile", "traceback", "tracemalloc", "zipfile",
)  # fmt: skip
"""What Pyodide and PyScript import while they start, and when something fails."""


def imports(source):
    """Return the names that a module imports, as written."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def file_of(root, name):
    """Return the path of a module of ours below the root, or None."""
    path = name.replace(".", "/")
    for candidate in (path + ".py", path + "/__init__.py"):
        if name.partition(".")[0] == "game" and (root / candidate).is_file():
            return candidate
    return None


def worker_modules(root):
    """Return the paths of our modules that the worker reaches, and what else these import."""
    found, others, todo = set(), set(), [START]
    while todo:
        path = todo.pop()
        if path in found:
            continue
        found.add(path)
        folder = path.rpartition("/")[0]
        while folder:
            if (root / folder / "__init__.py").is_file():
                todo.append(folder + "/__init__.py")
            folder = folder.rpartition("/")[0]
        for name in imports((root / path).read_text("utf-8")):
            inside = file_of(root, name)
            if inside:
                todo.append(inside)
            elif not name.startswith("game"):
                others.add(name)
    return sorted(found), others


def library_modules(root, others):
    """Return the names of standard modules that the worker needs."""
    names = set(ALWAYS) | others
    for path in (root / PYSCRIPT_LIBRARY).glob("*.py"):
        names |= imports(path.read_text("utf-8"))
    return sorted(name for name in names if is_standard(name))


def is_standard(name):
    """Return whether Python knows this module here too; "json.dumps" is none."""
    import importlib.util

    if name in ALWAYS:
        return True
    try:
        return importlib.util.find_spec(name) is not None and "." not in name
    except (ImportError, ValueError):
        return False


def write_brain(root, site):
    """Put everything that the worker needs into the site."""
    (site / "pyodide").mkdir()
    for name in RUNTIME:
        shutil.copyfile(root / PYODIDE / name, site / "pyodide" / name)
    loader = site / "pyodide/pyodide.mjs"
    text = loader.read_text("utf-8")
    loader.write_text(text[: text.find("//# sourceMappingURL")], "utf-8")
    lock = json.loads((root / PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    lock["packages"] = {}
    (site / "pyodide/pyodide-lock.json").write_text(json.dumps(lock), "utf-8")
    ours, others = worker_modules(root)
    subprocess.run(
        [
            "node",
            root / "scripts/brain.mjs",
            site / "pyodide" / LIBRARY,
            *library_modules(root, others),
        ],
        env=os.environ | {"PATH": node_search_path()},
        check=True,
        stdin=subprocess.DEVNULL,
    )
    for path in ours:
        if not (site / path).exists():
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, site / path)
    files = sorted(f"pyodide/{path.name}" for path in (site / "pyodide").iterdir())
    table = {
        "config": {
            "interpreter": "./pyodide/pyodide.mjs",
            "plugins": [],
            "sync_main_only": True,
            "files": {f"./{path}": path for path in ours if path != START},
        },
        "sizes": {path: (site / path).stat().st_size for path in files + ours},
    }
    (site / "brain").mkdir()
    (site / "brain/table.json").write_text(json.dumps(table), "utf-8")
