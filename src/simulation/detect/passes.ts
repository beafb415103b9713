/**
 * Detection of interpenetration (DCD), and the boxes that it searches.
 *
 * 1. `refit`: update the boxes of the BVHs over tetrahedra, boundary faces and bodies from the positions (forest.ts).
 * 2. `containment`: for each surface vertex, inner vertex and centroid find the tetrahedra that contain it, other than its own
 *    (containing-tets.ts). For each boundary edge find a tetrahedron that it passes through (edge-containment.ts).
 * 3. `queries`: list the pairs of point and tetrahedron, in the points' order, as shortest-path queries.
 * At the start of a step the same search classifies the points instead: P_in holds those inside some body, P_out the others. CCD
 * then handles P_out, and shortest paths handle P_in. Within one body, pairs with inverted tetrahedra are skipped
 * (inverted-boundary.ts). The orders of the trees are rebuilt beside the steps (rebuild.ts).
 * Source: Chen et al. 2023, section 4; supplement, Algorithm 5.
 */
import { type Dispatch, type Pass, WORKGROUP_SIZE } from '../pass.ts';
import { CONTAINMENT, FACES, QUERIES } from '../state.ts';
import type { World } from '../world.ts';

/** Dispatches that refit all boxes to the positions: those of tetrahedra and faces level by level, then those of bodies. */
export function refitDispatches(world: World): Dispatch[] {
  const bodies = world.bodies.length;
  const deepest = (trees: World['tetTrees']) => Math.max(0, ...trees.map((tree) => tree.levels));
  const tets = deepest(world.tetTrees);
  const faces = deepest(world.faceTrees);
  const inner = Array.from({ length: Math.max(tets, faces) }, (_, i) => i).reverse();
  return [
    { kernel: 'refitTets', count: bodies * 2 ** tets, argument: tets },
    { kernel: 'refitFaces', count: bodies * 2 ** faces, argument: faces },
    ...inner.map((level): Dispatch => ({ kernel: 'refitLevel', count: 2 * bodies * 2 ** level, argument: level })),
    { kernel: 'refitBodies', count: 1 },
  ];
}

/**
 * The pass that refits the boxes to the positions.
 * @param which one of CONTAINMENT: on the CPU, boxes of tetrahedra are skipped if that search has nothing to do
 * @param faces one of FACES
 */
const refitFor = (which: number, faces: number): Pass => ({
  name: 'refit',
  clock: 'refit',
  reads: ['positions', 'inside', 'tetOrder', 'faceOrder', 'bodyOrder'],
  writes: ['tetBoxes', 'faceBoxes', 'bodyBoxes'],
  stages: [{ stage: 'refitTets', argument: which }, { stage: 'refitBodies' }, { stage: 'refitFaces', argument: faces }],
  kernels: ({ world }) => refitDispatches(world),
});

export const refit = refitFor(CONTAINMENT.classify, FACES.all);

/** Dispatches that find the tetrahedra around points and along edges. @param argument one of CONTAINMENT */
export function containmentDispatches({ points }: World, argument: number): Dispatch[] {
  if (argument === CONTAINMENT.measured) return [{ kernel: 'containment', count: points.firstInner, argument }];
  return [
    { kernel: 'containment', count: points.firstEdge, argument },
    { kernel: 'edgeContainment', count: points.count - points.firstEdge, argument },
  ];
}

/** The pass that finds tetrahedra around points. @param which one of CONTAINMENT */
const containing = (which: number): Pass => ({
  name: 'containment',
  clock: 'dcd',
  reads: ['positions', 'tetBoxes', 'tetOrder', 'faceBoxes', 'faceOrder', 'bodyBoxes', 'bodyOrder', 'inside'],
  writes: which === CONTAINMENT.classify ? ['inside'] : ['pairs', 'pairCounts'],
  stages: [
    { stage: 'containment', argument: which },
    { stage: 'edgeContainment', argument: which },
  ],
  kernels: ({ world }) => containmentDispatches(world, which),
});

/** Splits the points into P_in and P_out at x0 (Chen et al. 2023, supplement, Algorithm 5, line 1). */
export const CLASSIFY: readonly Pass[] = [refit, containing(CONTAINMENT.classify)];

/** Dispatches that list the pairs of the first `count` points as queries, in the points' order, by a prefix sum of the pair counts. */
export const queryDispatches = (count: number): Dispatch[] => [
  { kernel: 'scanBlocks', count },
  { kernel: 'scanSums', count: 1, argument: Math.ceil(count / WORKGROUP_SIZE) },
  { kernel: 'queries', count },
];

/** The passes of DCD: boxes, pairs of points and tetrahedra, queries. @param which one of CONTAINMENT except classify */
export const findQueries = (which: number): Pass[] => {
  const isMeasured = which === CONTAINMENT.measured;
  return [
    refitFor(which, FACES.paths),
    containing(which),
    {
      name: 'queries',
      clock: 'dcd',
      reads: ['positions', 'pairs', 'pairCounts'],
      writes: ['pairOffsets', 'queries'],
      lengths: ['pairs', 'queries'],
      stages: [{ stage: 'queries', argument: isMeasured ? QUERIES.measured : QUERIES.points }],
      kernels: ({ world }) => queryDispatches(isMeasured ? world.surfaceVertexCount : world.points.count),
    },
  ];
};
