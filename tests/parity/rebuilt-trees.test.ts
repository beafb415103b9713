import { describe, expect, it } from 'vitest';
import type { TreeLayout } from '../../src/bvh/tree.ts';
import { refitDispatches } from '../../src/simulation/detect/passes.ts';
import { initialOrders } from '../../src/simulation/detect/rebuild.ts';
import {
  MORTON_AXIS_BITS,
  keyBits,
  orderCount,
  rebuildDispatches,
} from '../../src/simulation/detect/rebuild-passes.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import type { State } from '../../src/simulation/state.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { runKernel } from './harness.ts';

/** Boxes with this number of cells along each side, uneven so that few places are borders of cells. */
function boxes(cells: readonly number[]) {
  const parameters = { ...defaultParameters(), rebuildsOn: 'device' } as const;
  const placements = cells.map((n, body) => {
    const model = createModel('box', boxMesh(n, n, n), 1);
    return {
      model,
      positions: model.mesh.positions.map((x, i) => x + 0.2 * Math.sin(7 * i + body) + (i % 3 === 0 ? 0.1 * body : 0)),
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

/** Interleaves bits by text: independent of the kernel's shifts and masks. */
function mortonOf(cells: readonly number[], axisBits: number): number {
  const [x, y, z] = cells.map((cell) => cell.toString(2).padStart(MORTON_AXIS_BITS, '0').slice(0, axisBits));
  return Number.parseInt([...x!].map((bit, i) => bit + y![i] + z![i]).join(''), 2);
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
    const axisBits = Math.min(MORTON_AXIS_BITS, Math.floor((32 - (list.length - 1).toString(2).length) / 3));
    expect(keyBits(world)).toBe((list.length - 1).toString(2).length + 3 * axisBits);
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
        const spots = low.map(
          (x, axis) => (((x + high[axis]!) / 2 - all.low[axis]!) * 2 ** MORTON_AXIS_BITS) / longest,
        );
        // Float32 may round over the border of a cell.
        if (spots.some((spot) => Math.abs(spot - Math.round(spot)) < 0.01)) undecided++;
        else expect(code).toBe(mortonOf(spots.map(Math.floor), axisBits));
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
