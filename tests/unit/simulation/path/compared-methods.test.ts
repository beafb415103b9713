import { describe, expect, test } from 'vitest';
import { NONE } from '../../../../src/mesh/topology.ts';
import { findEuclideanPath } from '../../../../src/simulation/path/search.ts';
import { pathBodies } from '../../../../src/simulation/path/path-body.ts';
import { findRestShapePath } from '../../../../src/simulation/path/rest-shape.ts';
import { bentBars } from '../../../fixtures/bent-bars.ts';
import { closestOnTriangle } from '../../../fixtures/path-oracle.ts';
import { pathWorld } from '../../../fixtures/path-world.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';
import { PATH_OPTIONS } from '../../../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();
const { path } = scratch;

type Vector = [number, number, number];
const REST = boxMesh(20, 3, 3);
/** Rounding of float64, as a share of the bars' size, which is some 10. */
const TOLERANCE = 1e-9;

/** A bar bent from the box, as queries see it. */
function bar(index: number) {
  const { name, positions, tets } = bentBars(1)[index];
  const { world, state } = pathWorld([{ name, rest: REST.positions, positions, tets }]);
  state.pathPasses[0]++;
  return pathBodies(scratch.bodies, world, state)[0];
}
const at = (positions: ArrayLike<number>, v: number): Vector => [
  positions[3 * v],
  positions[3 * v + 1],
  positions[3 * v + 2],
];
const mix = (corners: readonly Vector[], weights: readonly number[]): Vector =>
  [0, 1, 2].map((k) => corners.reduce((sum, corner, i) => sum + weights[i] * corner[k], 0)) as Vector;
const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, k) => x - b[k]));

/** Weights of an element's corners: a point of every kind. */
const WEIGHTS = [
  [0.25, 0.25, 0.25, 0.25],
  [0.7, 0.1, 0.1, 0.1],
  [0.01, 0.5, 0.29, 0.2],
];

describe.each([0, 1, 2])('bar %i', (index) => {
  const body = bar(index);
  const { tets, faces, faceCount, tetCount } = body.topology;
  const nearest = (positions: ArrayLike<number>, p: Vector) =>
    Array.from({ length: faceCount }, (_, face) => {
      const point = closestOnTriangle(
        p,
        [0, 1, 2].map((k) => at(positions, faces[3 * face + k])),
      );
      return { face, point, distance: distance(p, point) };
    }).reduce((best, candidate) => (candidate.distance < best.distance ? candidate : best));

  test('the Euclidean way is the nearest boundary point of all', () => {
    for (let tet = 0; tet < tetCount; tet += 7) {
      const corners = [0, 1, 2, 3].map((k) => at(body.positions, tets[4 * tet + k]));
      const p = mix(corners, WEIGHTS[tet % 3]);
      findEuclideanPath(scratch, body, ...p, tet, NONE, PATH_OPTIONS);
      expect(Math.abs(Math.sqrt(path.depthSquared) - nearest(body.positions, p).distance)).toBeLessThan(TOLERANCE);
    }
  });

  test('the rest shape way leads where the nearest boundary point of the rest shape is now', () => {
    let longer = 0;
    for (let tet = 0; tet < tetCount; tet += 7) {
      const weights = WEIGHTS[tet % 3];
      const ids = [0, 1, 2, 3].map((k) => tets[4 * tet + k]);
      const p = mix(
        ids.map((v) => at(body.positions, v)),
        weights,
      );
      const inRest = mix(
        ids.map((v) => at(REST.positions, v)),
        weights,
      );
      findRestShapePath(scratch, body, ...p, tet, NONE, PATH_OPTIONS);
      const b = [path.b0, path.b1, 1 - path.b0 - path.b1];
      const corners = (positions: ArrayLike<number>) => [0, 1, 2].map((k) => at(positions, faces[3 * path.face + k]));
      // Several boundary points of a box can be equally near; any of them is right.
      expect(
        Math.abs(distance(inRest, mix(corners(REST.positions), b)) - nearest(REST.positions, inRest).distance),
      ).toBeLessThan(1e-6);
      const now = mix(corners(body.positions), b);
      expect(distance([p[0] + path.x, p[1] + path.y, p[2] + path.z], now)).toBeLessThan(TOLERANCE);
      expect(Math.abs(Math.sqrt(path.depthSquared) - distance(p, now))).toBeLessThan(TOLERANCE);
      if (distance(p, now) > nearest(body.positions, p).distance + 0.01) longer++;
    }
    expect(longer).toBeGreaterThan(0);
  });
});
