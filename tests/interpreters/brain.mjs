// Prints what the worker answers in Pyodide, with the site's own library:
// node brain.mjs SITE QUESTIONS, one answer a line.
import fs from "node:fs";
import path from "node:path";
import { loadPyodide } from "pyodide";

const [, , site, questions] = process.argv;
const began = performance.now();
const python = await loadPyodide({ stdLibURL: path.join(site, "brain/stdlib.zip") });
const { config } = JSON.parse(fs.readFileSync(path.join(site, "brain.json"), "utf-8"));
for (const name of [...Object.keys(config.files), "./game/brain.py"]) {
  python.FS.mkdirTree(path.dirname(name));
  python.FS.writeFile(name, fs.readFileSync(path.join(site, name)));
}
const brain = python.pyimport("game.brain");
console.error(`started in ${Math.round(performance.now() - began)} ms`);
for (const [name, question] of JSON.parse(fs.readFileSync(questions, "utf-8"))) {
  console.log(await brain[name](JSON.stringify(question)));
}
process.exit(0); // Pyodide keeps timers running.
