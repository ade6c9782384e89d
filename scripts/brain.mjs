// Makes the worker's standard library: `node scripts/brain.mjs TARGET.zip MODULE...`.
//
// Pyodide's own zip holds sources only and compiles more than a hundred of them at each start. Ours
// holds just what the worker imports, compiled by that same Pyodide, so that it starts in less than
// half the time and is half as large.

import { writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [target, ...modules] = process.argv.slice(2);
const pyodide = await loadPyodide();
pyodide.globals.set("wanted", pyodide.toPy(modules));
await pyodide.runPythonAsync(`
import importlib, importlib.util, marshal, sys, zipfile

for name in wanted:
    importlib.import_module(name)

source = zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip")))
names = set(source.namelist())
with zipfile.ZipFile("/made.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
    for module in sorted(sys.modules):
        path = module.replace(".", "/")
        for name in (path + ".py", path + "/__init__.py"):
            if name in names:
                text = source.read(name)
                code = compile(text, name, "exec", dont_inherit=True, optimize=0)
                # Flag 1: told apart by a hash of the source, which nobody needs to check.
                head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little")
                content = head + importlib.util.source_hash(text) + marshal.dumps(code)
                info = zipfile.ZipInfo(name + "c", (1980, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                made.writestr(info, content)
`);
writeFileSync(target, pyodide.FS.readFile("/made.zip"));
process.exit(0);
