import { describe, expect, it } from 'vitest';
import { moduleState } from '../../../tools/check-state.mjs';

const PATH = 'src/simulation/detect/walk.ts';

describe('state of modules', () => {
  it.each([
    `let count = 0;`,
    `export let marks = new Uint32Array(0);`,
    `const ray = createRay();`,
    `const known = new WeakMap<Topology, Cells>();`,
    `export const path = {\n  x: 0.5,\n};`,
    `export const partners: { nodes: Int32Array } = { nodes: new Int32Array(0) };`,
    `const corners = Uint32Array.of(1, 2, 3);`,
    `const lists: Int32Array[] = [];`,
    `export const INVERTED: Obstacles = { squared: 1 };\nfunction forget() {\n  INVERTED.squared = 0;\n}`,
    `const COUNTS = new Uint32Array(4);\nfunction add(i: number) {\n  COUNTS[i]++;\n}`,
    `const TABLE = new Uint32Array(4);\nfunction clear() {\n  TABLE.fill(0);\n}`,
  ])('is %s', (text) => {
    expect(moduleState(PATH, text)).toHaveLength(1);
  });

  it.each([
    `const MOST = 4;`,
    `const CORNERS = Uint8Array.from(TET_FACES.flat());\nconst first = (k: number) => CORNERS[k];\nif (CORNERS[0] === 1) throw 1;`,
    `export const folds: Stage = {\n  phases: () => 2,\n};`,
    `export const createRay = (): Ray => new Float64Array(15);`,
    `function walk() {\n  let count = 0;\n  const stack = [1];\n  return count + stack.length;\n}`,
    `export const boxOf = (tree: Tree) => ({ at: tree.base });`,
  ])('is not %s', (text) => {
    expect(moduleState(PATH, text)).toEqual([]);
  });

  it('is allowed in layers outside the list, and for listed exceptions', () => {
    expect(moduleState('src/ui/panel/panel.ts', 'let isOpen = false;')).toEqual([]);
    const known = 'const known = new WeakMap<Topology, Wheels>();';
    expect(moduleState('src/mesh/wheels.ts', known)).toEqual([]);
    expect(moduleState('src/mesh/wheels.ts', `${known}\nlet other = 1;`)).toHaveLength(1);
  });
});
