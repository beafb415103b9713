import { describe, expect, it } from 'vitest';
import { onThisThread } from '../../../../src/engine/inline-pool.ts';
import { openBackend } from '../../../../src/engine/open-backend.ts';
import { World } from '../../../../src/engine/world.ts';
import type { TetMesh } from '../../../../src/mesh/tet-mesh.ts';
import { ball, box, mapped, turned } from '../../../../src/paper/recovery/shapes.ts';
import { sharedVolumes } from '../../../../src/paper/recovery/shared-volume.ts';
import type { SimulationParameters } from '../../../../src/simulation/parameters.ts';
import { Simulator } from '../../../../src/simulation/simulator.ts';
import { COUNTERS } from '../../../../src/simulation/state.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { createPlanarModel } from '../../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { rectangle } from '../../../fixtures/planar.ts';
import { parametersWith } from '../../../fixtures/stages.ts';

type Vector = readonly [number, number, number];
interface Placed {
  readonly mesh: TetMesh;
  readonly positions: Float32Array;
}

/** Nothing pulls or pushes bodies unless they meet. */
const AT_REST = { gravity: 0 } as const;

const shifted = (mesh: TetMesh, [x, y, z]: Vector, from = mesh.positions): Placed => ({
  mesh,
  positions: from.map((coordinate, i) => coordinate + [x, y, z][i % 3]),
});

const open = (bodies: readonly Placed[], parameters: Partial<SimulationParameters> = {}): Promise<World> =>
  World.create({ bodies, workers: 0, parameters: { ...AT_REST, ...parameters } });

/** The figure at the start of a world, before any step. */
async function shareOf(world: World): Promise<number> {
  const counters = await world.simulator.measure();
  return counters[COUNTERS.overlapVolume] / Math.max(1, counters[COUNTERS.sampledVolume]);
}

/** Twice the exact shared volume over all volume, by cutting tetrahedra. */
async function exactShareOf({ data, backend }: World): Promise<number> {
  const positions = await backend.read('positions');
  const placed = data.bodies.map(({ model, vertexBase }) => {
    const { tets, vertexCount } = data.models[model].topology;
    return { tets, positions: positions.slice(3 * vertexBase, 3 * (vertexBase + vertexCount)) };
  });
  const { between, within, volumes } = sharedVolumes(placed);
  return (2 * (between + within)) / volumes.reduce((sum, volume) => sum + volume, 0);
}

const cube = (cells: number): TetMesh => box([1, 1, 1], [cells, cells, cells]);
const plank = box([2, 0.4, 0.4], [10, 2, 2]);
/** A plank that is bent to a ring and a half in a plane, so that one end lies in the other. */
const wound = mapped(plank, (x, y, z) => {
  const angle = 2.2 * Math.PI * (x / 2);
  return [(0.45 + y) * Math.sin(angle), (0.45 + y) * Math.cos(angle), z];
});

describe('overlapShare', () => {
  it.each([
    ['boxes of the same mesh in one place', [shifted(cube(4), [0, 0, 0]), shifted(cube(4), [0, 0, 0])]],
    ['boxes of other meshes in one place', [shifted(cube(4), [0, 0, 0]), shifted(cube(5), [0, 0, 0])]],
    ['three boxes in one place', [0, 1, 2].map(() => shifted(cube(3), [0, 0, 0]))],
  ])('is above 0.95 for %s', async (_, bodies) => {
    expect(await shareOf(await open(bodies))).toBeGreaterThan(0.95);
  });

  it.each([
    ['a box alone', [shifted(cube(4), [0, 0, 0])]],
    ['boxes apart', [shifted(cube(4), [0, 0, 0]), shifted(cube(4), [1.1, 0.3, 0])]],
    ['boxes that touch with aligned faces', [shifted(cube(4), [0, 0, 0]), shifted(cube(4), [1, 0, 0])]],
  ])('is 0 for %s', async (_, bodies) => {
    expect(await shareOf(await open(bodies))).toBe(0);
  });

  /** Analytic: two unit cubes shifted by d share (1 - |dx|) (1 - |dy|) (1 - |dz|). */
  it.each<Vector>([
    [0.25, 0, 0],
    [0.5, 0.1, 0.2],
    [0.33, 0.21, 0.47],
    [0.25, 0.25, 0.25],
  ])(
    'agrees with cubes that share a cuboid, shifted by %d, %d, %d m, as the cutting of tetrahedra does',
    async (...by) => {
      const world = await open([shifted(cube(5), [0, 0, 0]), shifted(cube(5), by)]);
      const shared = by.reduce((product, d) => product * (1 - Math.abs(d)), 1);
      expect(await exactShareOf(world)).toBeCloseTo(shared, 5);
      expect(Math.abs((await shareOf(world)) - shared)).toBeLessThan(0.1);
    },
  );

  it.each<[string, readonly Placed[]]>([
    [
      'a turned box in a box',
      [shifted(cube(5), [0, 0, 0]), shifted(cube(6), [0.3, 0.2, 0.1], turned(cube(6), [1, 2, 3], 40))],
    ],
    ['two balls', [shifted(ball(0.5, 0.17), [0, 0, 0]), shifted(ball(0.5, 0.17), [0.4, 0.1, 0])]],
    [
      'a plank through a box',
      [shifted(cube(6), [0, 0, 0]), shifted(plank, [0.1, 0.05, 0], turned(plank, [0, 1, 1], 25))],
    ],
    [
      'a small box in a large one',
      [shifted(cube(6), [0, 0, 0]), shifted(box([0.5, 0.5, 0.5], [3, 3, 3]), [0.1, 0, 0])],
    ],
    ['a plank wound into itself', [{ mesh: plank, positions: wound }]],
  ])('is within 0.1 of twice the exact shared volume over all volume: %s', async (_, bodies) => {
    const world = await open(bodies);
    const exact = await exactShareOf(world);
    expect(exact).toBeGreaterThan(0.05);
    expect(Math.abs((await shareOf(world)) - exact)).toBeLessThan(0.1);
  });

  it('of a world of more elements than are looked at is told by those chosen evenly', async () => {
    const world = await open([shifted(cube(9), [0, 0, 0]), shifted(cube(9), [0.3, 0, 0])]);
    expect(world.data.tetCount).toBeGreaterThan(2 * 4096);
    expect(await shareOf(world)).toBeCloseTo(0.7, 1);
  });
});

/** Rows of some frames of two steps. */
async function rowsOf(world: World, frames: number): Promise<FrameRow[]> {
  const rows: FrameRow[] = [];
  while (rows.length < frames) rows.push(await world.frame({ steps: 2 }));
  return rows;
}

describe('overlapShare of a run', () => {
  /** Only a few centroids of the second box lie in the first one: what the tests in turn find is no part of that. */
  const shallow = [shifted(cube(4), [0, 0, 0]), shifted(cube(4), [0.92, 0.03, 0.05])];

  it('falls to 0 as regions part the bodies', async () => {
    const rows = await rowsOf(await open([shifted(cube(4), [0, 0, 0]), shifted(cube(4), [0.45, 0.02, 0.05])]), 120);
    expect(rows[0].overlapShare).toBeGreaterThan(0.3);
    expect(rows.at(-1)?.overlapShare).toBe(0);
  });

  it.each<[Partial<SimulationParameters>, boolean]>([
    [{}, false],
    [{ mode: 'dcd' }, false],
    [{ recovery: 'paths' }, true],
    [{ mode: 'ccd' }, true],
    [{ mode: 'off' }, true],
    [{ pathMethod: 'euclidean' }, true],
  ])('with %j, once 32 steps have found nothing, is counted: %s', async (parameters, isCounted) => {
    const world = await open(shallow, parameters);
    await world.frame({ steps: 100 });
    // Bodies are put in one another from outside, which no test has seen.
    const positions = (await world.backend.read('positions')).slice();
    const [, { vertexBase, vertexCount }] = world.bodies;
    for (let i = 0; i < 3 * vertexCount; i++) positions[3 * vertexBase + i] = positions[i] + [0.42, 0.03, 0.05][i % 3];
    await world.backend.write('positions', positions);
    expect((await shareOf(world)) > 0.3).toBe(isCounted);
    // The tests of the next 32 steps find it.
    let most = 0;
    for (let i = 0; i < 4; i++) most = Math.max(most, (await world.frame({ steps: 1 })).overlapShare);
    expect(most).toBeGreaterThan(0.3);
  });

  it('is counted after a switch from a mode without tests, until 32 steps have tested', async () => {
    const world = await open([shifted(cube(4), [0, 0, 0]), shifted(cube(4), [1.5, 0, 0])], { mode: 'off' });
    await world.frame({ steps: 40 });
    const counted = async () => (await world.simulator.measure())[COUNTERS.sampledVolume] > 0;
    world.simulator.setParameters({ mode: 'hybrid' });
    await world.frame({ steps: 31 });
    expect(await counted()).toBe(true);
    await world.frame({ steps: 1 });
    expect(await counted()).toBe(false);
  });
});

/** Opens two planar squares of a side of 1 m, the second shifted. @param cells of each along its sides */
async function planar(
  cells: readonly [number, number],
  [x, y]: readonly [number, number],
  change = (p: Float32Array) => p,
) {
  const models = cells.map((n) => createPlanarModel('square', rectangle(n, n, 1 / n), 0.1));
  const placements = [
    { model: models[0], positions: change(models[0].mesh.positions.slice()) },
    { model: models[1], positions: models[1].mesh.positions.map((p, i) => p + [x, y, 0][i % 3]) },
  ];
  const parameters = parametersWith(AT_REST);
  const { world, positions } = createWorld(placements, [], parameters);
  const backend = await openBackend({ world, positions, parameters, backend: 'cpu', workers: onThisThread });
  return new Simulator(backend, parameters);
}

describe('in the plane', () => {
  // Centroids lie on sides of the other square's triangles where 8 cells meet 5, or 4 meet 6.
  it.each<[readonly [number, number], readonly [number, number], number]>([
    [[8, 8], [0, 0], 1],
    [[8, 5], [0, 0], 1],
    [[4, 6], [0, 0], 1],
    [[8, 8], [0.25, 0], 0.75],
    [[8, 8], [0.3, 0.4], 0.42],
    [[8, 8], [1, 0], 0],
    [[8, 8], [1.2, 0], 0],
  ])('squares of %j cells, shifted by %j m, share %d of their areas', async (cells, by, shared) => {
    const { overlapShare } = await (await planar(cells, by)).frame({ steps: 1 });
    if (shared === 0) expect(overlapShare).toBe(0);
    else expect(Math.abs(overlapShare - shared)).toBeLessThan(shared === 1 ? 0.05 : 0.1);
  });

  it('inverted triangles and the least area of a body are counted', async () => {
    const narrow = await planar([2, 2], [3, 0], (p) => p.map((x, i) => (i % 3 === 0 ? 0.5 * x : x)));
    narrow.setParameters({ mode: 'off', timeStep: 1e-6 });
    expect((await narrow.frame({ steps: 1 })).leastVolume).toBeCloseTo(0.5, 4);
    const mirrored = await planar([2, 2], [3, 0], (p) => p.map((x, i) => (i % 3 === 0 ? -x : x)));
    mirrored.setParameters({ mode: 'off', timeStep: 1e-6 });
    expect(await mirrored.frame({ steps: 1 })).toMatchObject({ inverted: 8, leastVolume: 0 });
  });
});

describe('inverted elements and the least volume', () => {
  const still = { mode: 'off', timeStep: 1e-6 } as const;

  it('are 0 and 1 at rest', async () => {
    const row = await (await open([shifted(cube(4), [0, 0, 0]), shifted(plank, [3, 0, 0])], still)).frame({ steps: 1 });
    expect(row.inverted).toBe(0);
    expect(row.leastVolume).toBeCloseTo(1, 4);
  });

  it.each<[string, readonly Placed[], number, number]>([
    [
      'a flat body beside a whole one',
      [shifted(cube(2), [0, 0, 0]), { mesh: cube(2), positions: mapped(cube(2), (x, y) => [x + 3, y, 0]) }],
      48,
      0,
    ],
    ['a mirrored body', [{ mesh: cube(2), positions: mapped(cube(2), (x, y, z) => [-x, y, z]) }], 48, 0],
    [
      'a crushed body',
      [shifted(plank, [3, 0, 0]), { mesh: cube(4), positions: mapped(cube(4), (x, y, z) => [x, 0.35 * y, z]) }],
      0,
      0.35,
    ],
    // The body has more elements than a sum covers.
    ['a swollen body', [{ mesh: cube(6), positions: mapped(cube(6), (x, y, z) => [2 * x, 2 * y, 2 * z]) }], 0, 8],
  ])('tell %s', async (_, bodies, inverted, least) => {
    const world = await open(bodies, { ...still, stiffness: 0 } as Partial<SimulationParameters>);
    const counters = await world.simulator.measure();
    expect(counters[COUNTERS.inverted]).toBe(inverted);
    expect((counters[COUNTERS.leastVolume] - 1) * 1e-6).toBeCloseTo(least, 4);
  });
});

it('is counted anew after positions have been set from outside', async () => {
  const mesh = box([1, 1, 1], [2, 2, 2]);
  const world = await open([shifted(mesh, [0, 0, 0]), shifted(mesh, [3, 0, 0])]);
  const { simulator } = world;
  for (let i = 0; i < 40; i++) await world.step();
  expect(await shareOf(world)).toBe(0);
  await simulator.backend.write('positions', Float32Array.of(...mesh.positions, ...mesh.positions));
  simulator.positionsSet();
  expect(await shareOf(world)).toBe(1);
  await world.dispose();
});
