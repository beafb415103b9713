import { type ElementForest, refitBodyTree, refitForest } from './forest.ts';

const tets: ElementForest = {
  trees: (world) => world.tetTrees,
  order: (state) => state.tetOrder,
  boxes: (state) => state.tetBoxes,
  elements: (topology) => topology.tets,
  corners: 4,
};
const faces: ElementForest = {
  trees: (world) => world.faceTrees,
  order: (state) => state.faceOrder,
  boxes: (state) => state.faceBoxes,
  elements: (topology) => topology.faces,
  corners: 3,
};

/** Boxes at the current positions: of tetrahedra, of boundary faces, and, after those of tetrahedra, of bodies. */
export const refitTets = refitForest(tets, false);
export const refitFaces = refitForest(faces, false);
export const refitBodies = refitBodyTree(tets, (state) => state.bodyBoxes);
