import { describe, expect, test } from 'vitest';
import { buildTriTopology, twofoldAreas } from '../../../src/mesh/triangles/tri-topology.ts';
import { FIGURES } from '../../../src/scenes/figures/figures.ts';
import {
  explainPath2d,
  judgeVertex2d,
  pointOf,
  stillBody2d,
  weightsIn,
} from '../../../src/simulation/view/explain/explain-path-2d.ts';
import { liftPath, runsBackward } from '../../../src/ui/view-2d/lift-path.ts';
import { FIGURE_NAMES } from '../../../src/scenes/figures/figures-scene.ts';
import { nearestVertex, trianglesAt, trianglesOver } from '../../../src/ui/view-2d/places.ts';
import { footInRest } from '../../../src/ui/view-2d/draw-2d.ts';
import { createPathScratch2d } from '../../../src/simulation/path-2d/scratch.ts';

const scratch2d = createPathScratch2d();

/** A figure's body, and the explanations of its initial query point p. */
function opened(name: string) {
  const { flat, p } = FIGURES.find((figure) => figure.name === name)!;
  const topology = buildTriTopology(flat.rest.triangles, flat.rest.positions.length / 2);
  const body = stillBody2d(topology, flat.positions, flat.rest.positions);
  const areas = twofoldAreas(flat.positions, flat.rest.triangles);
  const held = Array.from(areas.keys()).filter((t) => weightsIn(body.now, t, p).every((weight) => weight > 0));
  const explanations = held.map((triangle) => explainPath2d(scratch2d, body, p, triangle, undefined));
  return { body, flat, areas, explanations, p };
}

const INVERTED: Readonly<Record<string, number>> = {
  'figure-2': 0,
  'figure-3': 0,
  'figure-4': 0,
  'figure-5': 0,
  'figure-6b': 1,
  'figure-6c': 1,
  'figure-7': 1,
  'figure-8': 0,
};

describe.each(FIGURES.map(({ name }) => name))('%s', (name) => {
  test('has inverted triangles where its caption says so, and nowhere else', () => {
    const { areas, flat } = opened(name);
    expect(areas.filter((area) => area <= 0).length).toBe(INVERTED[name]);
    expect(twofoldAreas(flat.rest.positions, flat.rest.triangles).every((area) => area > 0)).toBe(true);
  });
  test('p lies in the body', () => expect(opened(name).explanations.length).toBeGreaterThan(0));
});

test('each name in links has its figure, in the same order', () =>
  expect(FIGURES.map(({ name }) => name)).toEqual([...FIGURE_NAMES]));

test('figure 2: at each boundary vertex in an overlap lies an inner point, whose path ends elsewhere', () => {
  const { body, p } = opened('figure-2');
  const pairs = Array.from(new Set(body.now.topology.segments)).flatMap((vertex) =>
    trianglesOver(body.now, vertex).map((triangle) => ({ vertex, triangle })),
  );
  expect(pairs.length).toBeGreaterThan(10);
  expect(pairs.map(({ vertex }) => vertex)).toContain(nearestVertex(body.now, p).vertex);
  for (const { vertex, triangle } of pairs) {
    const at = pointOf(body.now.positions, vertex);
    const { answer, counts, restPoint } = explainPath2d(scratch2d, body, at, triangle, vertex);
    expect(counts.own).toBe(1);
    expect(answer!.distance).toBeGreaterThan(0.01);
    const [x, y] = pointOf(body.rest.positions, vertex);
    expect(Math.hypot(restPoint[0] - x, restPoint[1] - y)).toBeGreaterThan(1);
  }
});

test('figure 5: the other body gets out along the shortest path, not along the Euclidean one', () => {
  const { body, explanations, p } = opened('figure-5');
  const { guest } = FIGURES.find(({ name }) => name === 'figure-5')!;
  expect(twofoldAreas(guest!.positions, guest!.triangles).every((area) => area > 0)).toBe(true);
  expect(guest!.positions.slice(0, 2).every((x) => x === 0)).toBe(true);
  expect(explanations.length).toBe(1);
  const [{ answer, euclidean }] = explanations;
  const layersBeyond = ({ point }: { readonly point: readonly number[] }) =>
    trianglesAt(
      body.now,
      point.map((x, k) => x + 1e-3 * (x - p[k])),
    ).length;
  expect(layersBeyond(answer!)).toBe(0);
  expect(layersBeyond(euclidean!)).toBeGreaterThan(0);
  // Only the tip of the other body lies in the body.
  const inside = Array.from({ length: guest!.positions.length / 2 }, (_, v) => v).filter(
    (v) => trianglesAt(body.now, [p[0] + guest!.positions[2 * v], p[1] + guest!.positions[2 * v + 1]]).length > 0,
  );
  expect(inside).toEqual([0]);
});

test('figure 8: the vertex is nearer than the answer, and culled', () => {
  const { body, explanations } = opened('figure-8');
  const { vertex } = FIGURES.find(({ name }) => name === 'figure-8')!;
  const [{ answer, candidates, point, element }] = explanations;
  expect(explanations.length).toBe(1);
  const s = pointOf(body.now.positions, vertex!);
  const candidate = candidates.find(({ point: at }) => Math.hypot(at[0] - s[0], at[1] - s[1]) < 1e-9)!;
  expect(candidate.verdict).toBe('culled');
  expect(candidate.distance).toBeLessThan(answer!.distance);
  expect(judgeVertex2d(scratch2d, body, point, element, vertex!)?.verdict).toBe('culled');
});

test('figure 3: one place is two points with two paths, and the Euclidean answer is wrong for one of them', () => {
  const { explanations } = opened('figure-3');
  expect(explanations.length).toBe(2);
  const [a, b] = explanations.map(({ answer }) => answer!.point);
  expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThan(0.1);
  expect(explanations.filter(({ euclidean, answer }) => euclidean !== answer).length).toBe(1);
});

test.each(['figure-6b', 'figure-6c'])('%s: the path runs backward where it is deformed', (name) => {
  const { body, explanations } = opened(name);
  const lifted = explanations.map(({ point, restPoint, answer }) =>
    liftPath(body, [point, restPoint], answer!.elements, [answer!.point, footInRest(body, answer!)]),
  );
  expect(lifted.some(runsBackward)).toBe(true);
});

test('figure 7: the folded boundary overlaps the inside', () => {
  const { explanations, areas } = opened('figure-7');
  expect(explanations.some(({ element }) => areas[element] < 0)).toBe(true);
  expect(explanations.some(({ element }) => areas[element] > 0)).toBe(true);
});
