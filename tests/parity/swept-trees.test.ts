import { expect, it } from 'vitest';
import { BOX_STRIDE, leafStart, type TreeLayout } from '../../src/bvh/tree.ts';
import { sweepDispatches } from '../../src/simulation/contacts/ccd/kernels.ts';
import { initialOrders } from '../../src/simulation/detect/rebuild.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { runKernel } from './harness.ts';
import { stir } from './twins.ts';

/** Boxes with this number of cells along each side, one beside another, in motion. */
function movingBoxes(cells: readonly number[]) {
  const parameters = { ...defaultParameters(), ccdOn: 'device' } as const;
  const placements = cells.map((n, body) => {
    const model = createModel('box', boxMesh(n, n, n), 1);
    return { model, positions: model.mesh.positions.map((x, i) => x + (i % 3 === 0 ? 30 * body : 0)) };
  });
  const { world, positions } = createWorld(placements, [], parameters);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  initialOrders(world, state);
  stir(state);
  return { world, state };
}

it.each([[[1]], [[2, 1, 3]], [[1, 20]]])(
  'trees around motions of boxes of %j cells: bounds of all that is below',
  async (cells) => {
    const { world, state } = movingBoxes(cells);
    const dispatches = sweepDispatches(world);
    expect(dispatches.filter(({ kernel }) => kernel === 'sweepLevels').length).toBe(cells.includes(20) ? 2 : 1);
    const read = ['sweptFaceBoxes', 'sweptEdgeBoxes', 'sweptBodyBoxes'] as const;
    const boxes = await runKernel({ label: 'sweep', world, state, dispatches, read });

    /** Lowest and highest coordinates of vertices at x0 and x. */
    const bounds = (vertices: Iterable<number>): number[] => {
      const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      for (const v of vertices)
        for (const positions of [state.positionsT0, state.positions])
          for (let axis = 0; axis < 3; axis++) {
            box[axis] = Math.min(box[axis], positions[3 * v + axis]);
            box[axis + 3] = Math.max(box[axis + 3], positions[3 * v + axis]);
          }
      return box;
    };
    const check = (array: Float32Array, tree: TreeLayout, verticesOf: (place: number) => number[]) => {
      for (let node = 0; node < 2 ** (tree.levels + 1) - 1; node++) {
        const level = Math.floor(Math.log2(node + 1));
        const leaves = 2 ** (tree.levels - level);
        const first = (node + 1 - 2 ** level) * leaves;
        const begin = leafStart(tree.primitiveCount, tree.levels, first);
        const end = leafStart(tree.primitiveCount, tree.levels, first + leaves);
        if (end === begin) continue;
        const at = BOX_STRIDE * (tree.nodeBase + node);
        const box = [...array.subarray(at, at + 3), ...array.subarray(at + 4, at + 7)];
        expect(box).toEqual(bounds(Array.from({ length: end - begin }, (_, k) => verticesOf(begin + k)).flat()));
      }
    };
    const ids = (array: Uint32Array, i: number, n: number, base: number) =>
      Array.from(array.subarray(n * i, n * i + n), (v) => v + base);
    world.bodies.forEach(({ model, vertexBase }, b) => {
      const { faces, edges } = world.models[model].topology;
      const [f, e] = [world.faceTrees[b], world.edgeTrees[b]];
      check(boxes.sweptFaceBoxes, f, (k) => ids(faces, state.faceOrder[f.orderBase + k], 3, vertexBase));
      check(boxes.sweptEdgeBoxes, e, (k) => ids(edges, state.edgeOrder[e.orderBase + k], 2, vertexBase));
    });
    check(boxes.sweptBodyBoxes, world.bodyTree, (k) => {
      const { model, vertexBase } = world.bodies[state.bodyOrder[k]];
      const { surfaceVertices } = world.models[model].topology;
      return Array.from(surfaceVertices, (v) => v + vertexBase);
    });
  },
);
