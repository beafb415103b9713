import { describe, expect, test } from 'vitest';
import { NONE } from '../../../../../src/mesh/topology.ts';
import { distanceBetween } from '../../../../../src/simulation/view/explain/explanation.ts';
import {
  boundaryPoint,
  mapPointToShape,
  explainPath2d,
  stillBody2d,
  traceRay2d,
  weightsIn,
} from '../../../../../src/simulation/view/explain/explain-path-2d.ts';
import { findShortestPath2d } from '../../../../../src/simulation/path-2d/find-shortest-path.ts';
import { flatQueries, flatShapes, invertedShapes } from '../../../../fixtures/flat-shapes.ts';
import { PathOracle2d } from '../../../../fixtures/path-oracle-2d.ts';
import { createPathScratch2d, PATH_OPTIONS_2D } from '../../../../../src/simulation/path-2d/scratch.ts';

const scratch2d = createPathScratch2d();
const { path: path2d } = scratch2d;

const PLACING = { scale: 1, away: 0 };
/** Tolerance [m] for shapes some 10 m across: float64 rounding, with slack. */
const TOLERANCE = 1e-9;
const SHAPES = flatShapes(PLACING);

/** A shape's queries with their explanations. The shape serves as its own rest shape if the rest shape isn't tested. */
function explained({ topology, positions }: (typeof SHAPES)[number]) {
  const body = stillBody2d(topology, positions, positions);
  const oracle = new PathOracle2d(topology, positions, TOLERANCE);
  return flatQueries(oracle, 80, 40).map((query) => ({
    ...query,
    body,
    oracle,
    explanation: explainPath2d(
      scratch2d,
      body,
      query.point,
      query.triangle,
      query.vertex < 0 ? undefined : query.vertex,
    ),
  }));
}

describe.each([...SHAPES, ...invertedShapes(PLACING)].map((shape) => [shape.name, shape] as const))(
  '%s',
  (_, shape) => {
    test('the answer is that of the method', () => {
      for (const { point, triangle, vertex, body, explanation } of explained(shape)) {
        findShortestPath2d(scratch2d, body.now, ...point, triangle, vertex < 0 ? NONE : vertex, PATH_OPTIONS_2D);
        if (path2d.segment === NONE) expect(explanation.answer).toBeUndefined();
        else expect(explanation.answer?.distance).toBeCloseTo(Math.sqrt(path2d.depthSquared), 9);
      }
    });
  },
);

test.each(SHAPES.map((shape) => [shape.name, shape] as const))(
  '%s: crossed triangles are neighbours that hold the path',
  (_, shape) => {
    const { neighbours } = shape.topology;
    for (const { point, body, explanation } of explained(shape)) {
      const { elements, point: s } = explanation.answer!;
      for (let i = 1; i < elements.length; i++)
        expect([...neighbours.subarray(3 * elements[i - 1], 3 * elements[i - 1] + 3)]).toContain(elements[i]);
      for (let i = 0; i <= 20; i++) {
        const at = point.map((x, k) => x + (i / 20) * (s[k] - x));
        expect(elements.some((element) => weightsIn(body.now, element, at).every((w) => w > -1e-6))).toBe(true);
      }
    }
  },
);

test('a segment to any boundary point is a path where the brute force says so, and else leaves or ends elsewhere', () => {
  // On a side or a corner, rounding decides in which triangles a ray begins.
  const isInside = ({ point, triangle, oracle }: ReturnType<typeof explained>[number]) =>
    oracle.barycentric(triangle, point).every((weight) => weight > 0.05);
  let [valid, left, elsewhere] = [0, 0, 0];
  for (const shape of SHAPES)
    for (const { point, triangle, body, oracle } of explained(shape).filter(isInside))
      for (let segment = 0; segment < shape.topology.segmentCount; segment += 5) {
        const foot = boundaryPoint(body.now, segment, 0.37, point);
        const walk = traceRay2d(scratch2d, body.now, point, triangle, foot);
        expect(walk.reached).toBe(oracle.isValid(point, triangle, foot.point as [number, number], segment));
        if (walk.reached) valid++;
        else if (walk.exit) left++;
        else elsewhere++;
        if (walk.exit) expect(distanceBetween(walk.exit, point)).toBeLessThan(foot.distance);
      }
  expect(Math.min(valid, left, elsewhere)).toBeGreaterThan(10);
});

test('a point is carried to the rest shape and back', () => {
  const [{ topology, positions }] = SHAPES;
  const other = positions.map((x, i) => 2 * x + 0.3 * positions[i ^ 1]);
  const { now, rest } = stillBody2d(topology, positions, other);
  const point = [0, 1].map((k) => [0, 1, 2].reduce((sum, c) => sum + positions[2 * topology.triangles[c] + k] / 3, 0));
  const there = mapPointToShape(now, rest, 0, point);
  expect(distanceBetween(mapPointToShape(rest, now, 0, there), point)).toBeLessThan(1e-6);
});
