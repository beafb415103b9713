import { isMain, report, sourceFiles } from './source-files.mjs';

/** Layers whose modules hold no state: what a function writes is in its signature. */
const STATELESS = ['math', 'geometry', 'bvh', 'mesh', 'simulation'];

/** Module-level state that stays, and why. */
const ALLOWED = new Map([
  ['src/mesh/wheels.ts: known', 'of a topology that never changes, made when culling first asks for it'],
  ['src/simulation/view/explain/explain-path.ts: known', 'of a topology that never changes; looked at by hand'],
  ['src/simulation/path-2d/preparations.ts: known', 'of a topology that never changes'],
]);

const VARIABLE = /^(?:export )?(?:let|var) (\w+)/gm;
/** Constants are in capitals; a stage is one whatever its name. */
const OBJECT = /^(?:export )?const ([a-z]\w*)(?:: (?!Stage\b)[^=]+)? = (?:\{|\[|new |create\w*\(|\w+\.(?:from|of)\()/gm;
const TABLE = /^(?:export )?const ([A-Z][A-Z0-9_]*)\b/gm;

/**
 * The variables and the mutable objects of a module: hidden inputs and outputs of its functions, one a thread.
 * @param {string} path such as src/bvh/walk.ts
 * @param {string} text the file's text
 * @returns {string[]} a line each
 */
export function moduleState(path, text) {
  if (!STATELESS.includes(path.split('/')[1])) return [];
  const names = (/** @type {RegExp} */ pattern) => [...text.matchAll(pattern)].map((match) => match[1]);
  const written = names(TABLE).filter((name) => isWritten(name, text));
  return [...names(VARIABLE), ...names(OBJECT), ...written]
    .filter((name) => !ALLOWED.has(`${path}: ${name}`))
    .map(
      (name) => `${path}: '${name}' is state of a module; hand it on (simulation/scratch.ts), or call a constant so`,
    );
}

/**
 * Whether a file writes to a part of what it calls a constant.
 * @param {string} name
 * @param {string} text
 */
const isWritten = (name, text) =>
  new RegExp(`\\b${name}(?:\\.\\w+|\\[[^\\]\\n]*\\])+ (?:[-+*/%&|^]|<<|>>>?|\\?\\?)?= `).test(text) ||
  new RegExp(`\\b${name}(?:\\.\\w+|\\[[^\\]\\n]*\\])+(?:\\+\\+|--)`).test(text) ||
  new RegExp(`\\b${name}\\.(?:set|fill|push|pop|add|delete|copyWithin)\\(`).test(text);

if (isMain(import.meta.url)) {
  const files = [...sourceFiles()];
  const lines = files.flatMap(([path, text]) => moduleState(path, text));
  report(lines, `state: ${files.length} files, ${lines.length} states of modules`);
}
