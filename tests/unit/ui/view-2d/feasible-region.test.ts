import { expect, test } from 'vitest';
import { buildTriTopology } from '../../../../src/mesh/triangles/tri-topology.ts';
import { FIGURES } from '../../../../src/scenes/figures/figures.ts';
import { CULL, cull2d } from '../../../../src/simulation/path-2d/culling.ts';
import { createPathScratch2d } from '../../../../src/simulation/path-2d/scratch.ts';
import {
  explainPath2d,
  judgeVertex2d,
  mapPointToShape,
  pointOf,
  stillBody2d,
} from '../../../../src/simulation/view/explain/explain-path-2d.ts';
import { feasibleRegion } from '../../../../src/ui/view-2d/feasible-region.ts';
import { trianglesAt } from '../../../../src/ui/view-2d/places.ts';
import { aboutRegion } from '../../../../src/ui/view-2d/told-2d.ts';

const { flat, vertex: notch } = FIGURES.find(({ name }) => name === 'figure-8')!;
const body = stillBody2d(
  buildTriTopology(flat.rest.triangles, flat.rest.positions.length / 2),
  flat.positions,
  flat.rest.positions,
);
const { topology, positions } = body.now;
const vertices = [...new Set(topology.segments)];

/** Points of the body, with a triangle that contains each. They lie beside the lines on which a region may end. */
const points = Array.from({ length: topology.triangleCount }, (_, triangle) => triangle).flatMap((triangle) =>
  [
    [0.31, 0.33],
    [0.62, 0.17],
    [0.13, 0.71],
  ].map(([u, v]) => {
    const [a, b, c] = [0, 1, 2].map((k) => pointOf(positions, topology.triangles[3 * triangle + k]));
    return { triangle, p: [0, 1].map((k) => u * a[k] + v * b[k] + (1 - u - v) * c[k]) };
  }),
);

const isIn = (polygon: readonly (readonly number[])[], p: readonly number[]) =>
  polygon.every((a, i) => {
    const b = polygon[(i + 1) % polygon.length];
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0;
  });

test('the region is where culling keeps the vertex, in both shapes', () => {
  let [kept, culled] = [0, 0];
  for (const vertex of vertices) {
    const region = feasibleRegion(body, vertex);
    const segment = topology.vertexSegments[2 * vertex];
    const s = pointOf(positions, vertex);
    for (const { p, triangle } of points) {
      const isKept = cull2d(body.now, segment, 2, s[0] - p[0], s[1] - p[1]) !== CULL;
      expect(region.some(({ now }) => isIn(now, p))).toBe(isKept);
      const restPoint = mapPointToShape(body.now, body.rest, triangle, p);
      expect(region.some(({ rest }) => isIn(rest, restPoint))).toBe(isKept);
      if (isKept) kept++;
      else culled++;
    }
  }
  expect(Math.min(kept, culled)).toBeGreaterThan(100);
});

test('the words agree with the region', () => {
  const scratch = createPathScratch2d();
  const said = new Set<string>();
  const regions = vertices.map((vertex) => ({ vertex, region: feasibleRegion(body, vertex) }));
  for (const { p, triangle } of points) {
    const explanation = explainPath2d(scratch, body, p, triangle, undefined);
    for (const { vertex, region } of regions) {
      const judgement = judgeVertex2d(scratch, body, p, triangle, vertex);
      const words = aboutRegion({ body }, vertex, explanation, judgement);
      const isInside = region.some(({ now }) => isIn(now, p));
      expect(words.includes('p lies in the feasible region')).toBe(isInside);
      if (judgement?.verdict === 'culled') expect(isInside).toBe(false);
      said.add(words.replace(/^.*culled\. |^.*(region|\(blue\)): /, '').replace(/v[₁₂]/, 'v'));
    }
  }
  expect([...said].sort()).toEqual([
    'The segment to s ends in another layer of the body: invalid.',
    'The segment to s is a valid path, and the shortest one.',
    'The segment to s is a valid path, but another boundary point is nearer.',
    'The segment to s leaves the body: invalid.',
    'both edges of s have points that are nearer to p. So s is no candidate.',
    'the edge from s to v has points that are nearer to p. So s is culled, without following the segment.',
  ]);
});

test('the region of a notch is part of the body, that of a vertex that sticks out is not', () => {
  expect(feasibleRegion(body, notch!).length).toBeGreaterThan(2);
  const corner = topology.segments.reduce(
    (best, v) => (positions[2 * v + 1] > positions[2 * best + 1] ? v : best),
    notch!,
  );
  expect(feasibleRegion(body, corner)).toEqual([]);
  expect(trianglesAt(body.now, pointOf(positions, corner))).toEqual([]);
});
