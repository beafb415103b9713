import { expect, it } from 'vitest';
import { signedVolumes } from '../../../src/mesh/quality.ts';
import { restShapeSlide as scene } from '../../../src/scenes/rest-shape-slide.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { countPiercingEdges } from '../../../src/simulation/diagnostics/pierce.ts';
import { initialState } from '../../../src/simulation/initial-state.ts';
import { defaultParameters } from '../../../src/simulation/parameters.ts';
import { contextWith, refitAll } from '../../fixtures/detection.ts';

const { placements, colliders, script } = scene.build(scene.size.small);
const [slab, cube] = placements;

it('is small, and no edge pierces a triangle at the start', () => {
  const { world, positions } = createWorld(placements, colliders, {}, script);
  expect(world.tetCount).toBe(36 * 7 ** 3 + 6 * 6 ** 3);
  expect(world.tetCount).toBeLessThanOrEqual(25_000);
  const state = initialState(world, positions, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
  refitAll(contextWith({ world, state }));
  expect(countPiercingEdges(world, state)).toBe(0);
  for (let y = 1; y < positions.length; y += 3) expect(positions[y]).toBeGreaterThan(-1e-6);
  // At the start, the slab's two ends and the whole cube are held.
  const held = Array.from(state.inverseMasses, (w) => w === 0);
  const restX = column(slab.model.mesh.positions, 0);
  const end = Math.max(...restX);
  expect(held.slice(0, restX.length)).toEqual(restX.map((x) => Math.abs(x) > end - 1e-6));
  expect(held.slice(restX.length).every((value) => value)).toBe(true);
});

it('holds only the ends of the slab once the cube is released', () => {
  const drivers = script?.drivers ?? [];
  const lasting = drivers.filter(({ until }) => until === undefined);
  expect(lasting.map(({ body }) => body)).toEqual([0, 0]);
  const heldCount = lasting.reduce((sum, { vertices }) => sum + vertices.length, 0);
  expect(heldCount / slab.model.topology.vertexCount).toBeLessThan(0.15);
  expect(drivers.filter(({ until }) => until !== undefined).map(({ body, until }) => [body, until])).toEqual([
    [1, script?.switches?.[0].time],
  ]);
});

it('starts with a slab that is bent without folding it, and without a change of volume', () => {
  const volumes = signedVolumes({ ...slab.model.mesh, positions: slab.positions });
  expect(Math.min(...volumes)).toBeGreaterThan(0);
  const [bent, rest] = [volumes, signedVolumes(slab.model.mesh)].map((v) => v.reduce((sum, x) => sum + x, 0));
  expect(bent / rest).toBeGreaterThan(0.98); // straight edges cut off the round shape
  expect(bent / rest).toBeLessThan(1);
});

it('drops the cube on the slope near the ridge, where the rest shape leads to the side behind it', () => {
  const corner = cube.positions.slice(0, 3).map((x, k) => (k === 2 ? x : Math.min(...column(cube.positions, k))));
  const ridge = column(slab.positions, 1).reduce((best, y, v, ys) => (y > ys[best] ? v : best), 0);
  const aside = corner[0] - slab.positions[3 * ridge];
  expect(aside).toBeGreaterThan(0);
  expect(aside).toBeLessThan(0.15);
  expect(corner[1]).toBeGreaterThan(slab.positions[3 * ridge + 1] - aside);
});

const column = (positions: Float32Array, k: number): number[] => Array.from(positions).filter((_, i) => i % 3 === k);
