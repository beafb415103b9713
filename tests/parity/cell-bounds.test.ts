import { expect, test } from 'vitest';
import { KERNELS } from '../../src/gpu/kernels/kernels.ts';
import { createCellBounds } from '../../src/simulation/path/flood/cell-bounds.ts';
import { pathBodies } from '../../src/simulation/path/path-body.ts';
import { BALL, type State } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { bentBars } from '../fixtures/bent-bars.ts';
import { SHAPES } from '../fixtures/path-shapes.ts';
import { pathWorld } from '../fixtures/path-world.ts';
import { changed } from './changed.ts';
import { runKernel } from './harness.ts';
import { refitCell } from '../../src/simulation/path/flood/refit-cells.ts';
import { createPathScratch } from '../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();

const READ = ['pathPatches', 'pathSides'] as const;
const meshes = (scale: number, away: number) =>
  [...bentBars(1), SHAPES.octopus(), SHAPES['cap and tail']()].map(({ tets, positions }, i) => ({
    name: `${i}`,
    tets,
    rest: positions,
    positions: positions.map((x) => scale * (x + away)),
  }));

const onDevice = (world: World, state: State, count: number, code = KERNELS.cellBounds) =>
  runKernel({ label: 'cellBounds', code, world, state, dispatches: [{ count }], read: READ });

/** The balls of a body by the twin, which makes them as queries come by. */
function byTwin(world: World, state: State) {
  return pathBodies(scratch.bodies, world, state).map((body) => {
    const cells = createCellBounds(body.cells.layout);
    for (let cell = 0; cell < cells.layout.cellCount; cell++)
      refitCell({ ...body, passes: Uint32Array.of(1), cells }, cell);
    return cells;
  });
}

/** Balls are made larger by 1e-5 of their radius, and rounded. */
const TOLERANCE = 1e-4;

function farthest(twin: Float64Array, device: Float64Array): number {
  let farthest = 0;
  for (let at = 0; at < twin.length; at += BALL) {
    const radius = twin[at + 3];
    for (let k = 0; k < BALL; k++) farthest = Math.max(farthest, Math.abs(device[at + k] - twin[at + k]) / radius);
  }
  return farthest;
}

test.each([
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1, 100],
])("balls at scale %s, %s m from the origin, are the twin's, and hold their vertices", async (scale, away) => {
  const { world, state } = pathWorld(meshes(scale, away));
  const { pathPatches, pathSides } = await onDevice(world, state, world.patchCount + world.sideCount);
  byTwin(world, state).forEach(({ layout, patches, sides }, i) => {
    const { patchBase, sideBase, vertexBase } = world.bodies[i];
    const own = (all: Float64Array, base: number, count: number) => all.subarray(BALL * base, BALL * (base + count));
    const ownPatches = own(pathPatches, patchBase, layout.patchCount);
    const ownSides = own(pathSides, sideBase, layout.sideCount);
    const rounding = away / Math.min(...patches.filter((_, k) => k % BALL === 3));
    expect(farthest(patches, ownPatches)).toBeLessThan(TOLERANCE + 1e-6 * rounding);
    expect(farthest(sides, ownSides)).toBeLessThan(TOLERANCE + 1e-6 * rounding);
    const isHeld = (balls: Float64Array, ball: number, vertex: number) => {
      const [x, y, z] = [0, 1, 2].map((k) => state.positions[3 * (vertexBase + vertex) + k] - balls[BALL * ball + k]);
      return Math.hypot(x, y, z) <= balls[BALL * ball + 3];
    };
    for (let patch = 0; patch < layout.patchCount; patch++) {
      const { patchVertexOffsets: offsets, patchVertices } = layout;
      for (const vertex of patchVertices.subarray(offsets[patch], offsets[patch + 1]))
        expect(isHeld(ownPatches, patch, vertex)).toBe(true);
    }
    for (let side = 0; side < layout.sideCount; side++) {
      const border = layout.sideBorders[side];
      for (const vertex of layout.borderVertices.subarray(
        layout.borderOffsets[border],
        layout.borderOffsets[border + 1],
      ))
        expect(isHeld(ownSides, side, vertex)).toBe(true);
    }
  });
});

test('stops at the last element, and fails where a constant is perturbed', async () => {
  const { world, state } = pathWorld(meshes(1, 0));
  state.pathSides.fill(7);
  const count = world.patchCount + world.sideCount;
  const { pathSides } = await onDevice(world, state, count - 1);
  expect([...pathSides.slice(-BALL)]).toEqual([7, 7, 7, 7]);
  expect([...pathSides.slice(-2 * BALL, -BALL)]).not.toEqual([7, 7, 7, 7]);

  const perturbed = await onDevice(world, state, count, changed(KERNELS.cellBounds, '(1.0 + BALL_SLACK)', '1.01'));
  const twin = byTwin(world, state)[0].patches;
  expect(farthest(twin, perturbed.pathPatches.subarray(0, twin.length))).toBeGreaterThan(TOLERANCE);
});
