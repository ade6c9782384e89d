// Starts the built page: MicroPython is loaded, the memory image laid over its memory, Python called.
//
// The sources have no need of this: there PyScript runs game/main.py (index.html).

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import * as guards from "../../game/views/guards.mjs";
import * as keeping from "../../game/views/keeping.mjs";
import { OPTIONS, restore } from "./image.mjs";

const [WASM, IMAGE] = [__WASM__, __IMAGE__]; // {path, hash}; the build knows them

async function fetchImage() {
  try {
    const answer = await window.boot.bring(IMAGE.path);
    if (!answer.ok) throw new Error(answer.status);
    return await answer.arrayBuffer();
  } catch (error) {
    window.boot.lacks(IMAGE.path);
    throw error;
  }
}

async function start() {
  const image = fetchImage();
  const python = await loadMicroPython({
    ...OPTIONS,
    url: await window.boot.locate(WASM.path),
    stdout: console.log,
    stderr: console.error,
  });
  restore(await image, python._module.HEAPU8, WASM.hash);
  python.runPython("import game.main");
  python.globals.get("game").main.start(guards, keeping);
}

start().catch(({ name, message }) => {
  // The browser's refusal of memory is a RangeError, which MicroPython's loader wraps.
  if (/RangeError|out of memory/i.test(`${name} ${message}`)) window.boot.outOfMemory();
  else window.boot.startFailed(message);
});
