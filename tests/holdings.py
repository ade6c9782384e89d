"""What a page holds beyond its JavaScript heap, counted after both garbage collectors have run.

An element with a listener that Python made, and Python that knows the element, hold each other for
ever: neither collector sees through the other. The heap's size does not tell of such elements.
"""

WATCH = """
globalThis.holding = { timers: new Set(), observers: new Set() };
for (const [set, clear] of [["setTimeout", "clearTimeout"], ["setInterval", "clearInterval"]]) {
  const [begin, end] = [globalThis[set], globalThis[clear]];
  globalThis[set] = (call, ...rest) => {
    const once = (...args) => {
      if (set === "setTimeout") holding.timers.delete(id);
      return call(...args);
    };
    const id = begin(once, ...rest);
    holding.timers.add(id);
    return id;
  };
  globalThis[clear] = (id) => (holding.timers.delete(id), end(id));
}
for (const name of ["ResizeObserver", "IntersectionObserver", "MutationObserver"]) {
  const { observe, disconnect } = globalThis[name].prototype;
  globalThis[name].prototype.observe = function (...args) {
    holding.observers.add(this);
    return observe.apply(this, args);
  };
  globalThis[name].prototype.disconnect = function () {
    holding.observers.delete(this);
    return disconnect.apply(this);
  };
}
"""
COLLECT = """() => {
  const code = "import gc\\ngc.collect()";
  const [text, value] = [Module._malloc(code.length + 1), Module._malloc(12)];
  Module.stringToUTF8(code, text, code.length + 1);
  const kinds = ["pointer", "number", "pointer"];
  Module.ccall("mp_js_do_exec", "number", kinds, [text, code.length, value]);
  Module._free(text);
  Module._free(value);
  return new Promise((done) => setTimeout(done));
}"""
COUNT = """() => ({
  timers: holding.timers.size,
  observers: holding.observers.size,
  proxies: proxy_js_ref.filter((held) => held !== undefined).length,
})"""
ROUNDS = 4
"""What one collector frees is a part of what the other one can free next."""


def watch_holdings(page):
    """Return what asks the browser for counts; to be called before the page is opened."""
    page.add_init_script(WATCH)
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    return tools


def holdings(page, tools):
    """Return how many nodes, listeners, timers, observers and proxies of Python the page holds."""
    for _ in range(ROUNDS):
        page.evaluate(COLLECT)
        tools.send("HeapProfiler.collectGarbage")
    metrics = {
        each["name"]: each["value"] for each in tools.send("Performance.getMetrics")["metrics"]
    }
    counts = {"nodes": metrics["Nodes"], "listeners": metrics["JSEventListeners"]}
    counts["documents"] = metrics["Documents"]
    return {name: int(count) for name, count in (counts | page.evaluate(COUNT)).items()}
