import { type Dispatch, type Pass, WORKGROUP_SIZE } from '../pass.ts';
import { CONTAINMENT, FACES, QUERIES } from '../state.ts';
import type { World } from '../world.ts';

/** Puts every node's box right after vertices moved: of all tetrahedra and faces, level by level, and of bodies. */
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
 * Boxes at the current positions.
 * @param which one of CONTAINMENT: boxes of tetrahedra are left out on the CPU where it asks none
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

/** Finds the tetrahedra around points, and those that edges pass. */
export function containmentDispatches({ points }: World, argument: number): Dispatch[] {
  if (argument === CONTAINMENT.measured) return [{ kernel: 'containment', count: points.firstInner, argument }];
  return [
    { kernel: 'containment', count: points.firstEdge, argument },
    { kernel: 'edgeContainment', count: points.count - points.firstEdge, argument },
  ];
}

/** @param which one of CONTAINMENT */
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

/** Makes queries of the pairs of the first `count` points, in their order: a scan of the counts in three parts. */
export const queryDispatches = (count: number): Dispatch[] => [
  { kernel: 'scanBlocks', count },
  { kernel: 'scanSums', count: 1, argument: Math.ceil(count / WORKGROUP_SIZE) },
  { kernel: 'queries', count },
];

/** DCD: boxes, pairs of points and tetrahedra around them, queries. @param which one of CONTAINMENT, but classify */
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
