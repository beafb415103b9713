import { afterEach, describe, expect, test } from 'vitest';
import { buildTriTopology } from '../../../../src/mesh/triangles/tri-topology.ts';
import { NONE } from '../../../../src/mesh/topology.ts';
import { createPathScratch, setHome } from '../../../../src/simulation/path/scratch.ts';
import { traverse, traverseMarked } from '../../../../src/simulation/path/traversal.ts';
import { createPathScratch2d, setHome2d } from '../../../../src/simulation/path-2d/scratch.ts';
import { createPathBody2d } from '../../../../src/simulation/path-2d/path-body.ts';
import { traverse2d, traverseMarked2d } from '../../../../src/simulation/path-2d/traversal.ts';
import { flatShapes } from '../../../fixtures/flat-shapes.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';
import { INVALID, UNLIMITED, VALID } from '../../../../src/simulation/path/limits.ts';

const scratch2d = createPathScratch2d();
const { target: target2d } = scratch2d;

const scratch = createPathScratch();
const { target } = scratch;

afterEach(() => {
  setHome(scratch.home, 0, NONE, NONE, NONE);
  setHome2d(scratch2d.home, 0, NONE, NONE);
});

/** A path of length 0 leads from the feature that p lies on to every element around that feature, and to no other. */
describe('from home, where there is no direction', () => {
  const { positions, tets } = boxMesh(4, 4, 4);
  const body = pathBody(positions, tets);
  const around = (held: readonly number[]) =>
    Array.from({ length: tets.length / 4 }, (_, t) => t).filter((t) =>
      held.every((v) => tets.subarray(4 * t, 4 * t + 4).includes(v)),
    );
  const [middle, ...others] = tets.subarray(4 * 200, 4 * 201);
  const [second, third] = [others, [others[1], others[2]], [others[0], others[2]]].find(
    ([a, b]) => around([middle, a, b]).length === 2,
  )!;

  test.each([
    ['a vertex', [middle]],
    ['an edge', [middle, second]],
    ['a face', [middle, second, third]],
  ])('%s', (_, held) => {
    const [a, b = a, c = a] = held;
    setHome(scratch.home, held.length, a, b, c);
    const p = [0, 1, 2].map((axis) => held.reduce((sum, v) => sum + positions[3 * v + axis] / held.length, 0));
    const there = around(held);
    expect(there.length).toBeGreaterThan(1);
    target.a = NONE;
    for (let tet = 0; tet < tets.length / 4; tet++) {
      target.tet = tet;
      const expected = there.includes(tet) ? VALID : INVALID;
      expect(traverseMarked(scratch, body, p[0], p[1], p[2], there[0], 0, 0, 0, false)).toBe(expected);
      expect(
        traverse(scratch, body, p[0], p[1], p[2], there[0], 0, 0, 0, false, { ...UNLIMITED, ring: 16, branches: 32 }),
      ).toBe(expected);
    }
  });

  test('inside an element nothing but that is reached', () => {
    target.a = NONE;
    target.tet = 1;
    expect(traverseMarked(scratch, body, 0.1, 0.1, 0.1, 0, 0, 0, 0, false)).toBe(INVALID);
  });

  test('in the plane', () => {
    const { topology, positions: flat } = flatShapes({ scale: 1, away: 0 })[1];
    const plane = createPathBody2d(topology, flat);
    const { triangles, triangleCount } = topology;
    const v = triangles[3 * 100];
    const others = [...triangles.subarray(301, 303)];
    for (const held of [[v], [v, others[0]]]) {
      setHome2d(scratch2d.home, held.length, v, held.at(-1)!);
      target2d.vertex = NONE;
      for (let t = 0; t < triangleCount; t++) {
        target2d.triangle = t;
        const expected = held.every((w) => triangles.subarray(3 * t, 3 * t + 3).includes(w)) ? VALID : INVALID;
        const [x, y] = flat.subarray(2 * v, 2 * v + 2);
        expect(traverseMarked2d(scratch2d, plane, x, y, 100, 0, 0, false)).toBe(expected);
        expect(traverse2d(scratch2d, plane, x, y, 100, 0, 0, { steps: 512, branches: 16, ring: 16 })).toBe(expected);
      }
    }
  });

  test('a single triangle has no other', () => {
    const single = createPathBody2d(buildTriTopology(Uint32Array.of(0, 1, 2), 3), Float32Array.of(0, 0, 1, 0, 0, 1));
    setHome2d(scratch2d.home, 1, 0, 0);
    target2d.vertex = NONE;
    target2d.triangle = 1;
    expect(traverseMarked2d(scratch2d, single, 0, 0, 0, 0, 0, false)).toBe(INVALID);
  });
});
