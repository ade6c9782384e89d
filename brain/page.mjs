// The page's end of the Python worker: PyScript is fetched only when one is wanted.

const LOOK_EVERY_MS = 10;

/** Start a Python file as a PyScript worker; the promise has its functions once they can be called. */
export async function start(source, name, config) {
  await import(new URL("pyscript/core.js", document.baseURI).href);
  const script = document.createElement("script");
  script.type = "py";
  script.src = source;
  script.setAttribute("worker", "");
  script.setAttribute("name", name);
  script.setAttribute("config", config);
  document.body.append(script);
  // PyScript takes notice of the script a little later, and then gives it this property.
  while (!script.xworker) await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  return (await script.xworker.ready).sync;
}
