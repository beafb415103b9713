import { expect, it } from 'vitest';
import { BOX_STRIDE, leafStart, type TreeLayout } from '../../src/bvh/tree.ts';
import { refitDispatches } from '../../src/simulation/detect/passes.ts';
import { refitBodies, refitFaces, refitTets } from '../../src/simulation/detect/refit.ts';
import { initialOrders } from '../../src/simulation/detect/rebuild.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { copyState, runKernel, runStage } from './harness.ts';

/** Box of the primitives below a node, straight from the vertices. */
function boxOf(tree: TreeLayout, node: number, vertices: (k: number) => number[], positions: Float32Array): number[] {
  const level = Math.floor(Math.log2(node + 1));
  const leaves = 2 ** (tree.levels - level);
  const first = (node + 1 - 2 ** level) * leaves;
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const end = leafStart(tree.primitiveCount, tree.levels, first + leaves);
  for (let k = leafStart(tree.primitiveCount, tree.levels, first); k < end; k++)
    for (const v of vertices(k))
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], positions[3 * v + axis]);
        box[axis + 3] = Math.max(box[axis + 3], positions[3 * v + axis]);
      }
  return box;
}

/** A small body and one whose trees have more levels than one workgroup handles. */
function deepTrees() {
  const placements = [boxMesh(2, 1, 2), boxMesh(14, 14, 14)].map((mesh) => {
    const model = createModel('box', mesh, 1);
    return { model, positions: model.mesh.positions.map((x, i) => x + 0.1 * Math.sin(i)) };
  });
  const { world, positions } = createWorld(placements, []);
  const state = initialState(world, positions, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
  initialOrders(world, state);
  return { world, state };
}

const WORLDS = {
  'one body': () => boxWorld({ bodies: 1 }),
  'two bodies': () => boxWorld({ bodies: 2 }),
  'three bodies': () => boxWorld({ bodies: 3 }),
  'a large body': deepTrees,
};

for (const [name, make] of Object.entries(WORLDS)) {
  it(`refits the trees of ${name} to the vertices' very bounds`, async () => {
    const { world, state } = make();
    const dispatches = refitDispatches(world);
    const levels = dispatches.filter(({ kernel }) => kernel === 'refitLevels');
    expect(levels.length).toBe(name === 'a large body' ? 2 : 1);
    const read = ['tetBoxes', 'faceBoxes', 'bodyBoxes'] as const;
    const boxes = await runKernel({ label: 'refit', world, state, dispatches, read });
    const twin = { world, state: copyState(world, state) };
    for (const stage of [refitTets, refitFaces, refitBodies]) runStage(stage, twin);
    for (const name of read)
      boxes[name].forEach((x, i) => {
        // Words 3 and 7 are unused; what is empty is infinite in the twin only.
        const expected = twin.state[name][i];
        if (i % 4 < 3 && Number.isFinite(expected)) expect(x).toBe(expected);
      });
    const check = (array: Float32Array, tree: TreeLayout, vertices: (k: number) => number[]) => {
      for (let node = 0; node < 2 ** (tree.levels + 1) - 1; node++) {
        const at = BOX_STRIDE * (tree.nodeBase + node);
        const box = [...array.subarray(at, at + 3), ...array.subarray(at + 4, at + 7)];
        const expected = boxOf(tree, node, vertices, state.positions);
        // An empty box is lower > upper, whatever the numbers.
        if (expected[0] > expected[3]) expect(box[0]).toBeGreaterThan(box[3]);
        else expect(box).toEqual(expected);
      }
    };
    const slice = (array: Uint32Array, i: number, n: number, base: number) =>
      Array.from(array.subarray(n * i, n * i + n), (v) => v + base);
    world.bodies.forEach((body, b) => {
      const { tets, faces } = world.models[body.model].topology;
      const [t, f] = [world.tetTrees[b], world.faceTrees[b]];
      check(boxes.tetBoxes, t, (k) => slice(tets, state.tetOrder[t.orderBase + k], 4, body.vertexBase));
      check(boxes.faceBoxes, f, (k) => slice(faces, state.faceOrder[f.orderBase + k], 3, body.vertexBase));
    });
    check(boxes.bodyBoxes, world.bodyTree, (k) => {
      const { model, vertexBase } = world.bodies[state.bodyOrder[k]];
      return Array.from({ length: world.models[model].topology.vertexCount }, (_, v) => v + vertexBase);
    });
  });
}
