import { isMain, report, sourceFiles } from './source-files.mjs';

/** Layers whose modules may hold no state, so that each function's signature shows what it writes. */
const STATELESS = ['math', 'geometry', 'bvh', 'mesh', 'simulation'];

/** Exceptions, with the reason. */
const ALLOWED = new Map([
  ['src/mesh/wheels.ts: known', 'of a topology that never changes, made when culling first asks for it'],
  ['src/simulation/view/explain/explain-path.ts: cellsOfModel', 'of a topology that never changes; looked at by hand'],
  ['src/simulation/path-2d/preparations.ts: firstSegmentsOf', 'of a topology that never changes'],
]);

const VARIABLE = /^(?:export )?(?:let|var) (\w+)/gm;
/** Objects by convention: constants have names in capitals; a const of type Stage is a constant whatever its name. */
const OBJECT = /^(?:export )?const ([a-z]\w*)(?:: (?!Stage\b)[^=]+)? = (?:\{|\[|new |create\w*\(|\w+\.(?:from|of)\()/gm;
const TABLE = /^(?:export )?const ([A-Z][A-Z0-9_]*)\b/gm;

/**
 * Finds variables and mutable objects at module level. They would be hidden inputs and outputs of functions, separate in each
 * thread.
 * @param {string} path such as src/bvh/walk.ts
 * @param {string} text the file's text
 * @returns {string[]} one line each
 */
export function moduleState(path, text) {
  if (!STATELESS.includes(path.split('/')[1])) return [];
  const names = (/** @type {RegExp} */ pattern) => [...text.matchAll(pattern)].map((match) => match[1]);
  const written = names(TABLE).filter((name) => isWritten(name, text));
  return [...names(VARIABLE), ...names(OBJECT), ...written]
    .filter((name) => !ALLOWED.has(`${path}: ${name}`))
    .map(
      (name) =>
        `${path}: '${name}' is state of a module; pass it as an argument (simulation/scratch.ts), or name it in CAPITALS if it is constant`,
    );
}

/**
 * Whether a file changes a part of a constant table.
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
  report(lines, `state: ${files.length} files, ${lines.length} variables of modules`);
}
