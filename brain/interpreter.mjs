// What PyScript takes for Pyodide in the worker: Pyodide itself, with a standard library cut down to
// what the worker imports (scripts/brain.mjs makes it). PyScript has no option for that.
import { loadPyodide as load, version } from "../pyodide/pyodide.mjs";

const pyodide = new URL("../pyodide/", import.meta.url).href;
const standardLibrary = new URL("stdlib.zip", import.meta.url).href;

export const loadPyodide = (options) =>
  load({ ...options, indexURL: pyodide, stdLibURL: standardLibrary });
export { version };
