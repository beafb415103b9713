import { type TriMesh, twofoldAreas } from '../mesh/triangles/tri-mesh.ts';
import { createSheet } from './create-sheet.ts';
import type { Model } from './model.ts';

/**
 * Makes a model of a body in the plane z = 0: springs along the edges of its triangles and across each of them. All bodies of a
 * world are in the plane, or none; nothing but a person or a script moves them out of it. Colliders hold them; there is no source of
 * contacts between bodies in the plane yet.
 * @param mesh in its rest shape, its triangles counter-clockwise
 * @param thickness times area and density it is the mass [m]
 * @throws Error where createSheet does, or where a triangle isn't counter-clockwise
 */
export function createPlanarModel(name: string, { positions, triangles }: TriMesh, thickness: number): Model {
  const areas = twofoldAreas(positions, triangles);
  const turned = areas.findIndex((area) => !(area > 0));
  if (turned >= 0)
    throw new Error(`Triangle ${turned} of ${name} has area ${areas[turned] / 2} m^2, expected a positive one`);
  return { ...createSheet(name, { positions: inPlane(positions), triangles }, thickness), dimension: 2 };
}

/** Positions in space [m], 3 per vertex, of positions in the plane, 2 per vertex. */
export function inPlane(positions: Float32Array): Float32Array {
  const lifted = new Float32Array((3 * positions.length) / 2);
  for (let i = 0; i < positions.length; i++) lifted[3 * (i >> 1) + (i & 1)] = positions[i];
  return lifted;
}
