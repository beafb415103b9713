import { buildOrder } from '../../bvh/build.ts';
import type { TreeLayout } from '../../bvh/tree.ts';
import type { State } from '../state.ts';
import type { World } from '../world/world.ts';
import { createOrderScratch, type OrderScratch } from './scratch.ts';

/**
 * Rebuilds one body's trees over tetrahedra, faces and edges: computes new orders of the elements in their leaves, from `rebuildPositions`.
 * Writes these to `nextTetOrder`, `nextFaceOrder` and `nextEdgeOrder`, at the same offsets as in `tetOrder`, `faceOrder` and `edgeOrder`.
 * (A refit changes only the boxes and keeps the order.) Runs in the background while steps run, so it writes nothing else.
 * @param build scratch, which a worker that rebuilds repeatedly can reuse
 */
export function rebuildBody(world: World, state: State, body: number, build = createOrderScratch()): void {
  const { nextTetOrder, nextFaceOrder, nextEdgeOrder, rebuildPositions } = state;
  buildBody(world, body, rebuildPositions, nextTetOrder, nextFaceOrder, nextEdgeOrder, build);
}

/** Builds the orders of all trees from the initial positions, including the tree over bodies. */
export function initialOrders(world: World, state: State): void {
  const { positions, tetOrder, faceOrder, edgeOrder, bodyOrder } = state;
  const build = createOrderScratch();
  for (let body = 0; body < world.bodies.length; body++)
    buildBody(world, body, positions, tetOrder, faceOrder, edgeOrder, build);
  buildOrder(world.bodyTree, bodyCentres(world, positions), bodyOrder, build);
}

/** Builds the orders of one body's trees over tetrahedra, faces and edges. */
function buildBody(
  world: World,
  body: number,
  positions: Float32Array,
  tetOrder: Uint32Array,
  faceOrder: Uint32Array,
  edgeOrder: Uint32Array,
  build: OrderScratch,
): void {
  const { model, vertexBase } = world.bodies[body];
  const { tets, faces, edges } = world.models[model].topology;
  buildElements(world.tetTrees[body], tets, 4, positions, vertexBase, tetOrder, build);
  buildElements(world.faceTrees[body], faces, 3, positions, vertexBase, faceOrder, build);
  buildElements(world.edgeTrees[body], edges, 2, positions, vertexBase, edgeOrder, build);
}

/** Builds the order of one tree. @param vertices vertex ids of the tree's elements, local to the body, `corners` per element */
export function buildElements(
  layout: TreeLayout,
  vertices: Uint32Array,
  corners: number,
  positions: Float32Array,
  vertexBase: number,
  order: Uint32Array,
  build = createOrderScratch(),
): void {
  if (build.centres.length < 3 * layout.primitiveCount) build.centres = new Float32Array(3 * layout.primitiveCount);
  const { centres } = build;
  for (let i = 0; i < layout.primitiveCount; i++) writeBoxCentre(vertices, corners, i, positions, vertexBase, centres);
  buildOrder(layout, centres, order, build);
}

/**
 * Writes the centre of an element's bounding box to `centres`. Trees built from box centres need an eighth fewer box tests than trees
 * built from the means of the corners.
 */
function writeBoxCentre(
  vertices: Uint32Array,
  corners: number,
  element: number,
  positions: Float32Array,
  vertexBase: number,
  centres: Float32Array,
): void {
  for (let axis = 0; axis < 3; axis++) {
    let least = Infinity;
    let most = -Infinity;
    for (let k = corners * element; k < corners * (element + 1); k++) {
      const x = positions[3 * (vertexBase + vertices[k]) + axis];
      if (x < least) least = x;
      if (x > most) most = x;
    }
    centres[3 * element + axis] = (least + most) / 2;
  }
}

/** Returns the mean of each body's vertices [m], 3 numbers per body. */
function bodyCentres(world: World, positions: Float32Array): Float32Array {
  const centres = new Float32Array(3 * world.bodies.length);
  world.bodies.forEach(({ model, vertexBase }, body) => {
    const { vertexCount } = world.models[model].topology;
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let v = 0; v < vertexCount; v++) sum += positions[3 * (vertexBase + v) + axis];
      centres[3 * body + axis] = sum / vertexCount;
    }
  });
  return centres;
}
