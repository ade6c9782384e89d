"""Cuts Python's standard library down to what the worker imports; runs in Pyodide under Node.

scripts/brain.mjs calls it in a folder with our modules. The library's modules are kept compiled
(unchecked-hash .pyc, PEP 552), so that the worker need not do it whenever it starts.
"""

import ast
import importlib
import json
import sys
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

ALWAYS = (
    "encodings.ascii",
    "encodings.latin_1",
    "encodings.utf_8",
    "concurrent.futures",
    "linecache",
    "traceback",
    "tokenize",
    "pyodide.code",
    "pyodide.ffi.wrappers",
    "pyodide.http",
    "pyodide.webloop",
)
"""What Pyodide or an error report may ask for later."""
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of every entry, so that the same modules make the same file."""


def imported_by(source: str) -> set:
    """Return the modules of the standard library that a source names in an import."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return {name for name in names if name.partition(".")[0] in sys.stdlib_module_names}


async def try_out(questions: list) -> None:
    """Ask the worker each question, so that what it imports late is imported too."""
    brain = importlib.import_module("game.brain")
    for function, question in questions:
        answer = json.loads(await getattr(brain, function)(json.dumps(question)))
        if "error" in answer:
            raise ValueError(f"{function}: {answer['error']}")


def library_files(archive: str) -> dict:
    """Return name in the archive -> source, for each loaded module that comes from there."""
    files = {}
    with zipfile.ZipFile(archive) as library:
        for module in list(sys.modules.values()):
            path = getattr(getattr(module, "__spec__", None), "origin", None) or ""
            if path.startswith(archive + "/") and path.endswith(".py"):
                name = path[len(archive) + 1 :]
                files[name] = library.read(name)
    return files


async def cut_down(scripts: str, questions: str, target: str) -> list:
    """Write the library that these sources and questions (JSON) need; return our own modules."""
    archive = next(path for path in sys.path if path.endswith(".zip"))
    for source in json.loads(scripts):
        for name in sorted(imported_by(source)):
            importlib.import_module(name)
    for name in ALWAYS:
        importlib.import_module(name)
    await try_out(json.loads(questions))
    files = library_files(archive)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as library:
        for name in sorted(files):
            code = compile(files[name], f"{archive}/{name}", "exec", dont_inherit=True, optimize=2)
            entry = zipfile.ZipInfo(name + "c", EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            library.writestr(entry, _code_to_hash_pyc(code, bytes(8), checked=False))
    loaded = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
    here = str(Path.cwd()) + "/"
    return sorted(path.removeprefix(here) for path in loaded if path.startswith(here + "game/"))
