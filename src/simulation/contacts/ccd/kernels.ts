import { type Dispatch, WORKGROUP_SIZE } from '../../program/pass.ts';
import { levelDispatches } from '../../detect/level-dispatches.ts';
import { CCD_FLAG } from '../../state.ts';
import type { World } from '../../world/world.ts';

// Dispatches of CCD on the device: the passes of passes.ts by kernels (shaders/contacts/ccd).

const levelsOfDeepest = (trees: World['faceTrees']): number => Math.max(0, ...trees.map(({ levels }) => levels));

/** Returns the dispatches that fit the BVHs to the motions: first those over faces and edges, from the leaves up, then that over bodies. */
export function sweepDispatches({ bodies, faceTrees, edgeTrees }: World): Dispatch[] {
  const count = bodies.length;
  const faces = levelsOfDeepest(faceTrees);
  const edges = levelsOfDeepest(edgeTrees);
  return [
    { kernel: 'sweepFaces', count: count * 2 ** faces, argument: faces },
    { kernel: 'sweepEdges', count: count * 2 ** edges, argument: edges },
    ...levelDispatches('sweepLevels', 2 * count, Math.max(faces, edges)),
    { kernel: 'sweepBodies', count: 1 },
  ];
}

/**
 * Returns the dispatches that find and test pairs.
 * @param testsAll whether all points count as outside
 * @param partsCrossed whether edges that are crossed at x0 are pushed apart (crossed-edges.ts)
 */
export function testDispatches(
  { surfaceVertexCount, edgeCount, points }: World,
  testsAll: boolean,
  partsCrossed: boolean,
): Dispatch[] {
  const haveEdgesPoints = points.firstEdge < points.count;
  const classes = testsAll ? 0 : CCD_FLAG.classes + (haveEdgesPoints ? CCD_FLAG.edgePoints : 0);
  return [
    { kernel: 'vertexFace', count: surfaceVertexCount, argument: classes },
    { kernel: 'edgeEdge', count: edgeCount, argument: classes + (partsCrossed ? CCD_FLAG.partsCrossed : 0) },
  ];
}

/** Returns the dispatches that make contacts of hits. */
export function hitDispatches({ surfaceVertexCount, edgeCount }: World): Dispatch[] {
  const count = surfaceVertexCount + edgeCount;
  return [
    { kernel: 'hitBlocks', count },
    { kernel: 'hitSums', count: 1, argument: Math.ceil(count / WORKGROUP_SIZE) },
    { kernel: 'hitContacts', count },
  ];
}
