import { describe, expect, test } from 'vitest';
import { buildTriTopology, twofoldAreas } from '../../../src/mesh/triangles/tri-topology.ts';
import { FIGURES } from '../../../src/scenes/figures/figures.ts';
import { explainPath2d, stillBody2d, weightsIn } from '../../../src/simulation/view/explain/explain-path-2d.ts';
import { liftPath, runsBackward } from '../../../src/ui/view-2d/lift-path.ts';
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
  'figure-3': 0,
  'figure-4': 0,
  'figure-6b': 1,
  'figure-6c': 1,
  'figure-7': 1,
};

describe.each(FIGURES.map(({ name }) => name))('%s', (name) => {
  test('has inverted triangles where its caption says so, and nowhere else', () => {
    const { areas, flat } = opened(name);
    expect(areas.filter((area) => area <= 0).length).toBe(INVERTED[name]);
    expect(twofoldAreas(flat.rest.positions, flat.rest.triangles).every((area) => area > 0)).toBe(true);
  });
  test('p lies in the body', () => expect(opened(name).explanations.length).toBeGreaterThan(0));
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
