import { posix } from 'node:path';
import { SPECIFIER } from './check-layers.mjs';
import { isMain, report, sourceFiles } from './source-files.mjs';

/**
 * Finds circular imports, type imports included: to understand one file of a circle, one has to read all of it. To break a
 * circle, move the shared part into a lower file.
 * @param {ReadonlyMap<string, string>} files texts by paths such as src/mesh/io/ply.ts
 * @returns {string[]} one line per circle: the files of the shortest way around
 */
export function circles(files) {
  const imports = new Map([...files].map(([path, text]) => [path, importsOf(path, text, files)]));
  /** @type {Set<string>} */
  const told = new Set();
  const lines = [];
  for (const path of files.keys()) {
    const circle = told.has(path) ? undefined : shortestCircle(path, imports);
    if (!circle) continue;
    for (const member of circle) told.add(member);
    lines.push(`${[...circle, path].join(' -> ')}: a circle of imports`);
  }
  return lines;
}

/**
 * @param {string} path
 * @param {string} text
 * @param {ReadonlyMap<string, string>} files
 */
function importsOf(path, text, files) {
  const specifiers = [...text.matchAll(SPECIFIER)].map((match) => match[1] ?? match[2]);
  return specifiers.map((specifier) => posix.join(posix.dirname(path), specifier)).filter((to) => files.has(to));
}

/**
 * Breadth-first search from a file back to itself.
 * @param {string} start
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @returns {string[] | undefined} the files on the way, `start` first
 */
function shortestCircle(start, imports) {
  /** @type {Map<string, string>} */
  const cameFrom = new Map();
  const waiting = [start];
  for (const at of waiting)
    for (const next of imports.get(at) ?? []) {
      if (next === start) {
        const circle = [at];
        while (circle[0] !== start) circle.unshift(cameFrom.get(circle[0]) ?? start);
        return circle;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      waiting.push(next);
    }
  return undefined;
}

if (isMain(import.meta.url)) {
  const files = sourceFiles();
  const lines = circles(files);
  report(lines, `circles: ${files.size} files, ${lines.length} circles of imports`);
}
