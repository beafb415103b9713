import { expect, test } from 'vitest';
import { KERNELS } from '../../src/gpu/kernels/kernels.ts';
import { folds } from '../../src/simulation/path/folds.ts';
import type { State } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { bentBars } from '../fixtures/bent-bars.ts';
import { SHAPES } from '../fixtures/path-shapes.ts';
import { pathWorld } from '../fixtures/path-world.ts';
import { changed } from './changed.ts';
import { copyState, runKernel, runStage } from './harness.ts';

const READ = ['foldedEdges', 'foldedVertices'] as const;

/** Cones whose surface returns over itself, and all bent bars, one of them with shaken vertices, so that elements are inverted. */
function bars(scale: number) {
  const cones = ['cap and tail', 'double cone'].map((name) => {
    const { tets, positions } = SHAPES[name]();
    return { name, tets, positions: positions.map((x) => scale * x) };
  });
  const meshes = [...cones, ...bentBars(scale)].map((bar) => ({ ...bar, rest: bar.positions }));
  const [coil] = meshes.splice(cones.length + 1, 1);
  const shaken = coil.positions.map((x, i) => x + scale * 0.4 * (((i * 7919) % 101) / 101 - 0.5));
  return pathWorld([...meshes, { ...coil, positions: shaken }]);
}

/** @param code of the second kernel, instead of the registered one */
const onDevice = (world: World, state: State, code?: string) =>
  runKernel({
    label: 'folds',
    ...(code === undefined ? {} : { code }),
    world,
    state,
    dispatches: [
      { kernel: 'foldedEdges', count: world.edgeCount },
      { count: world.surfaceVertexCount, ...(code === undefined ? { kernel: 'foldedVertices' } : {}) },
    ],
    read: READ,
  });

/** An inverted element's angle is compared with 0, others' sums with a whole turn: float32 decides otherwise near those. */
const BORDERLINE = 2;

test.each([1e-3, 1, 1e3])('edges and vertices at scale %s are marked as by the twin', async (scale) => {
  const { world, state } = bars(scale);
  const twin = runStage(folds, { world, state: copyState(world, state) });
  state.foldedEdges.fill(7);
  state.foldedVertices.fill(7);
  const device = await onDevice(world, state);
  for (const name of READ) {
    expect(twin[name].some((flag) => flag === 1)).toBe(true);
    expect(twin[name].some((flag) => flag === 0)).toBe(true);
    expect(device[name].every((flag) => flag <= 1)).toBe(true);
    expect(twin[name].filter((flag, i) => flag !== device[name][i]).length).toBeLessThanOrEqual(BORDERLINE);
  }
});

test('fails where a constant is perturbed', async () => {
  const { world, state } = bars(1);
  const twin = runStage(folds, { world, state: copyState(world, state) });
  const code = changed(KERNELS.foldedVertices, 'vec3u(0u, 3u, 2u)', 'vec3u(0u, 2u, 3u)');
  const { foldedVertices } = await onDevice(world, state, code);
  expect(foldedVertices.filter((flag, i) => flag !== twin.foldedVertices[i]).length).toBeGreaterThan(BORDERLINE);
});

test('the vertex that a strip returns over is marked', async () => {
  const { world, state } = bars(1);
  const { foldedVertices } = await onDevice(world, state);
  expect(foldedVertices[0]).toBe(1);
  const everyTurn = changed(KERNELS.foldedVertices, 'turns_made == 1u', 'true');
  const code = changed(everyTurn, 'dot(spanned, normal) >', '1.0 >');
  expect((await onDevice(world, state, code)).foldedVertices[0]).toBe(0);
});

test('stops at the last element', async () => {
  const { world, state } = bars(1);
  state.foldedEdges.fill(7);
  const { foldedEdges } = await runKernel({
    label: 'some',
    world,
    state,
    dispatches: [
      { kernel: 'foldedEdges', count: 0 },
      { kernel: 'foldedEdges', count: 65 },
    ],
    read: ['foldedEdges'],
  });
  expect(foldedEdges.indexOf(7)).toBe(65);
});
