// The page's end of the service worker: has it installed, listens to it, and sums up how things are.
//
// game/views/offline.py loads this once a game can be played and the browser is idle, and shows what
// it hears as JSON:
//
//   state      "no", "caching" or "ready", as in data-offline; "ready" once all that is wanted is kept
//   percent    how much of it is kept
//   games, later   what the service worker says of its two tiers (offline/sw.js), or null
//   wantsLater whether Pyodide is fetched ahead: not in a frame, not where data is to be saved
//   trouble    why there is no service worker: "asking" until that is known, "frame", "unsupported"
//              or what the browser said; "" when there is one
//   update     whether another version is ready to take over
//   coming     what a new version says of itself while it is being fetched, or null
//   install    "offer" where the browser can install the page, "ios" or "mac" where the reader must
//              in Safari, or ""
//   replaced   whether another tab has changed the version, so that this page should reload soon
//   persisted  whether the browser has promised to keep what is stored

const scope = new URL("./", document.baseURI).href;
const script = new URL("sw.js", scope).href;
const pageBuild = document.documentElement.dataset.build;
const framed = window.top !== window;
const SILENCE_MS = 20_000; // so long without a word while caching: the browser has ended the worker
const UNKNOWN_MS = 5_000; // a worker that does not tell its version for so long is an older one

let changed = () => {};
let registration = null;
let active = null; // the last word of the version that is in charge
let coming = null; // the last word of one that is being installed
let trouble = "asking";
let persisted = false;
let silence = 0;
let reloading = false;
let asked = false; // whether it was this page that changed the version
let touched = !framed; // a reader of a blog may never touch the game in its frame
let looked = false; // whether the server was asked for a newer version
const builds = new WeakMap(); // what versions that wait are; null while that is not known
let wasOurs = false; // whether this page is answered by a service worker of ours

const savesData = () => Boolean(navigator.connection?.saveData);
const wantsLater = () => !framed && !savesData();

function summary() {
  const tiers = active ? [active.games, ...(wantsLater() ? [active.later] : [])] : [];
  const sum = (key) => tiers.reduce((total, tier) => total + tier[key], 0);
  const whole = tiers.length > 0 && sum("missing") === 0;
  const busy = Boolean(active?.filling || (coming && coming.phase === "first" && coming.filling));
  return {
    state: whole ? "ready" : busy ? "caching" : "no",
    percent: whole ? 100 : Math.floor((99 * (sum("bytes") - sum("missingBytes"))) / (sum("bytes") || 1)),
    games: active?.games ?? null,
    later: active?.later ?? null,
    wantsLater: wantsLater(),
    trouble,
    update: hasUpdate(),
    coming,
    install: installWay(),
    replaced: window.boot.replaced,
    persisted,
  };
}

const say = () => changed(JSON.stringify(summary()));

// --- The service worker ---------------------------------------------------------------------

/** Return what version waits, null while that is not known; say so once it is. */
function buildOf(worker) {
  if (!builds.has(worker)) {
    builds.set(worker, null);
    const { port1, port2 } = new MessageChannel();
    const know = (build) => {
      port1.close();
      if (builds.get(worker) !== null) return;
      builds.set(worker, build);
      say();
    };
    port1.onmessage = ({ data }) => know(data);
    setTimeout(() => know("older"), UNKNOWN_MS);
    worker.postMessage({ command: "build" }, [port2]);
  }
  return builds.get(worker);
}

/** Return the version that waits, unless it is the one that runs: the server may have gone back. */
function otherWaiting() {
  const waiting = registration?.waiting;
  const build = waiting ? buildOf(waiting) : null;
  return build !== null && build !== pageBuild ? waiting : null;
}

/** Return whether a reload would bring another, complete version, and not one that goes. */
function hasUpdate() {
  if (!registration?.active) return false;
  if (registration.waiting) return Boolean(otherWaiting());
  if (registration.installing || !looked) return false;
  return Boolean(active && active.build !== pageBuild && !active.games.missing);
}

const command = (worker, words) => worker?.postMessage(words);

function fill() {
  command(registration?.active, { command: "fill", later: wantsLater() });
}

function hear(word) {
  clearTimeout(silence);
  trouble = "";
  if (word.phase === "active") {
    active = word;
    if (coming?.build === word.build) coming = null;
    if (word.filling) silence = setTimeout(fill, SILENCE_MS);
  } else {
    coming = word.phase === "new" && word.build === pageBuild ? null : word; // it went back
  }
  say();
}

/** Follow a worker from its download to its activation. */
function follow(worker) {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "activated") begin();
    else say();
  });
}

/** A worker is in charge: let it look after this page, and fetch what it has not got. */
function begin() {
  command(registration.active, { command: "claim", build: pageBuild });
  command(registration.active, { command: "state" });
  fill();
}

async function register() {
  try {
    const first = !registration;
    registration = await navigator.serviceWorker.register(script, { scope, updateViaCache: "none" });
    if (!registration.active) trouble = ""; // else it is asked, and hear() knows
    follow(registration.installing ?? registration.waiting); // on a busy device it may be that far
    if (first) {
      registration.addEventListener("updatefound", () => follow(registration.installing));
    }
    if (registration.active) begin();
  } catch (error) {
    trouble = String(error?.message ?? error);
  }
  say();
}

/** Look for a new version, and go on with what was interrupted. */
async function look() {
  if (!touched) return;
  if (!registration || (!registration.active && !registration.installing)) return register();
  await lookForVersion();
  if (registration.active && summary().state !== "ready") fill();
}

/** Without a connection the kept version goes on. */
const lookForVersion = () =>
  registration?.update().then(
    () => {
      looked = true;
      say();
    },
    () => {},
  );

function reload() {
  if (reloading) return;
  reloading = true;
  location.reload();
}

function listen() {
  const workers = navigator.serviceWorker;
  wasOurs = workers.controller?.scriptURL === script;
  workers.addEventListener("controllerchange", () => {
    // A new version took over: this page would go on with a mixture. Its game is saved, but not what
    // another tab's player has half done.
    if (wasOurs && asked) reload();
    else if (wasOurs) {
      window.boot.replaced = true;
      say();
    }
    wasOurs = workers.controller?.scriptURL === script;
  });
  new BroadcastChannel(`offline ${scope}`).addEventListener("message", ({ data }) => hear(data));
  document.addEventListener("visibilitychange", () => document.hidden || look());
  addEventListener("pageshow", look);
  addEventListener("online", look);
}

// --- Installing -----------------------------------------------------------------------------

const isInstalled = () =>
  navigator.standalone === true || matchMedia("(display-mode: standalone)").matches;

function installWay() {
  if (framed || isInstalled()) return "";
  if (window.boot.installOffer) return "offer";
  if (navigator.standalone === false) return "ios"; // only iOS has this property
  return /^Apple/.test(navigator.vendor) && /^Mac/.test(navigator.platform) ? "mac" : "";
}

// --- What the page calls --------------------------------------------------------------------

/** Begin; `heard` is called with a summary whenever something changed. */
export async function start(heard) {
  changed = heard;
  window.boot.offersInstall = say;
  addEventListener("appinstalled", say);
  persisted = (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
  if (!navigator.serviceWorker?.register) {
    trouble = "unsupported";
    say();
    return;
  }
  listen();
  touched ||= wasOurs;
  if (!touched) {
    const touch = () => {
      touched = true;
      register();
    };
    addEventListener("pointerdown", touch, { once: true });
    addEventListener("keydown", touch, { once: true });
    trouble = "frame";
    say();
  } else {
    await register();
    await lookForVersion();
  }
}

/** Try again what failed. */
export const retry = () => look().then(say);

/** Fetch also what is only fetched when needed. */
export const fetchAll = () => command(registration?.active, { command: "fill", later: true });

/** Change to the other version; the page reloads itself. */
export function update() {
  asked = true;
  const waiting = otherWaiting();
  if (!waiting) {
    reload();
    return;
  }
  waiting.addEventListener("statechange", () => waiting.state === "activated" && reload());
  command(waiting, { command: "takeOver" });
}

/** Let the browser ask whether the page is to be installed. */
export async function install() {
  const offer = window.boot.installOffer;
  window.boot.installOffer = null; // it can be used once
  await offer?.prompt();
  say();
}

/** Ask the browser not to clean up what is stored here. */
export async function persist() {
  persisted = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
  say();
}
