// Makes the memory image that the built page starts from (docs/compiled.md), or tries one:
//
//   node scripts/image.mjs make ROOT WASM IMAGE MODULES   MODULES being a JSON list of the paths of all
//                                                         Python files that the page may import
//   node scripts/image.mjs check WASM IMAGE               starts WASM from IMAGE

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { encode, OPTIONS, restore } from "../web/boot/image.mjs";

const GLOBAL_OBJECTS = 2; // globalThis and undefined, which MicroPython always has in reach
const CRUMB_BYTES = 1024; // a smaller free piece is not worth clearing: others come of it
const BLOCK_BYTES = 16; // of MicroPython's heap

// The times of files end up in memory; the same sources have to give the same image.
Date.now = () => 0;

let printed = "";
const moduleName = (path) => path.replace(/(\/__init__)?\.py$/, "").replaceAll("/", ".");

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Import all modules, so that no import of the page looks for a file any more. */
function importAll(python, root, paths) {
  for (const path of paths) {
    python.FS.mkdirTree(dirname(path));
    python.FS.writeFile(path, readFileSync(join(root, path)));
  }
  for (const path of paths) {
    try {
      python.runPython(`import ${moduleName(path)}`);
    } catch (error) {
      const [, unlisted] = error.message.match(/no module named '(game[.\w]*)'/) ?? [];
      if (unlisted) fail(`pyscript.toml does not list what the page imports: ${unlisted}`);
      fail(`${path} cannot be imported:\n${error.message}`);
    }
  }
}

/** Return the names of our modules that were imported but not listed, or listed but not imported. */
function strangers(python, paths) {
  printed = "";
  python.runPython("import sys; print('\\n'.join([name for name in sys.modules if name.startswith('game')]))");
  const there = printed.trim().split("\n");
  const listed = paths.map(moduleName);
  return [...there.filter((name) => !listed.includes(name)), ...listed.filter((name) => !there.includes(name))];
}

/** Free what is not needed, and overwrite free memory with zeros: what was there does not compress. */
function tidy(python) {
  python.runPython("for name in sys.modules: sys.modules[name].__dict__.pop('__doc__', None)");
  // Memory is freed only between two calls.
  const collect = () => python.runPython("import gc; gc.collect()");
  const largestFreeBytes = () => {
    printed = "";
    python.runPython("import micropython; micropython.mem_info()");
    return BLOCK_BYTES * Number(printed.match(/max free sz: (\d+)/)[1]);
  };
  collect();
  const size = python._module.HEAPU8.length;
  python.runPython("filler = []");
  for (let free = largestFreeBytes(); free > CRUMB_BYTES; free = largestFreeBytes()) {
    // The list and the command itself need some of it.
    python.runPython(`filler.append(bytearray(${free - CRUMB_BYTES / 4}))`);
    if (python._module.HEAPU8.length !== size) fail("the heap is too small for all modules: see OPTIONS");
  }
  for (const name of ["filler", "name", "sys", "micropython", "game"]) python.runPython(`del ${name}`);
  collect();
  collect();
}

const load = (wasm) =>
  loadMicroPython({
    ...OPTIONS,
    url: wasm,
    stdout: (line) => {
      printed += `${line}\n`;
    },
  });

const hashOf = (wasm) => createHash("sha256").update(readFileSync(wasm)).digest().readUInt32BE(0);

async function make(root, wasm, target, list) {
  const paths = JSON.parse(list);
  const python = await load(wasm);
  const fresh = python._module.HEAPU8.slice();
  importAll(python, root, paths);
  const wrong = strangers(python, paths);
  if (wrong.length) fail(`pyscript.toml does not list what the page imports: ${wrong.join(", ")}`);
  tidy(python);
  if (proxy_js_ref.length !== GLOBAL_OBJECTS) {
    const held = proxy_js_ref.slice(GLOBAL_OBJECTS).map((thing) => Object.prototype.toString.call(thing));
    fail(`a module takes hold of JavaScript objects when it is imported: ${held.join(", ")}`);
  }
  writeFileSync(target, encode(fresh, python._module.HEAPU8, hashOf(wasm)));
}

async function check(wasm, image) {
  const python = await load(wasm);
  const bytes = readFileSync(image);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  restore(buffer, python._module.HEAPU8, hashOf(wasm));
  python.runPython("import game.main");
}

const [, , what, ...options] = process.argv;
try {
  await { make, check }[what](...options);
} catch (error) {
  fail(error.message);
}
