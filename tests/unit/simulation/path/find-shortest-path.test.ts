import { cases, isFull } from '../../../fixtures/tier.ts';
import { describe, expect, test } from 'vitest';
import { NONE } from '../../../../src/mesh/topology.ts';
import { findShortestPath } from '../../../../src/simulation/path/search.ts';
import { clearPathWork } from '../../../../src/simulation/path/path-body.ts';
import { TRAVERSAL_LIMITS } from '../../../../src/simulation/path/limits.ts';
import { bentBars } from '../../../fixtures/bent-bars.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import { loadPathCase, NO_PATH_CASES } from '../../../fixtures/path-cases.ts';
import { PathOracle } from '../../../fixtures/path-oracle.ts';
import { pathQueries } from '../../../fixtures/path-queries.ts';
import { PATH_OPTIONS, type PathOptions } from '../../../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();
const { path, work: pathWork } = scratch;

/** Tolerance of the given exact answers, as a share of the bounding box's diagonal. */
const CASE_TOLERANCE = 1e-4;
/** Tolerance of distances computed in float64 from the same float32 positions, as a share of the mesh's size. */
const TOLERANCE = 1e-9;

const WITHOUT_CULLING: PathOptions = { ...PATH_OPTIONS, culling: false };
const TINY: readonly (readonly [string, PathOptions])[] = [
  ['a ring of 1', { culling: false, limits: { ...TRAVERSAL_LIMITS, ring: 1 } }],
  ['1 branch', { culling: false, limits: { ...TRAVERSAL_LIMITS, branches: 1 } }],
  ['no branch', { culling: false, limits: { ...TRAVERSAL_LIMITS, branches: 0 } }],
  ['2 steps', { culling: false, limits: { ...TRAVERSAL_LIMITS, steps: 2 } }],
];

describe.skipIf(NO_PATH_CASES)(`cases with exact answers${NO_PATH_CASES}`, () => {
  test.each(['octopus-self', 'noodle-coil'])('%s: every answer, with culling and without', (name) => {
    const given = loadPathCase(name);
    const body = pathBody(given.positions, given.tets);
    for (const options of [PATH_OPTIONS, WITHOUT_CULLING])
      given.vertices.forEach((vertex, i) => {
        const [x, y, z] = given.points.slice(3 * i, 3 * i + 3);
        findShortestPath(scratch, body, x, y, z, given.elements[i], vertex < 0 ? NONE : vertex, options);
        expect(path.face, `query ${i}`).not.toBe(NONE);
        const error = Math.abs(Math.sqrt(path.depthSquared) - given.distances[i]);
        expect(error, `query ${i}`).toBeLessThan(CASE_TOLERANCE * given.bboxDiagonal);
      });
  });

  test.runIf(isFull)('octopus-inverted: ends, with numbers, and finds nearly all', () => {
    const given = loadPathCase('octopus-inverted');
    const body = pathBody(given.positions, given.tets);
    let right = 0;
    given.vertices.forEach((vertex, i) => {
      const [x, y, z] = given.points.slice(3 * i, 3 * i + 3);
      findShortestPath(scratch, body, x, y, z, given.elements[i], vertex, PATH_OPTIONS);
      expect(path.depthSquared).not.toBeNaN();
      if (Math.abs(Math.sqrt(path.depthSquared) - given.distances[i]) < CASE_TOLERANCE * given.bboxDiagonal) right++;
    });
    expect(right).toBeGreaterThan(2030);
  });
});

describe('bent bars agree with the brute force', () => {
  for (const scale of [1e-3, 1, 1e3])
    for (const bar of bentBars(scale))
      test(`${bar.name} at scale ${scale}`, () => {
        const body = pathBody(bar.positions, bar.tets);
        const oracle = new PathOracle(body.topology, bar.positions);
        for (let tet = 0; tet < body.topology.tetCount; tet++) expect(oracle.sixfoldVolume(tet)).toBeGreaterThan(0);
        const queries = pathQueries(oracle, cases(120, 40), cases(60, 20));
        expect(queries.length).toBeGreaterThanOrEqual(cases(120, 40));
        for (const { point, tet, vertex } of queries) {
          const exact = oracle.shortestPath(point, tet, vertex);
          expect(exact).toBeDefined();
          for (const options of [PATH_OPTIONS, WITHOUT_CULLING, ...TINY.map(([, tiny]) => tiny)]) {
            findShortestPath(scratch, body, ...point, tet, vertex < 0 ? NONE : vertex, options);
            const error = Math.abs(Math.sqrt(path.depthSquared) - (exact?.distance ?? 0));
            expect(error, `${point} in ${tet}, vertex ${vertex}`).toBeLessThan(TOLERANCE * scale);
          }
        }
      });

  test.each(TINY)('%s overflows', (_, options) => {
    const [ring] = bentBars(1);
    const body = pathBody(ring.positions, ring.tets);
    clearPathWork(scratch.work);
    for (const { point, tet, vertex } of pathQueries(new PathOracle(body.topology, ring.positions), 120, 0))
      findShortestPath(scratch, body, ...point, tet, vertex < 0 ? NONE : vertex, options);
    expect(pathWork.overflows).toBeGreaterThan(0);
  });
});

test('the answer is a point of its face', () => {
  const [, coil] = bentBars(1);
  const body = pathBody(coil.positions, coil.tets);
  const oracle = new PathOracle(body.topology, coil.positions);
  for (const { point, tet, vertex } of pathQueries(oracle, cases(50, 20), cases(50, 20))) {
    findShortestPath(scratch, body, ...point, tet, vertex < 0 ? NONE : vertex, PATH_OPTIONS);
    const { b0, b1, face, x, y, z, feature } = path;
    const weights = [b0, b1, 1 - b0 - b1];
    const corners = [0, 1, 2].map((k) => oracle.vertex(body.topology.faces[3 * face + k]));
    [x, y, z].forEach((c, axis) => {
      const sum = weights.reduce((total, w, k) => total + w * corners[k][axis], 0);
      expect(sum - point[axis]).toBeCloseTo(c, 9);
    });
    const zeros = [[], [2], [0], [1], [1, 2], [0, 2], [0, 1]][feature];
    for (const k of zeros) expect(weights[k]).toBeCloseTo(0, 12);
  }
});
