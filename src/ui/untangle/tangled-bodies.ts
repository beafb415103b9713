import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { hasVolume } from '../../mesh/topology.ts';
import { hasAir, vertexEnd, type World } from '../../simulation/world/world.ts';

/** Bodies that shall come free of overlap, as `resolve` takes them. */
export interface TangledBodies {
  /** Positions of each body [m], 3 numbers per vertex. */
  readonly positions: readonly Float32Array[];
  /** Each body's mesh in its rest shape. Bodies of one model have the same object. */
  readonly rest: readonly TetMesh[];
}

/** Returns why the bodies of a world can't be untangled, in one sentence; undefined if they can. */
export function whyNot(world: World): string | undefined {
  if (world.dimension === 2) return 'Untangling needs bodies of tetrahedra, and those of this scene are flat.';
  const without = world.bodies.filter(({ model }) => !hasVolume(world.models[model]!.topology)).length;
  if (without > 0)
    return `Untangling needs bodies of tetrahedra, and ${without === 1 ? 'one' : without} of this scene’s ${world.bodies.length} ${without === 1 ? 'has' : 'have'} none (cloth, shells, ropes).`;
  if (hasAir(world))
    return 'Untangling doesn’t know the air mesh of this scene, which would bring the bodies back to the sides on which they are now.';
  return undefined;
}

/** Says what untangling doesn't heed in a world that it can untangle. */
export function notHeeded(world: World): readonly string[] {
  const notes: string[] = [];
  if (world.colliders.length > 0)
    notes.push('The ground and other fixed obstacles are not heeded: they push bodies out when the scene goes on.');
  if (world.drivers.length > 0)
    notes.push('Vertices that the scene holds have moved as well, and return to their places when it goes on.');
  return notes;
}

/** Copies the bodies of a world, in the world's order. @param positions of all vertices [m], 3 numbers each */
export function tangledBodies(world: World, positions: Float32Array): TangledBodies {
  // Copies, since the world's memory may be shared with its workers.
  const rest = world.models.map(({ mesh }) => ({ positions: mesh.positions.slice(), tets: mesh.tets.slice() }));
  return {
    positions: world.bodies.map(({ vertexBase }, body) =>
      Float32Array.from(positions.subarray(3 * vertexBase, 3 * vertexEnd(world, body))),
    ),
    rest: world.bodies.map(({ model }) => rest[model]!),
  };
}

/** Returns the positions of all vertices of a world. @param bodies positions of its bodies, in the world's order */
export function joined({ bodies, vertexCount }: World, positions: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(3 * vertexCount);
  for (const [body, { vertexBase }] of bodies.entries()) all.set(positions[body]!, 3 * vertexBase);
  return all;
}
