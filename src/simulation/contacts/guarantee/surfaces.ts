import { NONE } from '../../../mesh/topology.ts';
import type { WorldWithoutLengths } from '../../tables/feature-array-definition.ts';

/** Returns for each vertex the smallest one of its connected surface; vertexCount for a vertex that isn't on the surface. */
export function connectedSurfaces(faces: Uint32Array, faceCount: number, vertexCount: number): Uint32Array {
  const roots = new Uint32Array(vertexCount).fill(vertexCount);
  const find = (v: number): number => {
    while (roots[v] !== v) v = roots[v];
    return v;
  };
  for (let i = 0; i < 3 * faceCount; i++) roots[faces[i]] = faces[i];
  for (let f = 0; f < 3 * faceCount; f += 3)
    for (let k = 1; k < 3; k++) {
      const p = find(faces[f]);
      const q = find(faces[f + k]);
      roots[Math.max(p, q)] = Math.min(p, q);
    }
  for (let v = 0; v < vertexCount; v++) if (roots[v] < vertexCount) roots[v] = find(v);
  return roots;
}

/** Returns for each vertex of a world the first one of its connected surface, by their ids in the world; NONE for a vertex that isn't on a surface. */
export function surfaceOfVertices({ bodies, models, vertexCount }: WorldWithoutLengths): Uint32Array {
  const surfaceOf = new Uint32Array(vertexCount).fill(NONE);
  const ofModels = models.map(({ topology: { faces, faceCount, vertexCount: count } }) =>
    connectedSurfaces(faces, faceCount, count),
  );
  for (const { model, vertexBase } of bodies)
    ofModels[model].forEach((root, v, all) => {
      if (root < all.length) surfaceOf[vertexBase + v] = vertexBase + root;
    });
  return surfaceOf;
}

/** Returns the first vertices of a world's connected surfaces, by their ids in the world. */
export const firstOfSurfaces = (world: WorldWithoutLengths): Uint32Array =>
  surfaceOfVertices(world).filter((first, v) => first === v);
