import { describe, expect, test } from 'vitest';
import { pathDataLayout } from '../../src/gpu/memory/buffer-layout.ts';
import { BRANCHED_CAPACITY } from '../../src/gpu/kernels/constants.ts';
import { pathPreparations } from '../../src/simulation/path/passes.ts';
import { KERNELS } from '../../src/gpu/kernels/kernels.ts';
import { findBranched } from '../../src/simulation/path/clearance.ts';
import { pathBodies } from '../../src/simulation/path/path-body.ts';
import type { State } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import type { BentBar } from '../fixtures/bent-bars.ts';
import { branchedPillar } from '../fixtures/branched-shapes.ts';
import { shake } from '../fixtures/inverted-shapes.ts';
import { SHAPES } from '../fixtures/path-shapes.ts';
import { pathWorld } from '../fixtures/path-world.ts';
import { changed } from './changed.ts';
import { type Dispatch, runKernel } from './harness.ts';
import { createPathScratch } from '../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();

const scaled = ({ name, tets, positions, rest }: BentBar & { rest?: Float32Array }, scale: number) => ({
  name,
  tets,
  rest: rest ?? positions,
  positions: positions.map((x) => scale * x),
});

interface Listed {
  readonly count: number;
  readonly edges: readonly string[];
}

interface Run {
  /** The kernel's text, instead of the registered one's. */
  readonly code?: string;
  readonly culling?: boolean;
  readonly count?: number;
}

/** The lists of all bodies. */
async function onDevice(world: World, state: State, { code, culling = true, count = world.tetCount }: Run = {}) {
  const { branched, reached } = pathDataLayout(world);
  const others = pathPreparations(world, 'tree');
  const own: Dispatch = { count, ...(code === undefined ? { kernel: 'branchedEdges' } : {}) };
  const { words } = await runKernel({
    label: 'branchedEdges',
    ...(code === undefined ? {} : { code }),
    world,
    state,
    parameters: { culling },
    // Twice: lists don't grow from step to step.
    dispatches: [...others, own, ...others, own],
    read: [],
    words: { buffer: 'path_data', first: 0, count: reached },
  });
  return branched.map(({ first, capacity }): Listed => {
    const found = words[first];
    return { count: found, edges: keys(words.subarray(first + 1), Math.min(found, capacity)) };
  });
}

const byTwin = (world: World, state: State): Listed[] =>
  pathBodies(scratch.bodies, world, state).map((body) => {
    findBranched(body);
    return { count: body.branched.count, edges: keys(body.branched.edges, body.branched.count) };
  });

const keys = (edges: Uint32Array, count: number): string[] =>
  Array.from({ length: count }, (_, i) => [...edges.subarray(2 * i, 2 * i + 2)].sort((a, b) => a - b).join(' ')).sort();

describe('the lists of branched edges', () => {
  const shapes = [
    branchedPillar(),
    SHAPES.ring(),
    shake(branchedPillar(), 0.05, 3),
    shake(SHAPES.coil(), 0.35, 2),
    shake(SHAPES.octopus(), 0.015, 4),
  ];
  const at = (scale: number) => pathWorld(shapes.map((shape) => scaled(shape, scale)));

  test.each([1e-3, 1, 1e3])('are those of the twin at scale %s', async (scale) => {
    const { world, state } = at(scale);
    const twin = byTwin(world, state);
    expect(twin.map(({ count }) => count > 0)).toEqual([true, false, true, true, true]);
    expect(await onDevice(world, state)).toEqual(twin);
  });

  // As where paths that overflowed say how many threads there are.
  test('are the same where there are fewer threads than elements', async () => {
    const { world, state } = at(1);
    const fewer = changed(KERNELS.branchedEdges, 'groups.x * groups.y * WORKGROUP_SIZE', '64u');
    const code = changed(fewer, 'parameters.culling == 0u', 'parameters.culling == 0u || element(id, groups) >= 64u');
    expect(code.split('64u')).toHaveLength(3);
    expect(await onDevice(world, state, { code })).toEqual(byTwin(world, state));
  });

  test('differ where a constant is perturbed', async () => {
    const { world, state } = at(1);
    const code = changed(KERNELS.branchedEdges, 'vec3u(0u, 3u, 1u)', 'vec3u(0u, 1u, 2u)');
    expect(await onDevice(world, state, { code })).not.toEqual(byTwin(world, state));
  });

  test('are empty where nothing is culled, or no element looked at', async () => {
    const { world, state } = at(1);
    const empty = shapes.map(() => ({ count: 0, edges: [] }));
    expect(await onDevice(world, state, { culling: false })).toEqual(empty);
    expect(await onDevice(world, state, { count: 0 })).toEqual(empty);
  });

  test('count what they have no room for', async () => {
    const { world, state } = pathWorld([scaled(shake(SHAPES.octopus(), 0.1, 5), 1), scaled(shapes[0], 1)]);
    const [first, second] = await onDevice(world, state);
    expect(first.count).toBeGreaterThan(BRANCHED_CAPACITY);
    expect(first.edges).toHaveLength(BRANCHED_CAPACITY);
    expect(second).toEqual(byTwin(world, state)[1]);
  });
});
