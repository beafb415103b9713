import type { World } from '../simulation/world/world.ts';
import type { Model } from '../simulation/world/model.ts';
import { restCreases } from './creases.ts';

/** A surface whose triangles are split into four. */
export interface Refined {
  /**
   * 4 numbers per drawn vertex: the ids of the two simulated vertices that it lies between, and for each of them 1 if it bends the edge, or
   * 0 if the edge leaves it straight. Both ids of a drawn vertex that is a simulated one are that vertex.
   */
  readonly ends: Float32Array;
  /** Ids of the drawn vertices, 3 per drawn triangle, ordered as the simulated triangles are. */
  readonly index: Uint32Array;
}

/** Splits the boundary faces of all bodies into four triangles each, at their edges' midpoints. */
export function refine(world: World): Refined {
  const parts = world.models.map(refineModel);
  const sizes = world.bodies.map(({ model }) => parts[model].ends.length);
  const ends = new Float32Array(sizes.reduce((sum, size) => sum + size, 0));
  const index = new Uint32Array(4 * 3 * world.faceCount);
  let [end, drawn] = [0, 0];
  world.bodies.forEach(({ model, vertexBase, faceBase }) => {
    const part = parts[model];
    ends.set(part.ends, end);
    for (let i = end; i < end + part.ends.length; i += 4) {
      ends[i] += vertexBase;
      ends[i + 1] += vertexBase;
    }
    for (let i = 0; i < part.index.length; i++) index[12 * faceBase + i] = drawn + part.index[i];
    end += part.ends.length;
    drawn += part.ends.length / 4;
  });
  return { ends, index };
}

/** Splits a model's boundary faces. Drawn vertices are its surface vertices, then the midpoints of its edges. */
function refineModel(model: Model): Refined {
  const { surfaceVertices, surfaceIndices, surfaceVertexCount, edges, edgeCount, faces, faceEdges } = model.topology;
  const ends = new Float32Array(4 * (surfaceVertexCount + edgeCount));
  for (let s = 0; s < surfaceVertexCount; s++) ends.set([surfaceVertices[s], surfaceVertices[s], 1, 1], 4 * s);
  const bends = bendingEnds(model);
  for (let e = 0; e < edgeCount; e++)
    ends.set([edges[2 * e], edges[2 * e + 1], bends[2 * e], bends[2 * e + 1]], 4 * (surfaceVertexCount + e));
  const index = new Uint32Array(4 * faces.length);
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => surfaceIndices[faces[f + k]]);
    const [ab, bc, ca] = [0, 1, 2].map((k) => surfaceVertexCount + faceEdges[f + k]);
    index.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], 4 * f);
  }
  return { ends, index };
}

/**
 * Returns for both ends of each edge whether the surface bends there as its smooth normal says. At a crease the smooth normal belongs to
 * neither side, so edges that cross a side leave the crease straight. It only bends the crease itself, and not at a corner.
 * @returns 1 or 0, 2 per edge
 */
function bendingEnds(model: Model): Float32Array {
  const { edges, edgeCount, vertexCount } = model.topology;
  const creases = restCreases(model);
  const bends = new Float32Array(2 * edgeCount).fill(1);
  if (!creases) return bends;
  const sharpCounts = new Uint32Array(vertexCount);
  for (let i = 0; i < edges.length; i++) sharpCounts[edges[i]] += creases.edges[i >> 1];
  for (let i = 0; i < edges.length; i++) {
    const sharpCount = sharpCounts[edges[i]];
    if (sharpCount > 0 && !(creases.edges[i >> 1] && sharpCount === 2)) bends[i] = 0;
  }
  return bends;
}

/**
 * Interpolates looks of simulated vertices at drawn ones.
 * @param ends of the drawn vertices (Refined.ends)
 * @param numbers 3 per simulated vertex
 * @returns 3 numbers per drawn vertex, the means of its two ends
 */
export function meansAt(ends: Float32Array, numbers: Float32Array): Float32Array {
  const means = new Float32Array((3 * ends.length) / 4);
  for (let i = 0, at = 0; at < means.length; i += 4, at += 3)
    for (let k = 0; k < 3; k++) means[at + k] = (numbers[3 * ends[i] + k] + numbers[3 * ends[i + 1] + k]) / 2;
  return means;
}
