// What this copy of the site keeps on the device: texts under keys that begin with its mark (boot.js).
//
// They lie in localStorage. What that refuses only this tab remembers: in its sessionStorage or, where
// that refuses it too, in the state of the history's entry. Both outlive a reload, and no page of
// another site can write them, unlike the window's name. No exception leaves this module.

import { get, method } from "./guards.mjs";

const { mark, before, rootClaim } = window.boot.keys;
const claim = mark === before ? rootClaim : mark; // kept once this copy has looked for what it takes over
const left = new Set(); // keys of what could not be moved, and still lies under `before`

const area = (name) => {
  const [ok, storage] = get(window, name);
  return ok ? storage : null;
};
const write = (storage, name, text) => method(storage, "setItem", name, text)[0];

const read = (storage, name) => {
  const [ok, text] = method(storage, "getItem", name);
  return ok ? text : null;
};

/** Return the name in localStorage under which a key's text lies. */
const place = (key) => {
  if (left.has(key) && read(area("localStorage"), mark + key) !== null) left.delete(key); // by another tab
  return (left.has(key) ? before : mark) + key;
};

// --- What the version before kept -------------------------------------------------------------

/** Move the text of a key; return whether that is done. At no moment it is nowhere. */
const move = (storage, key) => {
  const text = read(storage, before + key);
  const there = read(storage, mark + key);
  if (there !== null && there !== text) return true; // it is another copy's
  if (there === null && !write(storage, mark + key, text)) {
    left.add(key); // no room for both
    return false;
  }
  return method(storage, "removeItem", before + key)[0];
};

/**
 * Take over what lies under the keys that all copies had once; the first copy that looks gets it.
 * What is interrupted goes on at the next start.
 */
const takeOver = (storage) => {
  if (read(storage, claim) !== null) return;
  let isDone = true;
  if (claim !== rootClaim && read(storage, rootClaim) === null) {
    for (const name of Object.keys(storage).filter((name) => name.startsWith(before))) {
      isDone = move(storage, name.slice(before.length)) && isDone;
    }
  }
  if (isDone) write(storage, claim, "");
};

// --- What only this tab remembers -------------------------------------------------------------

const tab = new Map(); // by key [text, base]: it counts while localStorage holds that base, or nothing
const known = new Map(); // by key what localStorage held when it was last read or written here
let inHistory = false;

/** Return what another document of this tab remembered; a page of this origin may have put anything there. */
const remembered = () => {
  try {
    const text = read(area("sessionStorage"), mark) ?? Object(history.state).kept;
    const isText = (value) => typeof value === "string";
    return JSON.parse(text).filter(([key, own]) => isText(key) && Array.isArray(own) && isText(own[0]));
  } catch (error) {
    return [];
  }
};

const stateOf = (level) => (inHistory ? { level, kept: JSON.stringify([...tab]) } : level);

/** Let the history's entry remember what the tab does, if it has to. */
const mend = () => {
  if (inHistory || Object(history.state).kept !== undefined) {
    method(history, "replaceState", stateOf(level()), "");
  }
};

const remember = () => {
  const session = area("sessionStorage");
  inHistory = tab.size > 0 && !write(session, mark, JSON.stringify([...tab]));
  if (inHistory || !tab.size) method(session, "removeItem", mark);
  mend();
};

const forgetOwn = (key) => tab.delete(key) && remember();

/** Return the whole text under a key, or null. */
const whole = (key) => {
  const storage = area("localStorage");
  const own = tab.get(key);
  if (!storage) return own?.[0] ?? null;
  const text = read(storage, place(key));
  known.set(key, text);
  if (own && (text === null || text === own[1])) return own[0];
  forgetOwn(key);
  return text;
};

// --- What Python calls ------------------------------------------------------------------------

/**
 * Return what is kept under a key, or null: a text cut to a length that Python has room for. A NUL is
 * read as U+FFFD, as Python could not keep again what stands behind it.
 */
export const load = (key, most) => whole(key)?.slice(0, most).replaceAll("\0", "\ufffd") ?? null;

/** Keep a text; return false when only this tab will remember it. */
export const store = (key, text) => {
  if (write(area("localStorage"), place(key), text)) {
    known.set(key, text);
    forgetOwn(key);
    return true;
  }
  tab.set(key, [text, known.get(key) ?? null]);
  remember();
  return false;
};

/** Keep under another key, too, what is kept under a key, whatever its length. */
export const copy = (from, to) => {
  const text = whole(from);
  if (text !== null) store(to, text);
};

/** Return the keys under which something is kept in localStorage. */
export const keys = () => {
  const names = Object.keys(area("localStorage") ?? {});
  const ours = names.filter((name) => name.startsWith(mark) && name !== mark);
  return [...ours.map((name) => name.slice(mark.length)), ...left];
};

export const forget = (key) => {
  method(area("localStorage"), "removeItem", place(key));
  left.delete(key);
  forgetOwn(key);
};

/** Keep texts, as [key, text], and forget keys; where not all fits, change nothing and return false. */
export const exchange = (texts, goes) => {
  const storage = area("localStorage");
  const room = `${mark}room`;
  const hasRoom = write(storage, room, " ".repeat(texts.flat().join("").length + mark.length * texts.length));
  method(storage, "removeItem", room);
  if (!hasRoom) return false;
  goes.forEach(forget);
  for (const [key, text] of texts) store(key, text);
  return true;
};

/** Return the number that `enter` left with the present entry of the history, or null. */
export const level = () => {
  const found = Object(history.state).level ?? history.state;
  return Number.isInteger(found) && found >= 0 && found < 100 ? found : null;
};

/** Add or change ("pushState", "replaceState") the entry of the history; return whether that was possible. */
export const enter = (way, level, address) => method(history, way, stateOf(level), "", address)[0];

// --- Start ------------------------------------------------------------------------------------

if (area("localStorage")) takeOver(area("localStorage"));
for (const [key, own] of remembered()) tab.set(key, own);
if (tab.size) remember();
window.addEventListener("popstate", mend); // before Python's listener
