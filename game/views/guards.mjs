// Calls into the browser that may throw. MicroPython cannot catch a JavaScript exception and is
// damaged by one, so browser.py sends every call that can fail through here and gets a list back.
// And what Python has no words for: to import a module later, and to hold what may slip away.

const failure = (error) => [false, String(error?.name), String(error?.message ?? error)];

export const method = (object, name, ...args) => {
  try {
    return [true, object[name](...args)];
  } catch (error) {
    return failure(error);
  }
};

// JSON as the browser writes it again; what it reads may still be nested too deeply to be written.
export const rewritten = (text) => {
  try {
    return [true, JSON.stringify(JSON.parse(text))];
  } catch (error) {
    return failure(error);
  }
};

export const get = (object, name) => {
  try {
    return [true, object[name]];
  } catch (error) {
    return failure(error);
  }
};

// The screen stays awake while that is wished. The browser lets go of it when the page is hidden, and
// may refuse, as where the battery is low or a frame is not allowed to: then it goes dark as always.
let [wishesAwake, awake] = [false, null];

const wake = async () => {
  if (window.top !== window) return; // a frame is rarely allowed to, and the browser says so aloud
  try {
    const lock = await navigator.wakeLock.request("screen");
    if (!wishesAwake || (awake && !awake.released)) await lock.release();
    else awake = lock;
  } catch (error) {}
};

export const stayAwake = async (wish) => {
  wishesAwake = wish;
  if (wish) return wake();
  const lock = awake;
  awake = null;
  try {
    await lock?.release();
  } catch (error) {}
};

globalThis.document?.addEventListener("visibilitychange", () => {
  if (wishesAwake && !document.hidden) wake();
});

export const load = (path) => import(window.boot.addressOf(path));
