// Makes the worker's part of the site: `node scripts/brain.mjs SITE`.
//
//   pyodide/           Pyodide, without its standard library
//   brain/             that library cut down to what the worker imports, and how it is passed on
//   game/…             the modules the worker imports, where they are not there yet
//   brain.json         {"config": for PyScript, "sizes": of all files the worker will fetch, in bytes}

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PYODIDE = join(ROOT, "node_modules/pyodide");
const PYODIDE_FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"];
const PYSCRIPT_LIBRARY = join(ROOT, "node_modules/@pyscript/core/src/stdlib/pyscript");
const START = "game/brain.py";
/** Questions that make the worker import what it imports late; [function, question] each. */
const QUESTIONS = JSON.parse(readFileSync(join(ROOT, "scripts/brain_questions.json"), "utf-8"));

/** Return the paths of all Python files under a folder of the project. */
const pythonFiles = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((name) => name.endsWith(".py"))
    .sort();

/** Return what the site gets of a file of Pyodide: no source maps, no packages to choose from. */
function shipped(name, content) {
  if (name.endsWith(".mjs")) return String(content).replace(/^\/\/# sourceMappingURL=.*$/m, "");
  if (!name.endsWith(".json")) return content;
  return JSON.stringify({ ...JSON.parse(content), packages: {} });
}

async function cutLibrary() {
  const { loadPyodide } = await import("pyodide");
  const python = await loadPyodide();
  for (const path of pythonFiles("game")) {
    python.FS.mkdirTree(dirname(path));
    python.FS.writeFile(path, readFileSync(join(ROOT, path)));
  }
  python.FS.writeFile("brain_stdlib.py", readFileSync(join(ROOT, "scripts/brain_stdlib.py")));
  const scripts = readdirSync(PYSCRIPT_LIBRARY)
    .filter((name) => name.endsWith(".py"))
    .map((name) => readFileSync(join(PYSCRIPT_LIBRARY, name), "utf-8"));
  const cut_down = python.pyimport("brain_stdlib").cut_down;
  const modules = await cut_down(JSON.stringify(scripts), JSON.stringify(QUESTIONS), "stdlib.zip");
  return [modules.toJs(), python.FS.readFile("stdlib.zip")];
}

const [, , site] = process.argv;
const [modules, library] = await cutLibrary();
mkdirSync(join(site, "brain"), { recursive: true });
writeFileSync(join(site, "brain/stdlib.zip"), library);
cpSync(join(ROOT, "brain/interpreter.mjs"), join(site, "brain/interpreter.mjs"));
mkdirSync(join(site, "pyodide"), { recursive: true });
for (const name of PYODIDE_FILES) {
  writeFileSync(join(site, "pyodide", name), shipped(name, readFileSync(join(PYODIDE, name))));
}
for (const path of modules) {
  if (!existsSync(join(site, path))) cpSync(join(ROOT, path), join(site, path));
}

const pyscript = join(site, "pyscript");
const fetched = [
  ...(existsSync(pyscript) ? readdirSync(pyscript) : []).map((name) => `pyscript/${name}`),
  "brain/interpreter.mjs",
  "brain/stdlib.zip",
  ...PYODIDE_FILES.map((name) => `pyodide/${name}`),
  ...modules,
];
const files = Object.fromEntries(
  modules.filter((path) => path !== START).map((path) => [`./${path}`, `./${path}`]),
);
const table = {
  config: { interpreter: "./brain/interpreter.mjs", plugins: [], sync_main_only: true, files },
  sizes: Object.fromEntries(fetched.map((path) => [path, statSync(join(site, path)).size])),
};
writeFileSync(join(site, "brain.json"), `${JSON.stringify(table, null, 1)}\n`);
process.exit(0); // Pyodide keeps timers running.
