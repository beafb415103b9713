import { cases } from '../../../fixtures/tier.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NONE } from '../../../../src/mesh/topology.ts';
import { buildTriTopology } from '../../../../src/mesh/triangles/tri-topology.ts';
import { findShortestPath2d } from '../../../../src/simulation/path-2d/find-shortest-path.ts';
import { createPathBody2d } from '../../../../src/simulation/path-2d/path-body.ts';
import { flatQueries, type FlatShape, flatShapes, invertedShapes } from '../../../fixtures/flat-shapes.ts';
import { PathOracle2d } from '../../../fixtures/path-oracle-2d.ts';
import { NO_PATH_CASES } from '../../../fixtures/path-cases.ts';
import { sharedData } from '../../../fixtures/shared-data.ts';
import {
  createPathScratch2d,
  PATH_OPTIONS_2D,
  type PathOptions2d,
  TRAVERSAL_LIMITS_2D,
} from '../../../../src/simulation/path-2d/scratch.ts';

const scratch2d = createPathScratch2d();
const { path: path2d } = scratch2d;

/** Tolerance of distances computed in float64 from the same positions, as a share of the shape's size. */
const TOLERANCE = 1e-12;
/** Largest coordinate of the shapes at scale 1 [m]. */
const SIZE = 15;
/** How far outside of a triangle lines may pass. An answer is right if the oracle gives it at one of these; they rarely differ. */
const TOUCHING = [1e-12, 1e-9, 1e-7];

const WITHOUT_CULLING: PathOptions2d = { ...PATH_OPTIONS_2D, culling: false };
const TINY: readonly (readonly [string, PathOptions2d])[] = [
  ['a ring of 1', { culling: false, limits: { ...TRAVERSAL_LIMITS_2D, ring: 1 } }],
  ['1 branch', { culling: false, limits: { ...TRAVERSAL_LIMITS_2D, branches: 1 } }],
  ['no branch', { culling: false, limits: { ...TRAVERSAL_LIMITS_2D, branches: 0 } }],
  ['2 steps', { culling: false, limits: { ...TRAVERSAL_LIMITS_2D, steps: 2 } }],
];

test.skipIf(NO_PATH_CASES)(`spiral-2d: every answer, with culling and without${NO_PATH_CASES}`, () => {
  const read = (name: string) => JSON.parse(readFileSync(sharedData(`paths/spiral-2d.${name}.json`), 'utf8'));
  const { objects, queries } = read('in');
  const expected = read('expected');
  const positions = Float32Array.from(objects[0].pos);
  const body = createPathBody2d(buildTriTopology(Uint32Array.from(objects[0].elem), positions.length / 2), positions);
  expect(queries.elem).toHaveLength(470);
  for (const options of [PATH_OPTIONS_2D, WITHOUT_CULLING])
    for (let q = 0; q < queries.elem.length; q++) {
      const vertex = queries.vertex[q] < 0 ? NONE : queries.vertex[q];
      findShortestPath2d(scratch2d, body, queries.p[2 * q], queries.p[2 * q + 1], queries.elem[q], vertex, options);
      expect(path2d.segment, `query ${q}`).not.toBe(NONE);
      expect(Math.sqrt(path2d.depthSquared), `query ${q}`).toBeCloseTo(expected.distance[q], 12);
    }
});

/** Runs all queries of a shape. @returns their number, the number on which oracles of different tolerance disagree, and the errors */
function compare({ topology, positions }: FlatShape, scale: number, options: readonly PathOptions2d[]) {
  const body = createPathBody2d(topology, positions);
  const oracles = TOUCHING.map((touching) => new PathOracle2d(topology, positions, touching));
  const queries = flatQueries(oracles[0], cases(400, 130), cases(120, 40));
  const tolerance = TOLERANCE * SIZE * scale;
  const wrong: string[] = [];
  let missing = 0;
  let ambiguous = 0;
  for (const { point, triangle, vertex } of queries) {
    const exact = oracles.map((oracle) => oracle.shortestPath(point, triangle, vertex)?.distance ?? -1);
    if (Math.max(...exact) - Math.min(...exact) > tolerance) ambiguous++;
    if (Math.min(...exact) < 0) missing++;
    for (const option of options) {
      findShortestPath2d(scratch2d, body, ...point, triangle, vertex < 0 ? NONE : vertex, option);
      const distance = path2d.segment === NONE ? -1 : Math.sqrt(path2d.depthSquared);
      if (exact.some((right) => Math.abs(right - distance) <= tolerance)) continue;
      wrong.push(
        `${point} in ${triangle}, vertex ${vertex}, culling ${option.culling}: ${distance}, expected ${exact}`,
      );
    }
  }
  return { own: queries.filter(({ vertex }) => vertex >= 0).length, ambiguous, missing, wrong };
}

describe.each([
  { scale: 1, away: 0 },
  { scale: 1e-3, away: 0 },
  { scale: 1e3, away: 0 },
  { scale: 1, away: 10 * SIZE },
])('scale $scale, $away m from the origin', (placing) => {
  const away = { scale: placing.scale, away: placing.away };
  const options = [PATH_OPTIONS_2D, WITHOUT_CULLING, ...TINY.map(([, tiny]) => tiny)];

  test.each(flatShapes(away))('$name agrees with the brute force', (flat) => {
    const { own, ...found } = compare(flat, placing.scale, options);
    expect(own).toBeGreaterThan(0);
    expect(found).toEqual({ wrong: [], ambiguous: 0, missing: 0 });
  });

  test.each(invertedShapes(away))(
    '$name, with inverted triangles, agrees with the lines of the brute force',
    (flat) => {
      const { own, ...found } = compare(flat, placing.scale, options);
      expect(own).toBeGreaterThan(0);
      expect(found).toEqual({ wrong: [], ambiguous: 0, missing: 0 });
    },
  );
});
