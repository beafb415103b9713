import { posix } from 'node:path';
import { isMain, report, sourceFiles } from './source-files.mjs';

/**
 * The layers, lowest first. A file may import from its own layer and from layers in earlier rows; layers of the same row don't
 * import one another. PACKAGES says which layers may import a package.
 */
const ROWS = [
  ['math'],
  ['geometry'],
  ['mesh', 'bvh'],
  ['formats'],
  ['surface'],
  ['simulation'],
  ['scenes', 'gpu', 'cpu', 'workers'],
  ['engine'],
  ['record', 'render'],
  ['index', 'surfaces', 'worker'],
  ['three'],
  ['node'],
  ['queries'],
  ['ui', 'cli'],
  ['paper'],
  ['main', 'command-line'],
];

/** @type {Record<string, string[]>} */
const PACKAGES = {
  delaunator: ['mesh'],
  constrainautor: ['mesh'],
  'robust-predicates': ['math', 'geometry', 'mesh', 'simulation', 'record'],
  'wgpu-matrix': ['scenes', 'render', 'ui', 'main'],
  comlink: ['workers', 'ui', 'main'],
  three: ['formats', 'surface', 'render', 'three'],
  fflate: ['formats'],
  core: ['formats'],
  'three-mesh-bvh': ['surface'],
  mediabunny: ['ui'],
  commander: ['cli'],
  'd3-dsv': ['record', 'ui', 'cli'],
  'lil-gui': ['ui'],
  webgpu: ['node'],
  'modern-tar': ['node'],
  // Node's built-in modules, which a page doesn't have.
  node: ['node', 'queries', 'cli', 'paper', 'command-line'],
  shaders: ['gpu', 'render'],
};

/** Matches a file's imports: static ones, types included, dynamic ones, and workers' URLs. */
export const SPECIFIER = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]|new URL\(\s*['"](\.[^'"]+)['"]/g;

/** @param {string} layer */
const row = (layer) => ROWS.findIndex((layers) => layers.includes(layer));

/** The layer of a path such as src/mesh/io/ply.ts: its first folder under src/, or its file name if it lies in src/ itself. */
const layerOf = (/** @type {string} */ path) => path.split('/')[1].replace(/\.(ts|css)$/, '');

/**
 * Imports of a file that break the layer rule.
 * @param {string} path such as src/mesh/io/ply.ts
 * @param {string} text the file's text
 * @returns {string[]} one line per import
 */
export function violations(path, text) {
  const layer = layerOf(path);
  if (row(layer) < 0) return [`${path}: '${layer}' is no layer; these are: ${ROWS.flat().join(', ')}`];
  const found = [];
  for (const match of text.matchAll(SPECIFIER)) {
    const specifier = match[1] ?? match[2];
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
    const to = target.startsWith('src/') ? layerOf(target) : '';
    if (to) {
      if (to !== layer && !(row(to) < row(layer) && row(to) >= 0))
        found.push(`${path}: ${layer} may not import ${to} ('${specifier}')`);
      continue;
    }
    const name = target.split(/[/:]/)[target.startsWith('@') ? 1 : 0];
    const allowed = PACKAGES[name];
    if (!allowed?.includes(layer))
      found.push(
        `${path}: ${layer} may not import '${specifier}'; ${allowed ? `only ${allowed.join(', ')}` : 'no layer'} may`,
      );
  }
  return found;
}

if (isMain(import.meta.url)) {
  const files = [...sourceFiles()];
  const lines = files.flatMap(([path, text]) => violations(path, text));
  report(lines, `layers: ${files.length} files, ${lines.length} imports against the rule`);
}
