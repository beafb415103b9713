import { describe, expect, test } from 'vitest';
import { NONE, type Topology } from '../../../../../src/mesh/topology.ts';
import { createFieldScratch, fieldAt } from '../../../../../src/simulation/path/distance-field/field-at.ts';
import { PATH_OPTIONS } from '../../../../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../../../../src/simulation/path/scratch.ts';
import { findShortestPath } from '../../../../../src/simulation/path/search.ts';
import {
  carriedDistance,
  exactDepth,
  explainPath,
  stillBody,
} from '../../../../../src/simulation/view/explain/explain-path.ts';
import { distanceBetween, fieldEnd } from '../../../../../src/simulation/view/explain/explanation.ts';
import { bentBars } from '../../../../fixtures/bent-bars.ts';
import { pathBody } from '../../../../fixtures/path-body.ts';
import { PathOracle } from '../../../../fixtures/path-oracle.ts';
import { pathQueries } from '../../../../fixtures/path-queries.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

const scratch = createPathScratch();
const SIZE = [20, 3, 3] as const;

/** Distance of each vertex of a box to the nearest side [m]. */
function boxDistances(positions: Float32Array): Float32Array {
  return Float32Array.from({ length: positions.length / 3 }, (_, v) =>
    SIZE.reduce(
      (least, side, k) => Math.min(least, positions[3 * v + k], side - positions[3 * v + k]),
      Number.POSITIVE_INFINITY,
    ),
  );
}

/** The same values for a body that begins at a later vertex, with numbers before that nothing may read. */
const shifted = (values: Float32Array, by: number): Float32Array =>
  Float32Array.from([...Array<number>(by).fill(Number.NaN), ...values]);

describe('the answer of the carried distance field on a coil', () => {
  const rest = boxMesh(...SIZE).positions;
  const distances = boxDistances(rest);
  const { positions, tets } = bentBars(1).find(({ name }) => name === 'coil')!;
  const { topology } = pathBody(positions, tets);
  const base = 5;
  const still = stillBody(topology, shifted(positions, 3 * base), base, rest, shifted(distances, base));
  const queries = pathQueries(new PathOracle(topology, positions), 80, 20);

  test('is that of its equation, wherever it has one', () => {
    let found = 0;
    for (const { point, tet, vertex } of queries) {
      const explanation = explainPath(still, point, tet, vertex < 0 ? undefined : vertex);
      const direct = answerByInverse(topology, positions, distances, explanation.point, tet);
      const end = fieldEnd(explanation);
      expect(end === undefined).toBe(direct === undefined);
      if (!end || !direct) continue;
      found++;
      expect(end.distance).toBeCloseTo(direct.depth, 6);
      expect(distanceBetween(end.point, direct.end)).toBeLessThan(1e-6);
    }
    expect(found).toBeGreaterThan(50);
  });

  test('lies where its depth says', () => {
    for (const { point, tet } of queries) {
      const { point: p, distanceField } = explainPath(still, point, tet, undefined);
      if (typeof distanceField === 'object')
        expect(distanceBetween(distanceField.point, p)).toBeCloseTo(distanceField.distance, 9);
    }
  });

  test('depths for lines: the exact one is that of the search by a tree, the carried one is what the field reads', () => {
    const body = pathBody(positions, tets);
    const field = createFieldScratch();
    for (const { point, tet } of queries) {
      findShortestPath(scratch, body, ...point, tet, NONE, PATH_OPTIONS);
      const exact = Math.sqrt(scratch.path.depthSquared);
      expect(exactDepth(scratch, still, point, tet)).toBeCloseTo(exact, 9);
      const isTold = fieldAt(field, topology.tets, positions, distances, 0, ...point, tet);
      expect(carriedDistance(scratch, still, point, tet)).toBeCloseTo(isTold ? field.distance : 0, 9);
    }
  });

  test('is missing where no field is known', () => {
    const [{ point, tet }] = queries;
    expect(explainPath(stillBody(topology, positions, 0, rest), point, tet, undefined)).not.toHaveProperty(
      'distanceField',
    );
  });
});

test('where it has no answer, it says why', () => {
  const { positions, tets } = boxMesh(1, 1, 1);
  const { topology } = pathBody(positions, tets);
  const middle = [0, 1, 2].map((k) => [0, 1, 2, 3].reduce((sum, i) => sum + positions[3 * tets[i] + k] / 4, 0));
  const told = (places: Float32Array, value: number) =>
    explainPath(stillBody(topology, places, 0, positions, new Float32Array(8).fill(value)), middle, 0, undefined)
      .distanceField;
  // A cube of single elements has all its vertices on the skin.
  expect(told(positions, 0)).toBe('skin');
  expect(told(positions, 1)).toBe('level');
  const mirrored = positions.map((x, i) => (i % 3 === 0 ? 2 * middle[0] - x : x));
  expect(told(mirrored, 1)).toBe('inverted');
});

/** The field's answer in float64: d and its gradient from the 4 x 4 system of the corners' places and distances, by Gaussian elimination. */
function answerByInverse(
  { tets }: Topology,
  positions: Float32Array,
  distances: Float32Array,
  p: readonly number[],
  tet: number,
): { readonly depth: number; readonly end: number[] } | undefined {
  const corners = [...tets.subarray(4 * tet, 4 * tet + 4)];
  // Rows: 1, x, y, z | d. The solution is c, g with d(x) = c + g x.
  const rows = corners.map((v) => [1, ...positions.subarray(3 * v, 3 * v + 3), distances[v]]);
  for (let i = 0; i < 4; i++) {
    const pivot = rows.slice(i).reduce((a, b) => (Math.abs(b[i]) > Math.abs(a[i]) ? b : a));
    const at = rows.indexOf(pivot);
    [rows[i], rows[at]] = [rows[at], rows[i]];
    for (let r = 0; r < 4; r++) {
      if (r === i) continue;
      const share = rows[r][i] / rows[i][i];
      rows[r] = rows[r].map((x, k) => x - share * rows[i][k]);
    }
  }
  const [c, ...g] = rows.map((row, i) => row[4] / row[i]);
  const d = c + g.reduce((sum, x, k) => sum + x * p[k], 0);
  const slope = Math.hypot(...g);
  if (d <= 1e-9 || slope <= 1e-9) return undefined;
  return { depth: d / slope, end: p.map((x, k) => x - (d * g[k]) / slope ** 2) };
}
