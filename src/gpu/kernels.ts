import type { World } from '../simulation/world.ts';
import type { DispatchArguments } from './dispatch-table.ts';

/** Dispatches that put every node's box right after vertices moved, in order. */
export function refitDispatches(
  world: World,
): { kernel: 'refitTets' | 'refitFaces' | 'refitLevel' | 'refitBodies'; given: DispatchArguments }[] {
  const bodies = world.bodies.length;
  const deepest = (trees: World['tetTrees']) => Math.max(0, ...trees.map((tree) => tree.levels));
  const tets = deepest(world.tetTrees);
  const faces = deepest(world.faceTrees);
  const inner = Array.from({ length: Math.max(tets, faces) }, (_, i, level = Math.max(tets, faces) - 1 - i) => ({
    kernel: 'refitLevel' as const,
    given: { count: 2 * bodies * 2 ** level, argument: level },
  }));
  return [
    { kernel: 'refitTets', given: { count: bodies * 2 ** tets, argument: tets } },
    { kernel: 'refitFaces', given: { count: bodies * 2 ** faces, argument: faces } },
    ...inner,
    { kernel: 'refitBodies', given: { count: 1 } },
  ];
}
