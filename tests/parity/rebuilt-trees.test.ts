import { describe, expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { TreeLayout } from '../../src/bvh/tree.ts';
import { findQueries, refitDispatches } from '../../src/simulation/detect/passes.ts';
import { initialOrders } from '../../src/simulation/detect/rebuild.ts';
import {
  CURVE_AXIS_BITS,
  keyBits,
  orderCount,
  REBUILD_ON_DEVICE,
  rebuildDispatches,
} from '../../src/simulation/detect/rebuild-passes.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import type { Pass } from '../../src/simulation/program/pass.ts';
import { CONTAINMENT, COUNTERS, QUERY, type State } from '../../src/simulation/state.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { runKernel, sharedDevice } from './harness.ts';

/**
 * Boxes with this number of cells along each side.
 * @param shift of the vertices, up to this length along each axis, so that few places are borders of cells of the curve
 */
function boxes(cells: readonly number[], shift = 0.2) {
  const parameters = { ...defaultParameters(), rebuildsOn: 'device' } as const;
  const placements = cells.map((n, body) => {
    const model = createModel('box', boxMesh(n, n, n), 1);
    return {
      model,
      positions: model.mesh.positions.map(
        (x, i) => x + shift * Math.sin(7 * i + body) + (i % 3 === 0 ? 0.1 * body : 0),
      ),
    };
  });
  const { world, positions } = createWorld(placements, [], parameters);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  initialOrders(world, state);
  return { world, state };
}

const ORDERS = ['tetOrder', 'faceOrder', 'bodyOrder', 'edgeOrder'] as const;

async function rebuild(world: World, state: State) {
  const sorts = rebuildDispatches(world);
  const words = { buffer: 'sort_pairs', first: 0, count: 2 * orderCount(world) };
  const run = { label: 'rebuild', world, state };
  const before = [...refitDispatches(world), sorts[0]!];
  const { words: pairs } = await runKernel({ ...run, dispatches: before, read: [], words });
  const orders = await runKernel({ ...run, dispatches: [...before, ...sorts.slice(1)], read: ORDERS });
  return { keys: pairs.filter((_, i) => i % 2 === 0), orders };
}

/** The parts of `orders` in the order of their words: trees over tetrahedra, faces, all bodies, edges. */
function parts(world: World) {
  const elements = (trees: readonly TreeLayout[], name: (typeof ORDERS)[number], kind: 'tets' | 'faces' | 'edges') =>
    trees.map((tree, body) => ({ tree, name, body, kind }));
  return [
    ...elements(world.tetTrees, 'tetOrder', 'tets'),
    ...elements(world.faceTrees, 'faceOrder', 'faces'),
    { tree: world.bodyTree, name: 'bodyOrder' as const, body: 0, kind: undefined },
    ...elements(world.edgeTrees, 'edgeOrder', 'edges'),
  ];
}

const CORNERS = { tets: 4, faces: 3, edges: 2 };

/** Bounds of some of a body's vertices: lowest and highest coordinates. */
function boundsOf({ bodies }: World, { positions }: State, body: number, vertices: Iterable<number>) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const v of vertices)
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[3 * (bodies[body]!.vertexBase + v) + axis]!;
      low[axis] = Math.min(low[axis]!, x);
      high[axis] = Math.max(high[axis]!, x);
    }
  return { low, high };
}

/**
 * Returns the cell at a place of the curve, by the inverse of the kernel's transformation. Source: Skilling 2004 (TransposetoAxes).
 * @param code of 3 * CURVE_AXIS_BITS bits
 */
function cellAt(code: number): number[] {
  const bits = code.toString(2).padStart(3 * CURVE_AXIS_BITS, '0');
  const x = [0, 1, 2].map((axis) => Number.parseInt([...bits].filter((_, i) => i % 3 === axis).join(''), 2));
  let turned = x[2]! >> 1;
  x[2]! ^= x[1]!;
  x[1]! ^= x[0]!;
  x[0]! ^= turned;
  for (let bit = 2; bit < 2 ** CURVE_AXIS_BITS; bit *= 2)
    for (let axis = 2; axis >= 0; axis--) {
      turned = (x[axis]! & bit) > 0 ? bit - 1 : 0;
      const exchanged = turned ? 0 : (x[0]! ^ x[axis]!) & (bit - 1);
      x[0]! ^= turned || exchanged;
      x[axis]! ^= exchanged;
    }
  return x;
}

describe.each([
  ['one box', [1]],
  ['boxes of several sizes', [2, 1, 3]],
  ['boxes of several blocks of the sort', [1, 12]],
  ['many boxes', Array.from({ length: 45 }, (_, i) => 1 + (i % 3))],
])('trees of %s, rebuilt on the device', (_, cells) => {
  const { world, state } = boxes(cells);

  it('have the keys of their elements’ places', async () => {
    const { keys } = await rebuild(world, state);
    const list = parts(world);
    const axisBits = Math.min(CURVE_AXIS_BITS, Math.floor((32 - (list.length - 1).toString(2).length) / 3));
    expect(keyBits(world)).toBe((list.length - 1).toString(2).length + 3 * axisBits);
    const lost = CURVE_AXIS_BITS - axisBits;
    const cellsOf = (code: number) => cellAt(code * 8 ** lost).map((x) => x >> lost);
    let place = 0;
    let undecided = 0;
    for (const [index, { tree, body, kind }] of list.entries()) {
      const { topology } = world.models[world.bodies[body]!.model]!;
      const all = kind && boundsOf(world, state, body, kind === 'tets' ? topology.tets : topology.faces);
      for (let own = 0; own < tree.primitiveCount; own++, place++) {
        const [ownTree, code] = [Math.floor(keys[place]! / 2 ** (3 * axisBits)), keys[place]! % 2 ** (3 * axisBits)];
        expect(ownTree).toBe(index);
        if (!kind || !all) continue;
        const n = CORNERS[kind];
        const { low, high } = boundsOf(world, state, body, topology[kind].subarray(n * own, n * own + n));
        const longest = Math.max(...all.high.map((x, axis) => x - all.low[axis]!));
        const spots = low.map((x, axis) => (((x + high[axis]!) / 2 - all.low[axis]!) * 2 ** CURVE_AXIS_BITS) / longest);
        // Float32 may round over the border of a cell.
        if (spots.some((spot) => Math.abs(spot - Math.round(spot)) < 0.01)) undecided++;
        else expect(cellsOf(code)).toEqual(spots.map((spot) => Math.floor(spot) >> lost));
      }
    }
    expect(place).toBe(keys.length);
    expect(undecided).toBeLessThan(0.25 * place);
  });

  it('have their elements in the order of the keys, and of the ids among equal ones', async () => {
    const { keys, orders } = await rebuild(world, state);
    let first = 0;
    for (const { tree, name } of parts(world)) {
      const count = tree.primitiveCount;
      const order = [...orders[name].subarray(tree.orderBase, tree.orderBase + count)];
      const ids = Array.from({ length: count }, (_, i) => i);
      const own = keys.subarray(first, first + count);
      const sorted = ids.sort((a, b) => own[a]! - own[b]! || a - b);
      expect(order).toEqual(name === 'bodyOrder' ? [...state.bodyOrder] : sorted);
      first += count;
    }
  });
});

it('elements are sorted along a curve that goes from cell to cell through a side, and misses none', async () => {
  // The box of each of a cube's tetrahedra is the cube.
  const side = 16;
  const { world, state } = boxes([side], 0);
  const { orders } = await rebuild(world, state);
  const { tets } = world.models[0]!.topology;
  const cubes = Array.from(
    orders.tetOrder,
    (tet) => boundsOf(world, state, 0, tets.subarray(4 * tet, 4 * tet + 4)).low,
  );
  const perCube = world.tetCount / side ** 3;
  const path = cubes.filter((_, i) => i % perCube === 0);
  expect(new Set(path.map(String)).size).toBe(side ** 3);
  for (const [i, cube] of cubes.entries()) expect(cube).toEqual(path[Math.floor(i / perCube)]);
  path.slice(1).forEach((cube, i) => {
    const way = cube.reduce((sum, x, axis) => sum + Math.abs(x - path[i]![axis]!), 0);
    expect(way).toBe(1);
  });
});

it('detection finds the same pairs of points and tetrahedra with the rebuilt trees', async () => {
  const parameters = { ...defaultParameters(), rebuildsOn: 'device' } as const;
  const { world, state } = boxWorld({ parameters });
  const gpu = { device: await sharedDevice(world), adapterName: 'test' };
  const backend = await openInState({ world, state, backend: gpu, workers: onThisThread });
  const detect = async (before: readonly Pass[]) => {
    const passes = [...before, ...findQueries(CONTAINMENT.all)];
    const counters = await backend.run({ name: 'detect', passes, parameters, counters: {}, results: [] });
    const { u32 } = await backend.read('queries');
    return Array.from({ length: counters[COUNTERS.queries]! }, (_, q) => {
      const at = q * QUERY.stride;
      return [QUERY.source, QUERY.vertex, QUERY.body, QUERY.tet].map((field) => u32[at + field]).join();
    });
  };
  try {
    const found = await detect([]);
    const orders = (await backend.read('tetOrder')).slice();
    const foundAnew = await detect(REBUILD_ON_DEVICE);
    expect(await backend.read('tetOrder')).not.toEqual(orders);
    expect(found.length).toBeGreaterThan(50);
    expect(foundAnew.sort()).toEqual(found.sort());
  } finally {
    await backend.dispose();
  }
});
