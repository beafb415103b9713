import { describe, expect, it } from 'vitest';
import { BOX_STRIDE, leafStart, nodeCount, type TreeLayout } from '../../../../src/bvh/tree.ts';
import { initialOrders, rebuildBody } from '../../../../src/simulation/detect/rebuild.ts';
import { refitBodies, refitFaces, refitTets } from '../../../../src/simulation/detect/refit.ts';
import type { SimulationParameters } from '../../../../src/simulation/parameters.ts';
import type { Context } from '../../../../src/simulation/program/stage.ts';
import { CONTAINMENT, FACES, POINT_CLASS, MOTION_BOX, type State } from '../../../../src/simulation/state.ts';
import { boxWorld, seededRandom } from '../../../fixtures/box-world.ts';
import { bentWorld, contextWith, movingBoxes, refitAll, sweepAll } from '../../../fixtures/detection.ts';
import { parametersWith, runInRanges } from '../../../fixtures/stages.ts';

const BOXES = ['tetBoxes', 'faceBoxes', 'bodyBoxes', 'sweptFaceBoxes', 'sweptEdgeBoxes', 'sweptBodyBoxes'] as const;

/** Compares every node's box with the bounds of all vertices below it. */
function expectBounds(
  tree: TreeLayout,
  boxes: Float32Array,
  vertices: (k: number) => number[],
  positions: readonly Float32Array[],
): void {
  for (let node = 0; node < nodeCount(tree); node++) {
    const level = Math.floor(Math.log2(node + 1));
    const width = 2 ** (tree.levels - level);
    const first = (node + 1 - 2 ** level) * width;
    const end = leafStart(tree.primitiveCount, tree.levels, first + width);
    const expected = [Infinity, Infinity, Infinity, 0, -Infinity, -Infinity, -Infinity, 0];
    for (let k = leafStart(tree.primitiveCount, tree.levels, first); k < end; k++)
      for (const v of vertices(k))
        for (const x of positions)
          for (let axis = 0; axis < 3; axis++) {
            expected[axis] = Math.min(expected[axis], x[3 * v + axis]);
            expected[4 + axis] = Math.max(expected[4 + axis], x[3 * v + axis]);
          }
    const at = BOX_STRIDE * (tree.nodeBase + node);
    expect(Array.from(boxes.subarray(at, at + BOX_STRIDE))).toEqual(expected);
  }
}

/** Compares all boxes of a refit and of a sweep with the bounds of the vertices below them. */
function expectFitted(context: Context): void {
  const { world, state } = context;
  const now = [state.positions];
  // Lower and upper corners of the vertices' boxes: the BVHs for CCD cover these.
  const cornersOf = (corner: number) =>
    Float32Array.from(state.positions, (_, i) => state.reachBoxes[BOX_STRIDE * Math.floor(i / 3) + corner + (i % 3)]);
  const swept = [cornersOf(MOTION_BOX.lower), cornersOf(MOTION_BOX.upper)];
  const vertices = (element: number, corners: number, ids: Uint32Array, base: number) =>
    Array.from(ids.subarray(corners * element, corners * element + corners), (v) => base + v);
  world.bodies.forEach(({ model, vertexBase }, b) => {
    const { tets, faces, edges } = world.models[model].topology;
    const [t, f, e] = [world.tetTrees[b], world.faceTrees[b], world.edgeTrees[b]];
    const tet = (k: number) => vertices(state.tetOrder[t.orderBase + k], 4, tets, vertexBase);
    const face = (k: number) => vertices(state.faceOrder[f.orderBase + k], 3, faces, vertexBase);
    const edge = (k: number) => vertices(state.edgeOrder[e.orderBase + k], 2, edges, vertexBase);
    expectBounds(t, state.tetBoxes, tet, now);
    expectBounds(f, state.faceBoxes, face, now);
    expectBounds(f, state.sweptFaceBoxes, face, swept);
    expectBounds(e, state.sweptEdgeBoxes, edge, swept);
  });
  const ofBody = (k: number) => {
    const { model, vertexBase } = world.bodies[state.bodyOrder[k]];
    return Array.from({ length: world.models[model].topology.vertexCount }, (_, v) => vertexBase + v);
  };
  const surfaceOfBody = (k: number) =>
    Array.from(world.surfaceVertices).filter((_, s) => world.surfaceBodies[s] === state.bodyOrder[k]);
  expectBounds(world.bodyTree, state.bodyBoxes, ofBody, now);
  expectBounds(world.bodyTree, state.sweptBodyBoxes, surfaceOfBody, swept);
}

for (const bodies of [1, 2, 3])
  it(`boxes are the very bounds of their vertices, at rest and swept, for ${bodies} bodies`, () => {
    const context = contextWith(movingBoxes(bodies, 0.4, bodies));
    refitAll(context);
    sweepAll(context);
    expectFitted(context);
  });

it('boxes are those of the order at hand after a rebuild of one body, then of all', () => {
  const context = contextWith(movingBoxes(4, 0.4));
  const { world, state } = context;
  const orders = () => [state.tetOrder, state.faceOrder, state.edgeOrder].map((order) => order.slice());
  const random = seededRandom(9);
  for (const rebuilt of [[1], world.bodies.keys()]) {
    refitAll(context);
    sweepAll(context);
    const before = orders();
    state.rebuildPositions.set(state.positions.map(() => random()));
    state.nextTetOrder.set(state.tetOrder);
    state.nextFaceOrder.set(state.faceOrder);
    state.nextEdgeOrder.set(state.edgeOrder);
    for (const body of rebuilt) rebuildBody(world, state, body);
    state.tetOrder.set(state.nextTetOrder);
    state.faceOrder.set(state.nextFaceOrder);
    state.edgeOrder.set(state.nextEdgeOrder);
    for (const [i, order] of orders().entries()) expect(order).not.toEqual(before[i]);
    refitAll(context);
    sweepAll(context);
    expectFitted(context);
  }
});

it('boxes do not depend on how the stages are split', () => {
  const fitted = [Infinity, 1, 7].map((size) => {
    const context = contextWith(movingBoxes(5, 0.3));
    refitAll(context, size);
    sweepAll(context, size);
    return BOXES.map((name) => context.state[name]);
  });
  expect(fitted[1]).toEqual(fitted[0]);
  expect(fitted[2]).toEqual(fitted[0]);
});

it('a vertex that is not a number hides nothing but what it belongs to', () => {
  const made = boxWorld();
  const { world, state } = made;
  const context = contextWith(made);
  refitAll(context);
  const before = state.faceBoxes.slice();
  const broken = world.surfaceVertices[5];
  state.positions[3 * broken + 1] = Number.NaN;
  refitAll(context);
  expect(state.faceBoxes.some(Number.isNaN)).toBe(false);
  let kept = 0;
  world.bodies.forEach(({ model, vertexBase }, b) => {
    const tree = world.faceTrees[b];
    const { faces } = world.models[model].topology;
    for (let leaf = 0; leaf < 2 ** tree.levels; leaf++) {
      const [begin, end] = [leaf, leaf + 1].map((j) => tree.orderBase + leafStart(tree.primitiveCount, tree.levels, j));
      const ids = [...state.faceOrder.subarray(begin, end)].flatMap((f) => [...faces.subarray(3 * f, 3 * f + 3)]);
      if (ids.includes(broken - vertexBase)) continue;
      const at = BOX_STRIDE * (tree.nodeBase + 2 ** tree.levels - 1 + leaf);
      expect(state.faceBoxes.slice(at, at + BOX_STRIDE)).toEqual(before.slice(at, at + BOX_STRIDE));
      kept++;
    }
  });
  expect(kept).toBeGreaterThan(10);
});

describe('orders', () => {
  it('hold every element once and put what is near together', () => {
    const made = bentWorld('coil');
    const context = contextWith(made);
    refitAll(context);
    // Two levels above the leaves, which hold one each: of up to four tetrahedra; some are empty.
    const groupSides = ({ world, state }: { readonly world: typeof made.world; readonly state: State }) => {
      const [tree] = world.tetTrees;
      const groups = 2 ** (tree.levels - 2);
      let sum = 0;
      for (let node = groups - 1; node < 2 * groups - 1; node++)
        for (let k = 0; k < 3; k++)
          sum += Math.max(0, state.tetBoxes[BOX_STRIDE * node + 4 + k] - state.tetBoxes[BOX_STRIDE * node + k]);
      return sum;
    };
    const built = groupSides(made);
    const { world, state } = made;
    const random = seededRandom(1);
    world.tetTrees.forEach(({ orderBase, primitiveCount }) => {
      const ids = state.tetOrder.subarray(orderBase, orderBase + primitiveCount);
      expect(new Set(ids).size).toBe(primitiveCount);
      expect(Math.max(...ids)).toBe(primitiveCount - 1);
      const keys = Array.from(ids, () => random());
      ids.sort((a, b) => keys[a] - keys[b]);
    });
    refitAll(context);
    expect(built).toBeLessThan(0.5 * groupSides(made));
  });

  it('a rebuild makes of the same positions what the start made, for its body alone', () => {
    const { world, state } = boxWorld();
    initialOrders(world, state);
    state.rebuildPositions.set(state.positions);
    state.positions.fill(0); // a rebuild must not look at them
    for (const next of [state.nextTetOrder, state.nextFaceOrder, state.nextEdgeOrder]) next.fill(99);
    rebuildBody(world, state, 1);
    const compare = (trees: readonly TreeLayout[], next: Uint32Array, order: Uint32Array) => {
      const { orderBase, primitiveCount } = trees[1];
      const end = orderBase + primitiveCount;
      expect(next.slice(orderBase, end)).toEqual(order.slice(orderBase, end));
      expect(next.slice(0, orderBase).every((id) => id === 99)).toBe(true);
      expect(next.slice(end).every((id) => id === 99)).toBe(true);
    };
    compare(world.tetTrees, state.nextTetOrder, state.tetOrder);
    compare(world.faceTrees, state.nextFaceOrder, state.faceOrder);
    compare(world.edgeTrees, state.nextEdgeOrder, state.edgeOrder);
  });
});

describe('nothing is fitted that nobody looks at', () => {
  const names = ['tetBoxes', 'faceBoxes', 'bodyBoxes'] as const;
  /** Which boxes a detection's refit changes after its bodies have moved. */
  const changed = (argument: number, asked: Partial<SimulationParameters>, insider?: number) => {
    const context = contextWith(movingBoxes(7, 0.4));
    const { state } = context;
    refitAll(context);
    const before = names.map((name) => state[name].slice());
    state.positions.forEach((x, i) => {
      state.positions[i] = x + 1;
    });
    if (insider !== undefined) state.inside[insider] = POINT_CLASS.inside;
    const parameters = parametersWith(asked);
    runInRanges(refitTets, { ...context, parameters, argument });
    runInRanges(refitFaces, { ...context, parameters, argument: FACES.paths });
    runInRanges(refitBodies, { ...context, parameters });
    return names.filter((name, i) => state[name].some((x, k) => x !== before[i][k]));
  };

  it('tetrahedra and bodies not where points inside are looked for and there is none', () => {
    expect(changed(CONTAINMENT.inside, {})).toEqual([]);
    expect(changed(CONTAINMENT.inside, {}, 0)).toEqual(['tetBoxes', 'bodyBoxes']);
    expect(changed(CONTAINMENT.inside, {}, 60)).toEqual(['tetBoxes', 'bodyBoxes']);
    for (const all of [CONTAINMENT.classify, CONTAINMENT.all, CONTAINMENT.measured])
      expect(changed(all, {})).toEqual(['tetBoxes', 'bodyBoxes']);
  });

  it('faces where paths ask them only', () => {
    expect(changed(CONTAINMENT.inside, { pathMethod: 'flood' })).toEqual([]);
    expect(changed(CONTAINMENT.inside, { pathMethod: 'tree' })).toEqual(['faceBoxes']);
    expect(changed(CONTAINMENT.inside, { pathMethod: 'euclidean' })).toEqual(['faceBoxes']);
  });
});
