import { searchesFaceTree } from '../path/tables.ts';
import { isUnknown, nothingOverlaps } from '../contacts/guarantee/rounds.ts';
import type { Context, Stage } from '../program/stage.ts';
import { CONTAINMENT, COUNTERS, FACES, POINT_CLASS } from '../state.ts';
import { type ElementForest, refitBodyTree, refitForest } from './forest.ts';

const TET_FOREST: ElementForest = {
  trees: (world) => world.tetTrees,
  order: (state) => state.tetOrder,
  boxes: (state) => state.tetBoxes,
  leaves: (state) => state.tetLeaves,
  elements: (topology) => topology.tets,
  corners: 4,
};
const FACE_FOREST: ElementForest = {
  trees: (world) => world.faceTrees,
  order: (state) => state.faceOrder,
  boxes: (state) => state.faceBoxes,
  leaves: (state) => state.faceLeaves,
  elements: (topology) => topology.faces,
  corners: 3,
};

/**
 * Whether the stages `containment` and `edgeContainment` that follow need the boxes. With CONTAINMENT.inside, they look for tetrahedra
 * around each point, except points of class `outside` (POINT_CLASS). If all points are outside, this refit is skipped.
 */
const isNeeded = (context: Context): boolean =>
  !isLeftOut(context) && (context.argument !== CONTAINMENT.inside || isAnySearched(context.state.inside));

/** Whether a detection is left out, since nothing overlaps (contacts/guarantee): in a step, or where a frame is measured that is known to be free (measureProgram). */
export const isLeftOut = (context: Context): boolean => {
  const { argument, state } = context;
  if (argument === CONTAINMENT.measured) return state.counters[COUNTERS.free] === 1;
  return argument !== CONTAINMENT.all && nothingOverlaps(context);
};

function isAnySearched(inside: Uint32Array): boolean {
  for (let point = 0; point < inside.length; point++) if (inside[point] !== POINT_CLASS.outside) return true;
  return false;
}

/**
 * Stages that refit boxes to the positions: boxes of tetrahedra, of boundary faces, and of bodies. `refitBodies` must run after
 * `refitTets`. The argument of `refitTets` is one of CONTAINMENT, the same as for the stage `containment` that follows. The argument
 * of `refitFaces` is one of FACES.
 */
export const refitTets = refitForest(TET_FOREST, false, isNeeded);
export const refitFaces = refitForest(
  FACE_FOREST,
  false,
  ({ argument, parameters }) => argument === FACES.all || searchesFaceTree(parameters.pathMethod),
);
const bodiesOfTets = refitBodyTree(TET_FOREST, (state) => state.bodyBoxes);
export const refitBodies: Stage = {
  ...bodiesOfTets,
  count: (context, phase) => (isLeftOut(context) ? 0 : bodiesOfTets.count(context, phase)),
};
/** Refits boxes of bodies from boxes of their faces. It works for sheets too, which have no tetrahedra. */
export const refitBodySurfaces = refitBodyTree(FACE_FOREST, (state) => state.bodyBoxes);

/** The same at the step's start, unless the step is known to begin free (contacts/guarantee/freedom.ts). */
export const refitUnknownFaces = refitForest(FACE_FOREST, false, isUnknown);
export const refitUnknownBodies: Stage = {
  ...refitBodySurfaces,
  count: (context, phase) => (isUnknown(context) ? refitBodySurfaces.count(context, phase) : 0),
};
