// Calls into the browser that may throw. MicroPython cannot catch a JavaScript exception and is
// damaged by one, so browser.py sends every call that can fail through here and gets a list back.

const failure = (error) => [false, String(error?.name), String(error?.message ?? error)];

export const method = (object, name, ...args) => {
  try {
    return [true, object[name](...args)];
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
