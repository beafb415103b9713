import type { World } from '../simulation/world.ts';
import { WORKGROUP_SIZE } from './constants.ts';
import type { DispatchArguments } from './dispatch-table.ts';
import type { KernelName } from './kernels.ts';

/** One dispatch of a kernel. */
export interface Dispatch extends DispatchArguments {
  readonly kernel: KernelName;
  /** Slot of INDIRECT that holds the number of workgroups. */
  readonly indirect?: number;
}

/** Puts every node's box right after vertices moved. */
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

/** Finds the tetrahedra around surface vertices. @param argument one of CONTAINMENT */
export const containmentDispatches = (world: World, argument: number): Dispatch[] => [
  { kernel: 'containment', count: world.surfaceVertexCount, argument },
];

/** Makes queries of the pairs, in the order of the vertices: a scan of the counts in three parts. */
export function queryDispatches({ surfaceVertexCount: count }: World): Dispatch[] {
  return [
    { kernel: 'scanBlocks', count },
    { kernel: 'scanSums', count: 1, argument: Math.ceil(count / WORKGROUP_SIZE) },
    { kernel: 'queries', count },
  ];
}
