// Prints what `trace` in a module beside this one, such as replay.py, makes of each line of a file:
// node run.mjs micropython|pyodide MODULE LINES
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rewritten } from "../../game/views/guards.mjs";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.join(HERE, "..", "..");

const load = {
  async micropython() {
    const { loadMicroPython } = await import(
      "@micropython/micropython-webassembly-pyscript/micropython.mjs"
    );
    return loadMicroPython();
  },
  async pyodide() {
    const { loadPyodide } = await import("pyodide");
    return loadPyodide();
  },
};

function copy_game(FS) {
  for (const folder of ["game", "game/locales", "game/rules", "game/minds", "game/views"]) {
    FS.mkdir(folder);
    for (const name of fs.readdirSync(path.join(ROOT, folder))) {
      if (name.endsWith(".py")) {
        FS.writeFile(`${folder}/${name}`, fs.readFileSync(path.join(ROOT, folder, name)));
      }
    }
  }
}

globalThis.rewritten = rewritten; // for modules that read JSON as the page does

const [, , interpreter, module, records] = process.argv;
const python = await load[interpreter]();
copy_game(python.FS);
python.FS.writeFile(`${module}.py`, fs.readFileSync(path.join(HERE, `${module}.py`)));
python.runPython(`from ${module} import trace`);
const trace = python.globals.get("trace");
const lines = fs.readFileSync(records, "utf8").trimEnd().split("\n");
// One call a record, as on the page: MicroPython frees memory only between calls.
for (const line of lines) {
  process.stdout.write(trace(line) + "\n");
}
