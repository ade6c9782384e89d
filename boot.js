// Stands guard while Python is not yet, or no longer, able to speak for itself.
//
// Before the game is ready it moves the progress bar and names what keeps the game from starting.
// Afterwards it watches the interpreter: a MicroPython that a JavaScript exception has damaged goes
// silent without a word, so every click and key must be answered by a heartbeat from Python.
// It needs nothing but itself, also from a file: address and without WebAssembly.
(() => {
  "use strict";

  const QUIET_S = 20; // nothing has arrived for so long: look which file hangs
  const ANSWER_S = 15; // a file whose server says nothing for so long counts as missing
  const STARTING_S = 60; // everything arrived, and still no game: it must have died
  const TAKE_OVER_S = 3; // a newer version that has not taken over by then is not waited for

  const base = new URL(".", document.baseURI).href;
  const nameOf = (url) => (url.startsWith(base) ? url.slice(base.length) : url).replace(/\?.*/, "");
  const find = (selector) => document.querySelector(selector);

  // --- The files of the site ----------------------------------------------------------------

  /** Return the address of a file of this version: what an HTTP cache has of another never fits it. */
  const addressOf = (path) => {
    const isNamedByHash = path.startsWith("page/");
    return new URL(isNamedByHash ? path : `${path}?${document.documentElement.dataset.build}`, base).href;
  };

  // The single file (scripts/single.py) holds them itself, as base64 of gzip.
  const isSingle = document.documentElement.hasAttribute("data-single");
  const parsed = new Promise((done) => {
    document.addEventListener("DOMContentLoaded", done, { once: true });
  });

  /** Return a promise of one of the site's files, as `fetch` does. */
  const bring = async (path) => {
    if (!isSingle) return fetch(addressOf(path));
    await parsed;
    const packed = atob(find(`[data-part="${path}"]`).textContent);
    const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const type = path.endsWith(".wasm") ? "application/wasm" : "text/plain;charset=utf-8";
    return new Response(unpacked, { headers: { "Content-Type": type } });
  };

  /** Return a promise of an address at which the browser finds one of the site's files. */
  const locate = async (path) =>
    isSingle ? URL.createObjectURL(await (await bring(path)).blob()) : addressOf(path);

  /** Return the address of a picture: one that holds it, where the page is the single file. */
  const pictureAddress = (path) => {
    const held = isSingle && find(`[data-picture="${path}"]`).textContent;
    return held ? `data:image/svg+xml;base64,${held}` : new URL(path, base).href;
  };

  // --- The policy ---------------------------------------------------------------------------

  // That of index.html, with the site's own origin in words: a sandboxed frame has none, and WebKit then
  // takes 'self' for nothing.
  const origin = new URL(base).origin;
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = find('meta[name="policy"]').content;
  if (origin !== "null") policy.content = policy.content.replaceAll("'self'", `'self' ${origin}`);
  document.head.prepend(policy);

  // --- The language -------------------------------------------------------------------------

  // What is painted before Python runs, by language and key; the build takes it from the catalogues.
  const words = JSON.parse(find("#words")?.textContent || "{}");
  const root = document.documentElement;
  const cataloguePath = (language) => `game/locales/${language}.json`;

  /** Return a language that there is: the address' one, else the kept one, else the browser's. */
  const chosenLanguage = (kept) => {
    const asked = new URLSearchParams(location.search).get("lang");
    const names = [asked, kept, ...navigator.languages].map((name) => String(name).toLowerCase());
    const plain = names.map((name) => name.split("-")[0].replace(/^iw$/, "he"));
    return plain.find((name) => Object.hasOwn(words, name)) || "en";
  };

  // What the page speaks; a browser's translator writes its own language on the root, and a direction.
  let spoken = "en";
  const direction = () => words[spoken]["language.direction"];

  /** Let the page speak a language. */
  const speak = (language) => {
    if (!words[language]) return; // the sources, not built
    spoken = language;
    root.lang = spoken;
    root.dir = direction();
    sayWords();
  };

  /** Say all that needs no Python, as far as the page is parsed. */
  const sayWords = () => {
    const said = words[spoken];
    if (!said) return;
    if (document.body) document.body.dir = direction();
    document.title = said.title;
    for (const part of document.querySelectorAll("[data-text]")) {
      const text = said[part.dataset.text];
      if (part.textContent !== text) part.textContent = text; // else it is laid out for nothing
    }
    for (const part of document.querySelectorAll("[data-label]")) {
      part.setAttribute("aria-label", said[part.dataset.label]);
    }
  };

  let shown = ""; // the data-boot name of the trouble on the screen
  let ready = false;

  // --- The dialog ---------------------------------------------------------------------------

  /** Show one trouble, once the page is parsed. What cannot be mended stays on the screen. */
  const show = (trouble, detail = "") => {
    if (["file", "unbuilt", "old", "wasm", "memory", "crashed"].includes(shown)) return;
    if (document.readyState === "loading") {
      document.addEventListener("readystatechange", () => show(trouble, detail), { once: true });
      return;
    }
    const dialog = find("#boot-trouble");
    shown = trouble;
    for (const text of dialog.querySelectorAll("[data-boot]")) {
      text.hidden = text.dataset.boot !== trouble;
    }
    find("[data-boot-detail]").textContent = detail;
    for (const button of dialog.querySelectorAll("[data-boot-command]")) {
      button.hidden = button.dataset.bootCommand !== (trouble === "crashed" ? "resume" : "retry");
    }
    // An open modal dialog of the game would lie over this one and keep it from being touched.
    for (const open of document.querySelectorAll("dialog[open]")) open.close();
    dialog.hidden = false;
    if (hasWorker()) registration().then((ours) => ours?.update()).catch(() => {});
    find("#boot-progress").hidden = true;
    for (const other of document.body.children) other.inert = other !== dialog;
    dialog.querySelector("[data-boot-command]:not([hidden])").focus();
  };

  const hide = () => {
    shown = "";
    find("#boot-trouble").hidden = true;
    for (const other of document.body.children) other.inert = false;
  };

  /**
   * Return what the browser knows of our service worker, which may be that of a copy in a folder above;
   * in a sandboxed frame asking throws.
   */
  const registration = async () => {
    const found = await navigator.serviceWorker.getRegistration();
    return found?.scope === base ? found : undefined;
  };

  /** Fetch anew all that the page starts from, as an HTTP cache may hold a damaged file. */
  const refresh = () => {
    const fetched = wantedFiles().map((url) => fetch(url, { cache: "reload" }).catch(() => {}));
    const limit = new Promise((done) => setTimeout(done, TAKE_OVER_S * 1000));
    return Promise.race([Promise.all(fetched), limit]);
  };

  /** Reload; with a newer version, if one waits, for the stored one may be what is at fault. */
  const startAgain = () => {
    const reload = () => location.reload();
    if (!hasWorker()) return ready ? reload() : refresh().then(reload);
    registration()
      .then((ours) => {
        if (!ours || !ours.waiting) return reload();
        ours.waiting.addEventListener("statechange", reload);
        ours.waiting.postMessage({ command: "takeOver" });
        setTimeout(reload, TAKE_OVER_S * 1000);
      })
      .catch(reload);
  };

  /** Return whether a service worker answers this page. */
  const hasWorker = () => {
    try {
      return navigator.serviceWorker.controller?.scriptURL === `${base}sw.js`;
    } catch (error) {
      return false;
    }
  };

  // While the dialog is open no click or key reaches the game, which may be half dead.
  const guardDialog = (event) => {
    if (!shown) return;
    event.stopImmediatePropagation();
    if (event.type === "click" && event.target.closest("[data-boot-command]")) startAgain();
  };
  window.addEventListener("click", guardDialog, true);
  window.addEventListener("keydown", guardDialog, true);

  // --- Until the game is ready --------------------------------------------------------------

  const arrived = new Set(); // addresses of the files that are here, or failed for good
  const failed = new Set(); // names of the files that a browser event said to have failed
  const refused = new Set(); // addresses that the server answered with an error
  const removed = new Set(); // addresses of stylesheets that would keep the page unpainted
  const asked = new Set(); // addresses of the catalogues
  let missing = []; // addresses of the files that the last look did not find
  let quietTimer = 0;

  const showProgress = () => {
    const bar = find("#boot-progress progress");
    const files = wantedFiles();
    if (bar && !ready && files.length) bar.value = files.filter((url) => arrived.has(url)).length / files.length;
  };

  /** Return the addresses of everything that the page needs to start. */
  const wantedFiles = () => {
    const files = document.querySelectorAll("link[rel*=preload], link[rel=stylesheet], script[src]");
    return [...new Set([...removed, ...asked, ...[...files].map((file) => file.href || file.src)])];
  };

  /** Return whether the server sends this file; one that answers slowly but answers is sent. */
  const answers = (url) => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), ANSWER_S * 1000);
    // The query keeps this request apart from the one that may be hanging.
    return fetch(`${url}${url.includes("?") ? "&" : "?"}check`, { cache: "no-store", signal: abort.signal })
      .then((response) => response.ok, () => false)
      .finally(() => {
        clearTimeout(timer);
        abort.abort();
      });
  };

  /** Return whether the page cannot do without this file; once Python runs only looks can fail. */
  const isNeeded = (url) => !ready || /\.css$/.test(nameOf(url));

  /** Look which files do not come and name them; return whether there were any. */
  const diagnose = (suspects) =>
    Promise.all(suspects.map((url) => answers(url).then((ok) => !ok && url))).then((results) => {
      missing = results.filter((url) => url && isNeeded(url));
      if (!missing.length) return false;
      show("missing", missing.map(nameOf).sort().join(", "));
      // A stylesheet that hangs would keep the page, and this dialog, unpainted.
      for (const sheet of document.querySelectorAll("link[rel=stylesheet]")) {
        if (missing.includes(sheet.href)) {
          removed.add(sheet.href);
          sheet.remove();
        }
      }
      return true;
    });

  const restartQuietTimer = () => {
    clearTimeout(quietTimer);
    if (shown) return;
    const waiting = wantedFiles().filter((url) => isNeeded(url) && !arrived.has(url));
    if (waiting.length) {
      quietTimer = setTimeout(() => diagnose(waiting).then(restartQuietTimer), QUIET_S * 1000);
    } else if (!ready) {
      quietTimer = setTimeout(() => startFailed(""), STARTING_S * 1000);
    }
  };

  /** The start failed. When files are missing that is why; otherwise the program is at fault. */
  const startFailed = (message) => {
    diagnose(wantedFiles()).then((named) => {
      if (named || ready) return;
      if (failed.size) show("missing", [...failed].sort().join(", "));
      else show("crashed", message);
    });
  };

  /** A file failed. Where the server has it all the same, a stylesheet is asked for once more. */
  const fileFailed = (url, isScript = false) => {
    if (failed.has(nameOf(url)) && !isScript) return;
    failed.add(nameOf(url));
    diagnose(wantedFiles()).then((named) => {
      if (named) return;
      const sheets = [...document.querySelectorAll("link[rel=stylesheet]")];
      for (const sheet of sheets.filter(({ href }) => href === url)) sheet.replaceWith(sheet.cloneNode());
      if (!ready && isScript) show("missing", [...failed].sort().join(", "));
    });
  };

  // A file that is not there does not always make an error event, and may be asked for before its
  // link is parsed.
  const nameRefused = () => {
    for (const url of wantedFiles()) if (refused.has(url)) fileFailed(url);
  };
  document.addEventListener("readystatechange", nameRefused);

  /** Return a promise of the words of a language, as a text in JSON; asked for once. */
  const catalogues = {};
  const catalogue = (language) => {
    const path = cataloguePath(language);
    if (!isSingle) asked.add(addressOf(path));
    catalogues[language] ??= bring(path).then((answer) => {
      if (!answer.ok) throw new Error(`${answer.status} ${path}`);
      return answer.text();
    });
    catalogues[language].catch(() => delete catalogues[language]);
    return catalogues[language];
  };

  const becameReady = () => {
    ready = true;
    if (shown && !missing.some(isNeeded)) hide();
    restartQuietTimer();
    find("#boot-progress").hidden = true;
    tellReady();
  };

  // --- Afterwards: the watchdog -------------------------------------------------------------

  let watching = false;
  let beats = 0;

  window.boot = {
    /** Python calls this at the end of every event that it has handled. */
    beat: () => {
      beats += 1;
    },
    /** Python calls this once its listeners are in place. */
    watch: () => {
      watching = true;
    },
    /** Called with the path of a file that did not arrive, or not whole. */
    lacks: (path) => {
      failed.add(path);
      diagnose(wantedFiles()).then((named) => named || show("missing", path));
    },
    /** Called with what kept Python from starting. */
    startFailed: (message) => startFailed(message),
    outOfMemory: () => show("memory"),
    addressOf,
    bring,
    locate,
    pictureAddress,
    catalogue,
    speak,
    language: () => spoken,
    isFromRight: () => direction() === "rtl",
    chosenLanguage,
    languages: Object.keys(words),
    languageName: (language) => words[language]["language.name"],
    cataloguePath,
    /** The browser's offer to install the page, or null. */
    installOffer: null,
    /** Called when there is one. */
    offersInstall: () => {},
    /** Whether another tab has changed the version since this page began. */
    replaced: false,
  };

  const expectBeat = () => {
    if (!watching || shown) return;
    const before = beats;
    setTimeout(() => {
      if (beats === before) show("crashed", "");
    });
  };
  document.addEventListener("click", expectBeat, true);
  document.addEventListener("keydown", expectBeat, true);

  /** Return whether a fault is our page's own, not that of an extension or a refused service. */
  const isOurs = (error, file) => {
    const name = String(error && error.name);
    if (name === "PythonError") return true;
    if (name === "AbortError" || name === "NotAllowedError") return false;
    const origin = file || String((error && error.stack) || "");
    return origin ? origin.includes(base) : Boolean(error);
  };

  const fault = (message) => {
    const lines = String(message).trim().split("\n");
    // Of a Python traceback the last line says what happened.
    const detail = lines.length > 6 ? [...lines.slice(0, 2), "…", ...lines.slice(-3)] : lines;
    if (ready) show("crashed", detail.join("\n"));
    else startFailed(detail.join("\n"));
  };

  window.addEventListener(
    "error",
    (event) => {
      if (event.target !== window) {
        const url = event.target.href || event.target.src;
        if (wantedFiles().includes(url)) fileFailed(url, event.target.localName === "script");
      } else if (!event.message.includes("ResizeObserver") && isOurs(event.error, event.filename)) {
        fault(event.message);
      }
    },
    true,
  );
  window.addEventListener("unhandledrejection", ({ reason }) => {
    if (isOurs(reason, "")) fault((reason && reason.message) || reason);
  });

  // A fault while the first Python file runs, or in a task that nobody waits for, makes no event: it
  // is only written to the console, an error at once or a traceback line by line.
  const writeError = console.error;
  let traceback = null;
  console.error = (...what) => {
    writeError.apply(console, what);
    const [first] = what;
    if (traceback) {
      traceback.push(String(first));
    } else if (first instanceof Error && isOurs(first, "")) {
      fault(first.message);
    } else if (String(first).startsWith("Task exception")) {
      traceback = [];
      setTimeout(() => {
        fault(traceback.join("\n"));
        traceback = null;
      });
    }
  };

  // --- Installing and updating --------------------------------------------------------------

  // The browser may offer it before Python runs: kept for offline/page.mjs.
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    window.boot.installOffer = event;
    window.boot.offersInstall();
  });

  // Another tab may update before Python runs here: kept for offline/page.mjs.
  if (hasWorker()) {
    navigator.serviceWorker.addEventListener("controllerchange", () => (window.boot.replaced = true));
  }

  // --- In another page ----------------------------------------------------------------------

  // With ?embed=1 the page shows one game and tells the page around it how things are, in messages
  // {from: "vanishing-pyramids", type}: "ready"; "height" with the `height` in px that suits the
  // frame's width; "finished" with `game` and `outcome`. They hold no secret, so every host may have
  // them. A host whose script comes late sends {from, type: "ask"} and hears the first two again.
  const FROM = "vanishing-pyramids";
  const query = new URLSearchParams(location.search);
  const embedded = query.get("embed") === "1";
  const looks = document.documentElement.dataset;

  const tellHost = (type, more = {}) => {
    if (!embedded || window.parent === window) return;
    window.parent.postMessage({ ...more, from: FROM, type }, "*");
  };
  window.boot.tellHost = (type, json) => tellHost(type, JSON.parse(json));

  let toldWidth = 0;
  const tellHeight = () => {
    // From the width alone: the board fills whatever height it gets, so that tells nothing.
    toldWidth = document.documentElement.clientWidth;
    if (!toldWidth) return; // out of sight: it is told with the first size
    tellHost("height", { height: Math.round(Math.min(Math.max(toldWidth * 1.5, 540), 680)) });
  };
  const tellReady = () => {
    tellHost("ready");
    tellHeight();
  };

  if (embedded) {
    looks.embed = "1";
    window.addEventListener("resize", () => {
      if (ready && document.documentElement.clientWidth !== toldWidth) tellHeight();
    });
    window.addEventListener("message", ({ source, data }) => {
      const asks = source === window.parent && data && data.from === FROM && data.type === "ask";
      if (asks && ready) tellReady();
    });
  }

  // --- What is kept -------------------------------------------------------------------------

  /** Return the one way to write the name of a folder in an address. */
  const plain = (name) => {
    try {
      return encodeURIComponent(decodeURIComponent(name));
    } catch (error) {
      return name; // a % that encodes nothing
    }
  };

  // Every key begins with the mark of this copy of the site, as one host may hold a copy in each folder; a
  // frame's, with its address, too. At the root it is the one that all copies had before (keeping.mjs).
  const folder = new URL(base).pathname.split("/").filter(Boolean).map((name) => `${plain(name)}/`).join("");
  const kind = embedded ? `${FROM}-embed` : FROM;
  const frame = embedded ? location.hash.slice(0, 60) : "";
  const before = `${kind}.${embedded ? `${frame}.` : ""}`;
  const mark = folder ? `${kind} /${folder} ${embedded ? `${frame} ` : ""}` : before;
  const rootClaim = `${FROM} /`; // kept once the copy at the root was there
  window.boot.keys = { mark, before, rootClaim };

  // --- Looks --------------------------------------------------------------------------------

  // Of what game/views/settings.py keeps, what the first paint shows; a frame has its own.
  const THEMES = ["system", "light", "dark", "contrast"];
  let keptLanguage = "";
  const wear = (theme) => {
    if (THEMES.includes(theme)) looks.theme = theme;
  };
  /** Return the kept settings; at the first start in a folder they are not moved yet. */
  const keptSettings = () => {
    const own = localStorage.getItem(`${mark}settings`);
    const isFirst = [mark, rootClaim].every((name) => localStorage.getItem(name) === null);
    return own ?? (isFirst && localStorage.getItem(`${before}settings`));
  };
  if (embedded) wear(query.get("theme"));
  else {
    try {
      for (const line of (keptSettings() || "").split("\n")) {
        const [, name, value] = /^(\w+)=(\w+)$/.exec(line) ?? [];
        if (name === "theme") wear(value);
        else if (name === "language") keptLanguage = value;
      }
    } catch (error) {
      // Storage is denied: the page looks as it does by default.
    }
  }
  // The browser's bar, and what it does of its own accord where a device wants all pages dark, follow
  // the theme that holds now. The colours are those of the table in styles/page.css.
  const BARS = { light: "#e6d5b5", dark: "#2a1d15", contrast: "#000000" };
  const dress = () => {
    const theme = Object.hasOwn(BARS, looks.theme) && looks.theme;
    for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
      bar.content = BARS[theme || /light|dark/.exec(bar.media)[0]];
    }
    const scheme = theme === "light" ? "only light" : "only dark";
    find('meta[name="color-scheme"]').content = theme ? scheme : "light dark";
  };
  dress();
  new MutationObserver(dress).observe(root, { attributeFilter: ["data-theme"] });
  speak(chosenLanguage(keptLanguage));
  document.addEventListener("readystatechange", sayWords, { once: true });

  // --- Start --------------------------------------------------------------------------------

  const hasWasm = () => {
    try {
      return Boolean(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
    } catch (error) {
      return false;
    }
  };

  if (location.protocol === "file:" && !isSingle) show("file");
  else if (isSingle && !("DecompressionStream" in window)) show("old");
  else if (!document.documentElement.dataset.build) show("unbuilt");
  else if (!hasWasm()) show("wasm");
  else catalogue(spoken);

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      arrived.add(entry.name);
      if (entry.responseStatus >= 400) refused.add(entry.name);
    }
    nameRefused();
    showProgress();
    restartQuietTimer();
  }).observe({ type: "resource", buffered: true });
  restartQuietTimer();

  const readiness = new MutationObserver(() => {
    if (!document.body || document.body.dataset.ready !== "true") return;
    readiness.disconnect();
    becameReady();
  });
  readiness.observe(document.documentElement, {
    subtree: true,
    attributeFilter: ["data-ready"],
    attributes: true,
  });
})();
