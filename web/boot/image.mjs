// The memory image: what MicroPython's memory holds once all modules of the page are imported.
//
// scripts/image.mjs makes it when the site is built, start.mjs lays it over the memory of a fresh
// interpreter, and from then on every import is a look-up (docs/compiled.md). It has only the bytes
// that differ from a fresh memory of the same micropython.wasm.
//
// Its file ends in .wasm as hosts send that compressed. It is a list of 32-bit numbers, little end
// first: MARK, the checksum of all that follows, the image's length in bytes, the memory's length in
// bytes, the first 32 bits of the wasm's SHA-256, the number of runs, then each run's offset and length;
// then the bytes of all runs, one after the other, filled up with zeros to a multiple of four.

const MARK = 0x31504d49; // "IMP1"
const HEADER_WORDS = 6;
const CHECKED_FROM = 8; // bytes
/** Runs of changed bytes that lie closer than this are joined: each costs eight bytes itself. */
const GAP_BYTES = 16;

/** Options of `loadMicroPython`: the same when an image is made and when it is restored. */
export const OPTIONS = { heapsize: 4 * 2 ** 20 };

/** Return a checksum of an image's buffer: it tells what is cut off or of another version. */
function checksum(buffer) {
  let [sum, total] = [1, 0];
  for (const word of new Uint32Array(buffer, CHECKED_FROM)) {
    sum = (sum + word) | 0;
    total = (total + sum) | 0;
  }
  return total >>> 0;
}

/** Return the runs of bytes, {start, end}, in which two memories differ. */
function differences(before, after) {
  const runs = [];
  for (let i = 0; i < after.length; i++) {
    if (before[i] === after[i]) continue;
    const last = runs.at(-1);
    if (last && i - last.end < GAP_BYTES) last.end = i + 1;
    else runs.push({ start: i, end: i + 1 });
  }
  return runs;
}

/** Return the image that turns the fresh memory `before` into `after`; `wasm` is the interpreter's hash. */
export function encode(before, after, wasm) {
  const runs = differences(before, after);
  const content = runs.reduce((sum, { start, end }) => sum + end - start, 0);
  const first = 4 * (HEADER_WORDS + 2 * runs.length);
  const image = new Uint8Array(Math.ceil((first + content) / 4) * 4);
  const words = new Uint32Array(image.buffer);
  words.set([MARK, 0, image.length, after.length, wasm, runs.length]);
  let at = first;
  runs.forEach(({ start, end }, i) => {
    words.set([start, end - start], HEADER_WORDS + 2 * i);
    image.set(after.subarray(start, end), at);
    at += end - start;
  });
  words[1] = checksum(image.buffer);
  return image;
}

/** Lay an image (an ArrayBuffer) over a fresh memory; throws where it is not whole or not for it. */
export function restore(buffer, memory, wasm) {
  const words = new Uint32Array(buffer, 0, buffer.byteLength >> 2);
  const [mark, sum, length, memoryLength, forWasm, runs] = words;
  if (mark !== MARK || length !== buffer.byteLength || sum !== checksum(buffer)) {
    throw new Error("the memory image is not whole");
  }
  if (forWasm !== wasm) throw new Error("the memory image was made for another micropython.wasm");
  if (memoryLength !== memory.length) throw new Error("the memory has another size than its image");
  let at = 4 * (HEADER_WORDS + 2 * runs);
  for (let i = 0; i < runs; i++) {
    const [start, size] = words.subarray(HEADER_WORDS + 2 * i);
    memory.set(new Uint8Array(buffer, at, size), start);
    at += size;
  }
}
