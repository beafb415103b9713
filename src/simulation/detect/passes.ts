/**
 * Passes of discrete collision detection (DCD), which finds points that lie inside of bodies. One detection has three passes:
 *
 * 1. `refit` updates the boxes of the BVHs over tetrahedra, boundary faces and bodies to the positions (forest.ts).
 * 2. `containment` finds the tetrahedra that contain each surface vertex, inner vertex and centroid, except the point's own tetrahedra
 *    (containing-tets.ts). For each boundary edge, it finds a tetrahedron that the edge passes through (edge-containment.ts).
 * 3. `queries` lists these pairs of a point and a tetrahedron as shortest-path queries, sorted by point.
 *
 * At the start of a step, `containment` classifies the points instead. P_in is the set of points inside some body, P_out the set of
 * all others. Then CCD handles P_out, and shortest paths handle P_in. Pairs within one body that involve inverted tetrahedra are
 * skipped (inverted-boundary.ts). Background rebuilds renew the order of the elements in each tree (rebuild.ts).
 * Source: Chen et al. 2023, section 4; supplement, Algorithm 5.
 */
import { type Dispatch, type Pass, WORKGROUP_SIZE } from '../program/pass.ts';
import { CONTAINMENT, FACES, QUERIES } from '../state.ts';
import { levelDispatches } from './level-dispatches.ts';
import type { World } from '../world/world.ts';

/** Returns the dispatches that refit all boxes: first those over tetrahedra and faces, from the leaves up, then those over bodies. */
export function refitDispatches(world: World): Dispatch[] {
  const bodies = world.bodies.length;
  const levelsOfDeepest = (trees: World['tetTrees']) => Math.max(0, ...trees.map((tree) => tree.levels));
  const tets = levelsOfDeepest(world.tetTrees);
  const faces = levelsOfDeepest(world.faceTrees);
  return [
    { kernel: 'refitTets', count: bodies * 2 ** tets, argument: tets },
    { kernel: 'refitFaces', count: bodies * 2 ** faces, argument: faces },
    ...levelDispatches('refitLevels', 2 * bodies, Math.max(tets, faces)),
    { kernel: 'refitBodies', count: 1 },
  ];
}

/**
 * Makes the pass that refits the boxes to the positions.
 * @param argument one of CONTAINMENT, the same as for the `containment` pass that follows. If that pass will search nothing, the CPU does
 * not refit boxes of tetrahedra.
 * @param faces one of FACES
 */
const refitPass = (argument: number, faces: number): Pass => ({
  name: 'refit',
  clock: 'refit',
  reads: ['positions', 'inside', 'tetOrder', 'faceOrder', 'bodyOrder'],
  writes: ['tetBoxes', 'faceBoxes', 'bodyBoxes'],
  scratch: ['tetLeaves', 'faceLeaves', 'guard'],
  stages: [
    { stage: 'refitTets', argument },
    { stage: 'refitBodies', argument },
    { stage: 'refitFaces', argument: faces },
  ],
  kernels: ({ world }) => refitDispatches(world),
});

/** The pass that refits all boxes. */
export const refit = refitPass(CONTAINMENT.classify, FACES.all);

/** Returns the dispatches that find the tetrahedra around points and along edges. @param argument one of CONTAINMENT */
export function containmentDispatches({ points, arrayLengths }: World, argument: number): Dispatch[] {
  if (argument === CONTAINMENT.measured) return [{ kernel: 'containment', count: points.firstInner, argument }];
  return [
    ...(argument === CONTAINMENT.inside ? [] : [{ kernel: 'clearDeep', count: arrayLengths.deepPairs }]),
    { kernel: 'containment', count: points.firstEdge, argument },
    { kernel: 'edgeContainment', count: points.count - points.firstEdge, argument },
  ];
}

/** Makes the pass that finds the tetrahedra around points and along edges. @param argument one of CONTAINMENT */
const containmentPass = (argument: number): Pass => ({
  name: 'containment',
  clock: 'dcd',
  reads: [
    'positions',
    'tetBoxes',
    'tetOrder',
    'faceBoxes',
    'faceOrder',
    'bodyBoxes',
    'bodyOrder',
    'inside',
    'deepUntil',
    'deepPairs',
  ],
  writes:
    argument === CONTAINMENT.classify
      ? ['inside', 'deepFound', 'deepPairs']
      : ['pairs', 'pairCounts', ...(argument === CONTAINMENT.all ? (['deepFound', 'deepPairs'] as const) : [])],
  scratch: ['guard'],
  stages: [
    { stage: 'containment', argument },
    { stage: 'edgeContainment', argument },
  ],
  kernels: ({ world }) => containmentDispatches(world, argument),
});

/** Passes that split the points into P_in and P_out at the step's start (Chen et al. 2023, supplement, Algorithm 5, line 1). */
export const CLASSIFY: readonly Pass[] = [refit, containmentPass(CONTAINMENT.classify)];

/**
 * Returns the dispatches that list the pairs of the first `count` points as queries, sorted by point. The index of a point's first
 * query is a prefix sum of the pair counts.
 */
export const queryDispatches = (count: number): Dispatch[] => [
  { kernel: 'scanBlocks', count },
  { kernel: 'scanSums', count: 1, argument: Math.ceil(count / WORKGROUP_SIZE) },
  { kernel: 'queries', count },
];

/** Returns the passes `refit`, `containment` and `queries`. @param argument one of CONTAINMENT, except `classify` */
export const findQueries = (argument: number): Pass[] => {
  const isMeasured = argument === CONTAINMENT.measured;
  return [
    refitPass(argument, FACES.paths),
    containmentPass(argument),
    {
      name: 'queries',
      clock: 'dcd',
      reads: ['positions', 'pairs', 'pairCounts'],
      writes: ['pairOffsets', 'queries'],
      scratch: ['guard'],
      lengths: ['pairs', 'queries'],
      stages: [{ stage: 'queries', argument: isMeasured ? QUERIES.measured : QUERIES.points }],
      kernels: ({ world }) => queryDispatches(isMeasured ? world.surfaceVertexCount : world.points.count),
    },
  ];
};
