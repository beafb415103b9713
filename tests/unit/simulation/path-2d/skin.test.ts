import { describe, expect, test } from 'vitest';
import { NONE } from '../../../../src/mesh/topology.ts';
import { findShortestPath2d } from '../../../../src/simulation/path-2d/find-shortest-path.ts';
import { findEuclideanPath2d, findRestShapePath2d } from '../../../../src/simulation/path-2d/other-ways.ts';
import { createPathBody2d } from '../../../../src/simulation/path-2d/path-body.ts';
import { seededRandom } from '../../../fixtures/box-world.ts';
import { flatShapes, invertedShapes } from '../../../fixtures/flat-shapes.ts';
import { drawSkin2d, isNaivelyRight2d, isRightOnSkin2d, SKIN_KINDS_2D } from '../../../fixtures/judged-skin-2d.ts';
import { createPathScratch2d, PATH_OPTIONS_2D } from '../../../../src/simulation/path-2d/scratch.ts';

const scratch2d = createPathScratch2d();
const { path: path2d } = scratch2d;

/** Points of each kind, of each shape; tests/long draws more. */
const POINTS = 15;
/** Largest coordinate of the shapes at scale 1 [m]. */
const SIZE = 15;
const ROUNDING = 1e-12;
const TOUCHING = [1e-12, 1e-9, 1e-7];

describe.each([
  { scale: 1, away: 0 },
  { scale: 1e3, away: 10 * SIZE },
])('points on the skin of triangles, scale $scale, $away m away', (placing) => {
  test.each([...flatShapes(placing), ...invertedShapes(placing)])('$name', (flat) => {
    const body = createPathBody2d(flat.topology, flat.positions);
    const rest = createPathBody2d(flat.topology, flat.rest);
    const drawn = drawSkin2d(flat, seededRandom(41), POINTS, TOUCHING);
    expect(drawn).toHaveLength(SKIN_KINDS_2D.length * POINTS);
    for (const each of drawn) {
      const { point, element, kind, exact, naive } = each;
      const [x, y] = point;
      const found = () => (path2d.segment === NONE ? Number.NaN : Math.sqrt(path2d.depthSquared));
      const what = `${point} on a ${kind.name} of ${element}: expected ${exact}`;
      for (const culling of [true, false]) {
        findShortestPath2d(scratch2d, body, x, y, element, NONE, { ...PATH_OPTIONS_2D, culling });
        const right = isRightOnSkin2d(each, found(), SIZE, placing, ROUNDING * SIZE * placing.scale);
        expect(right, `culling ${culling}, found ${found()}, ${what}`).toBe(true);
      }
      findEuclideanPath2d(scratch2d, body, x, y, element, NONE);
      expect(isNaivelyRight2d(naive.euclidean, found(), SIZE * placing.scale), `euclidean ${found()}, ${what}`).toBe(
        true,
      );
      findRestShapePath2d(scratch2d, body, rest, x, y, element, NONE);
      expect(
        isNaivelyRight2d(naive['rest-shape'], found(), SIZE * placing.scale),
        `rest-shape ${found()}, ${naive['rest-shape']} ${what}`,
      ).toBe(true);
    }
  });
});
