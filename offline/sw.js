// The service worker: keeps the whole site, one version at a time, and answers from what it kept.
//
// Workbox does the caching (a file's key is its address and content hash, so two versions lie side
// by side until the new one takes over) and the matching. What is written here is what it lacks: two
// tiers, a first visit that may be interrupted anywhere, and telling the page how far things are.
//
//   games   what makes both games playable
//   later   Pyodide and whatever else a game can begin without
//
// Every file is checked against its hash as it arrives, so a file of another version, or half a
// file, is never kept. While `games` is not whole, the network is asked first and what is kept only
// helps out; once it is whole, no file of the page comes from anywhere else.

import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

const BUILD = __BUILD__; // the page's data-build
const FILES = self.__WB_MANIFEST; // {url, revision, integrity, bytes} of every file of the site

const LATER = /^(pyodide|pyscript|brain)\/|\.py$|^brain\.json$|\.(zip|whl|jpg)$|^licences\.txt$/;
const SHELL = /^(index\.html|boot\.js|styles\/.*\.css)$/; // with these the page can say what is missing
const AT_ONCE = 6; // files fetched at the same time
const FILE_MINUTES = 4; // a file that takes longer counts as not answered

const scope = self.registration.scope; // part of the caches' names: a host may hold several copies
const pages = new BroadcastChannel(`offline ${scope}`);

/** A part of the site and the cache that keeps it. */
class Tier {
  constructor(name, files) {
    this.files = files;
    this.cacheName = `vanishing-pyramids-${name}-${scope}`;
    this.precache = new PrecacheController({
      cacheName: this.cacheName,
      plugins: [{ requestWillFetch: async ({ request }) => pastHttpCache(request) }],
    });
    this.precache.addToCacheList(files);
    this.failed = new Map(); // why a file did not come: "404", "network", "changed", "full"
    this.waiting = new Set(); // files that were asked for
  }

  key(url) {
    return this.precache.getCacheKeyForURL(url);
  }

  /** Return the files that are not kept, in the order of the manifest. */
  async missing() {
    const cache = await caches.open(this.cacheName);
    const kept = new Set((await cache.keys()).map((request) => request.url));
    return this.files.filter(({ url }) => !kept.has(this.key(url)));
  }

  async isEmpty() {
    return !(await (await caches.open(this.cacheName)).keys()).length;
  }

  /** Fetch what is not kept of these files; return whether all of them are kept now. */
  async fill(event, files = this.files) {
    const todo = (await this.missing()).filter((file) => files.includes(file));
    for (const { url } of todo) this.failed.delete(url);
    const work = async () => {
      for (let file = todo.shift(); file; file = todo.shift()) {
        this.waiting.add(file.url);
        await this.keep(file, event).catch(async (error) => {
          this.failed.set(file.url, await reason(file.url, error));
        });
        this.waiting.delete(file.url);
        await tell();
      }
    };
    await tell();
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return files.every(({ url }) => !this.failed.has(url));
  }

  async keep({ url, integrity }, event) {
    const request = new Request(url, {
      credentials: "same-origin",
      signal: AbortSignal.timeout(FILE_MINUTES * 60_000),
      integrity,
    });
    const params = { cacheKey: this.key(url), integrity };
    await Promise.all(this.precache.strategy.handleAll({ request, event, params }));
  }

  async state() {
    const missing = await this.missing();
    const sum = (files) => files.reduce((total, { bytes }) => total + bytes, 0);
    return {
      files: this.files.length,
      bytes: sum(this.files),
      missing: missing.length,
      missingBytes: sum(missing),
      failed: [...this.failed],
      waiting: [...this.waiting],
    };
  }
}

const games = new Tier("games", FILES.filter(({ url }) => !LATER.test(url)));
const later = new Tier("later", FILES.filter(({ url }) => LATER.test(url)));

/** Return the request with the HTTP cache left out; a host may let that be minutes old. */
function pastHttpCache(request) {
  return request.mode === "navigate" ? request : new Request(request, { cache: "reload" });
}

/** Return why a file was not kept. The check of the hash hides the status, so that is asked again. */
async function reason(url, error) {
  if (error.name === "QuotaExceededError") return "full";
  const check = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(15_000) };
  return fetch(url, check).then(
    (answer) => (answer.ok ? "changed" : String(answer.status)),
    () => "network",
  );
}

// --- Telling the pages ----------------------------------------------------------------------

// "first" and "new" while installing without and beside an older version; "active" afterwards.
let phase = "active";
let filling = 0;

async function tell() {
  pages.postMessage({
    build: BUILD,
    phase,
    filling: filling > 0,
    games: await games.state(),
    later: await later.state(),
  });
}

/** Run some caching; the pages hear of its beginning and its end. */
async function busily(work) {
  filling += 1;
  try {
    return await work();
  } finally {
    filling -= 1;
    isWhole = null;
    await tell();
  }
}

// --- Life -----------------------------------------------------------------------------------

/** A new version takes over only when all of it is here, and what the old one could do as well. */
async function install(event) {
  phase = self.registration.active ? "new" : "first";
  const arrived = await busily(async () => {
    if (phase === "first") return games.fill(event, games.files.filter(({ url }) => SHELL.test(url)));
    return (await games.fill(event)) && ((await later.isEmpty()) || later.fill(event));
  });
  if (!arrived) throw new Error("not every file arrived");
}

self.addEventListener("install", (event) => event.waitUntil(install(event)));

self.addEventListener("activate", (event) => {
  phase = "active";
  games.precache.activate(event); // forgets the files of older versions
  later.precache.activate(event);
});

let running = Promise.resolve();

/** Fetch what is missing, one call after the other. */
function fillBoth(event, withLater) {
  running = running.catch(() => {}).then(() =>
    busily(async () => (await games.fill(event)) && withLater && later.fill(event)),
  );
  return running;
}

const commands = {
  state: () => tell(),
  fill: (event) => fillBoth(event, event.data.later),
  // A page of this very version, loaded before there was a service worker, is looked after too.
  claim: (event) => event.data.build === BUILD && self.clients.claim(),
  takeOver: () => self.skipWaiting(),
  build: (event) => event.ports[0].postMessage(BUILD),
};

self.addEventListener("message", (event) => {
  event.waitUntil(Promise.resolve(commands[event.data.command]?.(event)));
});

// --- Answering ------------------------------------------------------------------------------

let isWhole = null; // a promise: whether every file of `games` is kept

async function answer(tier, options) {
  isWhole ??= games.missing().then((missing) => !missing.length);
  if (await isWhole) return tier.precache.strategy.handle(options);
  const kept = () => caches.match(options.params.cacheKey, { cacheName: tier.cacheName });
  try {
    const response = await fetch(options.request);
    return response.ok ? response : (await kept()) || response;
  } catch (error) {
    const response = await kept();
    if (!response) throw error;
    return response;
  }
}

for (const tier of [games, later]) {
  // What follows the ? is the page's own affair (?lang=it, ?embed=1).
  const route = new PrecacheRoute(tier.precache, {
    ignoreURLParametersMatching: [/./],
    cleanURLs: false,
  });
  route.handler = { handle: (options) => answer(tier, options) };
  registerRoute(route);
}
