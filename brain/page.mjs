// The page's end of the Python worker: PyScript is fetched only when one is wanted.

const LOOK_EVERY_MS = 10;
const JAVASCRIPT_OR_DATA = ["", "module", "text/javascript", "application/json"];
const PYTHON_NAME = /-(script|config)$/;
const PYTHON_ATTRIBUTE = /^(m?py|micropython|pyodide|ruby-wasm-wasi|wasmoon|webr|dummy)-/;
const PLUGINS = ["py-editor", "py-game", "py-terminal", "donkey", "codemirror", "deprecations-manager", "error"];

// PyScript runs whatever Python comes into the page as HTML, in spite of the policy. So what is there when it comes
// is removed, and afterwards it sees only what is put in here.
const pen = document.createElement("div");
pen.hidden = true;
const { observe } = MutationObserver.prototype;
MutationObserver.prototype.observe = function (target, options) {
  observe.call(this, target === document ? pen : target, options);
};

function removePython() {
  for (const element of document.querySelectorAll("*")) {
    for (const name of element.getAttributeNames()) {
      if (PYTHON_ATTRIBUTE.test(name)) element.removeAttribute(name);
    }
    const isScript = element.localName === "script" && !JAVASCRIPT_OR_DATA.includes(element.type);
    if (isScript || PYTHON_NAME.test(element.localName)) element.remove();
  }
}

/** Load PyScript, without its plugins, which are not shipped. */
async function load() {
  if (!pen.isConnected) {
    removePython();
    for (const type of ["py", "mpy"]) {
      const config = document.createElement(`${type}-config`);
      config.setAttribute("type", "json");
      config.textContent = JSON.stringify({ plugins: PLUGINS.map((name) => `!${name}`) });
      pen.append(config);
    }
    document.body.append(pen);
  }
  await import(new URL("pyscript/core.js", document.baseURI).href);
}

/** Start a Python file as a PyScript worker; the promise has its functions once they can be called. */
export async function start(source, name, config) {
  await load();
  const script = document.createElement("script");
  script.type = "py";
  script.src = source;
  script.setAttribute("worker", "");
  script.setAttribute("name", name);
  script.setAttribute("config", config);
  pen.append(script);
  // PyScript takes notice of the script a little later, and then gives it this property.
  while (!script.xworker) await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  return (await script.xworker.ready).sync;
}
