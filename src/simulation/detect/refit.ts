import { asksFaceTree } from '../path/tables.ts';
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

/** Whether DCD will look at tetrahedra: for points inside alone not where none is. Then a step fits them once, not three times. */
const isAsked = ({ state, argument }: Context): boolean => argument !== CONTAINMENT.inside || isAnyInside(state.inside);

function isAnyInside(inside: Uint32Array): boolean {
  for (let point = 0; point < inside.length; point++) if (inside[point] !== 0) return true;
  return false;
}

/**
 * Boxes at the current positions: of tetrahedra, of boundary faces, and, after those of tetrahedra, of bodies. The argument of
 * refitTets is one of CONTAINMENT, as for the stage `containment` that follows.
 */
export const refitTets = refitForest(TETS, false, isAsked);
export const refitFaces = refitForest(
  FACE_FOREST,
  false,
  ({ argument, parameters }) => argument === FACES.all || asksFaceTree(parameters.pathMethod),
);
export const refitBodies = refitBodyTree(TETS, (state) => state.bodyBoxes);
/** Boxes of bodies by their faces, which sheets have, too. */
export const refitBodySurfaces = refitBodyTree(FACE_FOREST, (state) => state.bodyBoxes);
