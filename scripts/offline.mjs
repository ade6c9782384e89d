// Makes what lets the site live on a device: `node scripts/offline.mjs icons|worker SITE [BUILD]`.
//
//   icons    icons/*.png, rendered from icon.svg
//   worker   sw.js, bundled from offline/sw.js with a list of all files of the site; made last

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LARGEST_FILE = 50 * 2 ** 20; // Workbox leaves out larger ones, with no more than a warning

async function icons(site) {
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
  await initWasm(readFileSync(wasm));
  mkdirSync(join(site, "icons"));

  const drawing = readFileSync(join(root, "icon.svg"), "utf-8");
  const [, ground] = drawing.match(/(<rect [^>]*>)/);
  /** The same picture on a ground that fills the square, for devices that cut their own shape. */
  const filled = (scale) =>
    drawing
      .replace(ground, `${ground.replace(/ rx="\d+"/, "")}<g transform="translate(32 32) scale(${scale}) translate(-32 -32)">`)
      .replace("</svg>", "</g></svg>");

  const draw = (name, svg, width) =>
    writeFileSync(
      join(site, "icons", `${name}.png`),
      new Resvg(svg, { fitTo: { mode: "width", value: width } }).render().asPng(),
    );
  draw("icon-192", drawing, 192);
  draw("icon-512", drawing, 512);
  draw("maskable-512", filled(0.8), 512); // inside the circle of 80 % that no device cuts
  draw("apple-touch", filled(0.92), 180);
}

async function worker(site, pageBuild) {
  const { build } = await import("esbuild");
  const { injectManifest } = (await import("workbox-build")).default;
  const bundle = join(site, "sw.bundle.js");
  await build({
    entryPoints: [join(root, "offline/sw.js")],
    outfile: bundle,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"', __BUILD__: JSON.stringify(pageBuild) },
  });
  const { warnings } = await injectManifest({
    swSrc: bundle,
    swDest: join(site, "sw.js"),
    globDirectory: site,
    globPatterns: ["**/*"],
    globIgnores: ["sw.js", "sw.bundle.js", "vanishing-pyramids.html"],
    maximumFileSizeToCacheInBytes: LARGEST_FILE,
    manifestTransforms: [
      (manifest) => ({
        manifest: manifest.map((file) => {
          const sha256 = createHash("sha256").update(readFileSync(join(site, file.url)));
          return { ...file, bytes: file.size, integrity: `sha256-${sha256.digest("base64")}` };
        }),
      }),
    ],
  });
  rmSync(bundle);
  if (warnings.length) throw new Error(warnings.join("\n"));
}

const [what, site, pageBuild] = process.argv.slice(2);
await { icons, worker }[what](site, pageBuild);
