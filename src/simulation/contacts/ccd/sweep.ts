import { type ElementForest, refitBodyTree, refitForest } from '../../detect/forest.ts';

const FACES: ElementForest = {
  trees: (world) => world.faceTrees,
  order: (state) => state.faceOrder,
  boxes: (state) => state.sweptFaceBoxes,
  elements: (topology) => topology.faces,
  corners: 3,
};
const EDGES: ElementForest = {
  trees: (world) => world.edgeTrees,
  order: (state) => state.edgeOrder,
  boxes: (state) => state.sweptEdgeBoxes,
  elements: (topology) => topology.edges,
  corners: 2,
};

/** Boxes over the whole step, x0 to x: of boundary faces, of boundary edges, and, after those of faces, of bodies. */
export const sweepFaces = refitForest(FACES, true);
export const sweepEdges = refitForest(EDGES, true);
export const sweepBodies = refitBodyTree(FACES, (state) => state.sweptBodyBoxes);
