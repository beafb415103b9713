import { type ElementForest, refitBodyTree, refitForest } from '../../detect/forest.ts';
import type { Stage } from '../../program/stage.ts';
import { isRefitted, isSwept } from './is-swept.ts';
import { type State, SWEEP } from '../../state.ts';

/**
 * Argument `inputError` of the narrow phase. Its size doesn't matter: with any value above 0, cases that float64 can't decide count as
 * hits. With 0, the narrow phase would decide these cases in arbitrary-precision integers. That took a tenth of the step, since at rest
 * thousands of points touch a face to the last bit. No hit is missed. Some queries without a hit count as hits: one in 26 in the
 * benchmark of Wang et al. 2021, whose queries are hard on purpose. The number is no subnormal one, since arithmetic with these is slow.
 */
export const NONZERO_INPUT_ERROR = 2 ** -1000;

/**
 * Writes one corner (0 to 3) of a narrow-phase query to `motion` [m]. A query has four vertices (of a vertex and a face, or of two
 * edges). `motion` holds their positions at the start of the step (x0), then those at its end (x).
 */
export function setCorner(
  motion: Float64Array,
  corner: number,
  { positionsT0, positions }: State,
  vertex: number,
): void {
  const at = 3 * corner;
  const from = 3 * vertex;
  motion[at] = positionsT0[from];
  motion[at + 1] = positionsT0[from + 1];
  motion[at + 2] = positionsT0[from + 2];
  motion[at + 12] = positions[from];
  motion[at + 13] = positions[from + 1];
  motion[at + 14] = positions[from + 2];
}

const FACES: ElementForest = {
  trees: (world) => world.faceTrees,
  order: (state) => state.faceOrder,
  boxes: (state) => state.sweptFaceBoxes,
  leaves: (state) => state.sweptFaceLeaves,
  elements: (topology) => topology.faces,
  corners: 3,
};
const EDGES: ElementForest = {
  trees: (world) => world.edgeTrees,
  order: (state) => state.edgeOrder,
  boxes: (state) => state.sweptEdgeBoxes,
  leaves: (state) => state.sweptEdgeLeaves,
  elements: (topology) => topology.edges,
  corners: 2,
};

/**
 * Stages: refit the BVHs over boundary faces, and over boundary edges, around the vertices' boxes in reachBoxes. They do nothing if the
 * stage sweepVertices has kept the boxes of an earlier detection.
 */
export const sweepFaces = refitForest(FACES, true, isRefitted);
export const sweepEdges = refitForest(EDGES, true, isRefitted);
const refitBodies = refitBodyTree(FACES, (state) => state.sweptBodyBoxes);

/**
 * Stage: refits the BVH over bodies from the boxes of sweepFaces, and notes that all boxes that later detections may keep are fitted. It
 * must run after the other stages that write such boxes: sweepFaces, sweepEdges and sweepPlaces.
 */
export const sweepBodies: Stage = {
  count: (context) => Number(isSwept(context)),
  run(context, begin, end, phase) {
    if (begin === end) return; // another worker has the only element
    refitBodies.run(context, begin, end, phase);
    context.state.sweep[SWEEP.areFitted] = 1;
  },
};
