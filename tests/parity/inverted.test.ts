import { describe, expect, test } from 'vitest';
import { pathDataLayout } from '../../src/gpu/memory/buffer-layout.ts';
import { INVERTED_CAPACITY } from '../../src/gpu/kernels/constants.ts';
import { type DeviceMethod, pathPreparations } from '../../src/simulation/path/passes.ts';
import { KERNELS } from '../../src/gpu/kernels/kernels.ts';
import { NONE } from '../../src/mesh/topology.ts';
import { findInverted } from '../../src/simulation/path/clearance.ts';
import { pathBodies } from '../../src/simulation/path/path-body.ts';
import { findPath } from '../../src/simulation/path/shortest-path.ts';
import { PATH, PATH_OVERFLOW, type State } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import type { BentBar } from '../fixtures/bent-bars.ts';
import { GENERATED, PlacedShape } from '../fixtures/generated-shapes.ts';
import { shake } from '../fixtures/inverted-shapes.ts';
import { depthBy, findTruths, GPU_ROUNDING, GPU_TOLERANCES, isRight, type Truth } from '../fixtures/judged-paths.ts';
import { SHAPES } from '../fixtures/path-shapes.ts';
import { pathBody } from '../fixtures/path-body.ts';
import type { PathQuery } from '../fixtures/path-queries.ts';
import { pathWorld, writeQueries } from '../fixtures/path-world.ts';
import { changed } from './changed.ts';
import { copyState, type Dispatch, pathDispatches, runKernel } from './harness.ts';
import { PATH_OPTIONS } from '../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../src/simulation/path/scratch.ts';
import { isFull } from '../fixtures/tier.ts';

const scratch = createPathScratch();

const scaled = (shape: BentBar, scale: number) => ({
  ...shape,
  rest: shape.rest ?? shape.positions,
  positions: shape.positions.map((x) => scale * x),
});

/** More inverted elements than a list holds. */
const crumpled = () => shake(SHAPES.octopus(), 0.1, 5);

interface Listed {
  /** Inverted elements that were counted. */
  readonly count: number;
  /** Centre and radius [m] of those listed. */
  readonly balls: readonly (readonly number[])[];
}

/** The lists of all bodies. @param code of the kernel, instead of the registered one */
async function onDevice(world: World, state: State, code?: string): Promise<Listed[]> {
  const { inverted, reached } = pathDataLayout(world);
  const others = pathPreparations(world, 'tree').filter(({ kernel }) => kernel !== 'inverted');
  const own: Dispatch = { count: world.tetCount, ...(code === undefined ? { kernel: 'inverted' } : {}) };
  const { words } = await runKernel({
    label: 'inverted',
    ...(code === undefined ? {} : { code }),
    world,
    state,
    // Twice: lists don't grow from step to step.
    dispatches: [...others, own, ...others, own],
    read: [],
    words: { buffer: 'path_data', first: 0, count: reached },
  });
  const floats = new Float32Array(words.buffer);
  return inverted.map(({ first, capacity }) => {
    const count = words[first];
    const balls = Array.from({ length: Math.min(count, capacity) }, (_, k) => [
      ...floats.subarray(first + 1 + 4 * k, first + 5 + 4 * k),
    ]);
    return { count, balls };
  });
}

function byTwin(world: World, state: State): Listed[] {
  const copy = copyState(world, state);
  copy.pathPasses[0]++;
  return pathBodies(scratch.bodies, world, copy).map((body) => {
    findInverted(body);
    const { count, balls } = body.inverted;
    return { count, balls: Array.from({ length: count }, (_, k) => [...balls.subarray(4 * k, 4 * k + 4)]) };
  });
}

/** The coil has some elements that are flat up to rounding; float64 tells them from flat ones. */
const BORDERLINE = 12;
/** Tolerance of a ball, as a share of its radius: rounding, and the margin that the kernel adds against it. */
const TOLERANCE = 1e-4;

describe('the lists of inverted elements', () => {
  const shapes = ['coil, few inverted', 'ring', 'octopus, few inverted', 'coil, shaken'].map((name) =>
    GENERATED[name](),
  );

  test.each([1e-3, 1, 1e3])('hold those of the twin at scale %s', async (scale) => {
    const { world, state } = pathWorld(shapes.map((shape) => scaled(shape, scale)));
    const device = await onDevice(world, state);
    byTwin(world, state).forEach(({ count, balls }, body) => {
      expect(count > 0).toBe(body !== 1);
      expect(device[body].count).toBeGreaterThanOrEqual(count);
      expect(device[body].count).toBeLessThanOrEqual(count + BORDERLINE);
      for (const ball of balls) {
        const radius = ball[3];
        const same = device[body].balls.filter((other) =>
          other.every((x, i) => Math.abs(x - ball[i]) < TOLERANCE * radius),
        );
        expect(same.length).toBeGreaterThan(0);
        expect(same[0][3]).toBeGreaterThan(radius);
      }
    });
  });

  test.runIf(isFull)('differ where a constant is perturbed', async () => {
    const { world, state } = pathWorld(shapes.map((shape) => scaled(shape, 1)));
    const code = changed(KERNELS.inverted, 'FLAT_VOLUME = 2e-6', 'FLAT_VOLUME = 2e-2');
    const twin = byTwin(world, state);
    const more = (await onDevice(world, state, code)).map(({ count }, body) => count - twin[body].count);
    expect(Math.max(...more)).toBeGreaterThan(BORDERLINE);
  });

  test('stop at the last element, and count what they have no room for', async () => {
    const { world, state } = pathWorld([scaled(crumpled(), 1), scaled(shapes[3], 1)]);
    const [first, second] = await onDevice(world, state);
    expect(first.count).toBeGreaterThan(INVERTED_CAPACITY);
    expect(second.count).toBe(byTwin(world, state)[1].count);
    const { inverted } = pathDataLayout(world);
    const { words } = await runKernel({
      label: 'some',
      world,
      state,
      dispatches: pathPreparations(world, 'tree').map((each) =>
        each.kernel === 'inverted' ? { ...each, count: 0 } : each,
      ),
      read: [],
      words: { buffer: 'path_data', first: inverted[0].first, count: 1 },
    });
    expect(words[0]).toBe(0);
  });
});

/** Queries per shape: points anywhere, and surface vertices in an element that they belong to. */
const DRAWN = 400;
const OWN = 200;

interface Asked {
  readonly placed: PlacedShape;
  readonly world: World;
  readonly state: State;
  readonly truths: readonly Truth[];
}

function ask(shape: BentBar, seed: number): Asked {
  const placed = new PlacedShape(shape, { scale: 1, away: 0 }, seed);
  const { world, state } = pathWorld([{ ...scaled(shape, 1), positions: placed.positions }]);
  const queries = [...placed.draw(DRAWN, true), ...ownElements(placed, seed)];
  const truths = findTruths(placed.oracle, queries, GPU_TOLERANCES);
  writeQueries(
    world,
    state,
    truths.map(({ query }) => ({ ...query, body: 0 })),
  );
  return { placed, world, state, truths };
}

/** Steps through the elements in a fixed disorder. */
const STRIDE = 7919;

function ownElements({ oracle }: PlacedShape, seed: number): PathQuery[] {
  const { tets, tetCount, surfaceIndices } = oracle.topology;
  return Array.from({ length: OWN }, (_, k) => (k * STRIDE + seed) % tetCount).flatMap((tet) => {
    const vertex = tets.subarray(4 * tet, 4 * tet + 4).find((v) => surfaceIndices[v] !== NONE);
    return vertex === undefined ? [] : [{ point: [...oracle.vertex(vertex)] as PathQuery['point'], tet, vertex }];
  });
}

/** Queries answered wrongly. @param change a piece of the kernel's code, and what stands there instead */
async function wrong(
  { placed, world, state, truths }: Asked,
  method: DeviceMethod,
  culling: boolean,
  change?: readonly [string, string],
) {
  const kernel = method === 'tree' ? 'shortestPath' : 'shortestPathFlood';
  const code = change ? changed(KERNELS[kernel], ...change) : KERNELS[kernel];
  // The changed kernel alone, without those that answer what it leaves.
  const dispatches = pathDispatches(world, method)
    .filter((each) => !change || each.kernel !== 'shortestPathLarge')
    .map(({ kernel: name, ...rest }): Dispatch => (change && name === kernel ? rest : { ...rest, kernel: name! }));
  const { paths } = await runKernel({
    label: 'changed',
    ...(change ? { code } : {}),
    world,
    state,
    parameters: { culling },
    dispatches,
    read: ['paths'],
  });
  const isWrong = (truth: Truth, i: number) => {
    const face = paths.u32[PATH.stride * i + PATH.face];
    // A query that overflows in the changed kernel has no answer yet.
    if (truth.isAmbiguous || (change && face === PATH_OVERFLOW)) return false;
    const depth = face < PATH_OVERFLOW ? paths.f32[PATH.stride * i + PATH.depth] : Number.NaN;
    return !isRight(truth, depth, placed.oracle, GPU_TOLERANCES, GPU_ROUNDING);
  };
  return truths.map((_, i) => i).filter((i) => isWrong(truths[i], i));
}

describe('near inverted elements', () => {
  const asked = [
    ask(GENERATED['coil, shaken'](), 900),
    ask(GENERATED['coil, few inverted'](), 901),
    ask(GENERATED['coil, few inverted'](), 903),
    // One of its lines runs past s and back.
    ask(GENERATED['octopus, few inverted'](), 941),
  ];

  test.each([
    ['flood', true],
    ['tree', true],
    ['tree', false],
  ] as const)('%s, culling %s: every answer is right', async (method, culling) => {
    for (const each of asked) expect(await wrong(each, method, culling)).toEqual([]);
  });

  // At the same time, since each kernel is compiled on one core.
  test.runIf(isFull).concurrent.each([
    ["doesn't follow lines past s", 'squared >= inverted_distance_squared, k == 1u', 'false, k == 1u'],
    ["doesn't follow lines away from s", 'select(1u, 2u, may_be_covered)', '1u'],
    ['thinks that nothing covers p', 'inverted_distance_squared == 0.0', 'false'],
    ['takes points beside an edge for points of the face', 'ON_EDGE = 1e-6', 'ON_EDGE = 0.0'],
  ])('a flood that %s is wrong', async (_, from, to) => {
    const found = await Promise.all(asked.map((each) => wrong(each, 'flood', true, [from, to])));
    expect(found.flat().length).toBeGreaterThan(0);
  });

  test.runIf(isFull).concurrent.each([
    ['culls there', 'if (dot(offset, offset) < inverted_distance_squared)', 'if (true)'],
    ["culls in the vertex's own element", '&& !any(tet_vertices(path_model, query.tet) == vec4u(own_vertex))', ''],
    ["doesn't follow lines past s", 'squared >= inverted_distance_squared, k == 1u', 'false, k == 1u'],
    ["doesn't follow lines away from s", 'select(1u, 2u, may_be_covered)', '1u'],
    ['takes points beside an edge for points of the face', 'ON_EDGE = 1e-6', 'ON_EDGE = 0.0'],
  ])('a kernel that %s is wrong', async (_, from, to) => {
    const found = await Promise.all(asked.map((each) => wrong(each, 'tree', true, [from, to])));
    expect(found.flat().length).toBeGreaterThan(0);
  });

  // With every third element inside out it depends on the line's extent what is right (tests/long), so the twin is asked.
  test.each([
    ['flood', true],
    ['tree', true],
    ['tree', false],
  ] as const)('%s, culling %s: as the twin where there are more of them than a list holds', async (method, culling) => {
    const { placed, world, state, truths } = ask(crumpled(), 1);
    const { paths } = await runKernel({
      label: 'many',
      world,
      state,
      parameters: { culling },
      dispatches: pathDispatches(world, method),
      read: ['paths'],
    });
    const body = pathBody(placed.positions, placed.shape.tets);
    truths.slice(0, DRAWN).forEach(({ query }, i) => {
      const depth = depthBy(findPath(method), body, query, { ...PATH_OPTIONS, culling });
      const error = Math.abs(paths.f32[PATH.stride * i + PATH.depth] - depth);
      expect(error, `query ${i}`).toBeLessThan(GPU_ROUNDING * placed.oracle.diagonal);
    });
  });
});
