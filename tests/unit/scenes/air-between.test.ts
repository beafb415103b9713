import { expect, it } from 'vitest';
import { AIR_STRIDE, signedMeasure } from '../../../src/mesh/air/air-mesh.ts';
import { OUTLINES, PAPER_SPACING } from '../../../src/scenes/models/outlines.ts';
import { outlineFromPath } from '../../../src/scenes/models/outline-from-path.ts';
import { planarBody } from '../../../src/scenes/models/planar-body.ts';
import { airBetween } from '../../../src/scenes/parts/air-between.ts';
import { createPoints, createRope } from '../../../src/simulation/world/create-rope.ts';
import { createPlanarModel } from '../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import type { Model } from '../../../src/simulation/world/model.ts';

const placed = (model: Model, x = 0, y = 0) => ({
  model,
  positions: model.mesh.positions.map((value, i) => value + [x, y, 0][i % 3]),
});

/** The 24 outlines in 4 rows of 6, a rope between the second and the third, an obstacle and a border. */
function shapes() {
  const bodies = Object.entries(OUTLINES).map(([name, d], i) => {
    const mesh = planarBody(outlineFromPath(d, { spacing: PAPER_SPACING, scale: 0.01 }));
    return placed(createPlanarModel(name, mesh, 0.1), 1.2 * (i % 6), 1.2 * Math.floor(i / 6) + (i < 12 ? 0 : 0.3));
  });
  const rope = createRope('rope', Array.from({ length: 20 }, (_, i) => [0.36 * i, 1.35]).flat(), { thickness: 0.05 });
  const obstacle = createPoints('obstacle', [7.4, 0, 7.6, 0, 7.5, 0.3]);
  const border = createRope('border', [-0.5, -2, 8, -2, 8, 5, -0.5, 5], { thickness: 0.1, closed: true });
  return [placed(border), ...bodies, placed(rope), placed(obstacle)];
}

it('fills the space between the paper’s number of shapes and triangles', () => {
  const placements = shapes();
  const air = airBetween(placements, 0, [placements.length - 1]);
  const { positions, world } = createWorld(placements, [], {}, {}, air);
  // 4 of the border, 317 of the shapes, 3 of the obstacle, 25 holes, 20 of the rope (triangulateAir).
  expect(air.elements.length / AIR_STRIDE).toBe(4 + 317 + 3 + 2 * 25 - 2 + 2 * 20);
  for (let at = 0; at < world.air.elements.length; at += AIR_STRIDE)
    expect(signedMeasure(positions, world.air.elements, at)).toBeGreaterThan(0);
});

it('takes bodies of the plane alone', () => {
  const spatial = createPoints('points', [0, 0, 0], { dimension: 3 });
  expect(() => airBetween([placed(spatial)], 0)).toThrow('Placement 0 (points) has 3 dimensions, expected 2');
});
