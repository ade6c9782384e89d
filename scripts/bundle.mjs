// Puts one of our scripts and all that it imports from npm into one file, as small as can be:
// `node scripts/bundle.mjs share/qr.mjs TARGET [DEFINE]`; DEFINE, JSON, has values for free names.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [path, outfile, define = "{}"] = process.argv.slice(2);

await build({
  entryPoints: [join(root, path)],
  outfile,
  define: JSON.parse(define),
  bundle: true,
  minify: true,
  format: "esm",
  allowOverwrite: true,
  target: "es2022",
  external: ["node:*", "fs", "path", "url"], // what MicroPython imports under Node
});
