// Calls into the browser that may throw. MicroPython cannot catch a JavaScript exception and is
// damaged by one, so browser.py sends every call that can fail through here and gets a list back.
// And the one thing that Python has no words for: to import a module later.

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

export const load = (path) => import(window.boot.addressOf(path));
