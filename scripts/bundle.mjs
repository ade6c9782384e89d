// Puts one of our scripts and all that it imports from npm into one file of the site, as small as can be:
// `node scripts/bundle.mjs share/qr.mjs SITE`.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [path, site] = process.argv.slice(2);

await build({
  entryPoints: [join(root, path)],
  outfile: join(site, path),
  bundle: true,
  minify: true,
  format: "esm",
  allowOverwrite: true,
  target: "es2022",
});
