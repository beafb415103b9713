import { searchesFaceTree } from '../path/tables.ts';
import type { Context } from '../stage.ts';
import { CONTAINMENT, FACES } from '../state.ts';
import { type ElementForest, refitBodyTree, refitForest } from './forest.ts';

const TETS: ElementForest = {
  trees: (world) => world.tetTrees,
  order: (state) => state.tetOrder,
  boxes: (state) => state.tetBoxes,
  elements: (topology) => topology.tets,
  corners: 4,
};
const FACE_FOREST: ElementForest = {
  trees: (world) => world.faceTrees,
  order: (state) => state.faceOrder,
  boxes: (state) => state.faceBoxes,
  elements: (topology) => topology.faces,
  corners: 3,
};

/** Whether DCD will search tetrahedra. With CONTAINMENT.inside it won't if no point is inside; then a step refits once, not three times. */
const isAsked = ({ state, argument }: Context): boolean => argument !== CONTAINMENT.inside || isAnyInside(state.inside);

function isAnyInside(inside: Uint32Array): boolean {
  for (let point = 0; point < inside.length; point++) if (inside[point] !== 0) return true;
  return false;
}

/**
 * Stages that refit boxes to the positions: of tetrahedra, of boundary faces, and of bodies (after those of tetrahedra). The
 * argument of refitTets is one of CONTAINMENT, the same as for the stage `containment` that follows.
 */
export const refitTets = refitForest(TETS, false, isAsked);
export const refitFaces = refitForest(
  FACE_FOREST,
  false,
  ({ argument, parameters }) => argument === FACES.all || searchesFaceTree(parameters.pathMethod),
);
export const refitBodies = refitBodyTree(TETS, (state) => state.bodyBoxes);
/** Refits boxes of bodies from those of their faces, which sheets have as well. */
export const refitBodySurfaces = refitBodyTree(FACE_FOREST, (state) => state.bodyBoxes);
