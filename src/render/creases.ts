import { NONE } from '../mesh/topology.ts';
import type { Model } from '../simulation/world/model.ts';

/** An edge counts as sharp if its two faces' normals form an angle of more than 60 degrees: if their cosine is below this. */
const SHARP_COSINE = 0.5;
/**
 * An edge counts as flat if its two faces' normals form an angle of at most 20 degrees: if their cosine is at least this. Edges of a
 * finely meshed round bar are flat.
 */
const FLAT_COSINE = 0.9396926207859084;
/**
 * A shape has creases only if at most this share of its edges is neither flat nor sharp. In coarse round bars and arms, a third or more
 * of the edges are neither.
 */
const MAX_ROUNDED_SHARE = 0.05;
/**
 * A shape has creases only if at most this share of its edges is sharp. On a box most edges are flat, inside its sides. A four-sided bar
 * with mostly sharp edges is so coarse that it must stand for a round shape.
 */
const MAX_SHARP_SHARE = 0.25;

/** A body of at most so many vertices is a box or the like: nobody would model something round by them. */
const MAX_POLYHEDRON = 8;

/** The sharp edges (creases) of a model's rest shape. */
export interface Creases {
  /** 1 for a sharp edge and 0 for any other, per boundary edge of the topology. */
  readonly edges: Uint8Array;
  /** 1 for an end of a sharp edge and 0 elsewhere, per vertex. */
  readonly vertices: Uint8Array;
}

/**
 * Finds the creases of a model's rest shape. At creases the skin is shaded with face normals instead of smooth vertex normals. A shape
 * whose faces meet at many different angles is a coarsely meshed round shape and gets no creases.
 * @returns undefined if the model has no creases
 */
export function restCreases({ mesh: { positions }, topology }: Model): Creases | undefined {
  const { vertexCount, edgeCount, edges, edgeFaces } = topology;
  const normals = faceNormals(positions, topology.faces);
  const creases = { edges: new Uint8Array(edgeCount), vertices: new Uint8Array(vertexCount) };
  let [sharp, rounded] = [0, 0];
  for (let e = 0; e < edgeCount; e++) {
    if (edgeFaces[2 * e] === NONE || edgeFaces[2 * e + 1] === NONE) continue; // boundary of an open surface
    const [f, g] = [3 * edgeFaces[2 * e], 3 * edgeFaces[2 * e + 1]];
    const cosine = normals[f] * normals[g] + normals[f + 1] * normals[g + 1] + normals[f + 2] * normals[g + 2];
    if (cosine < SHARP_COSINE) {
      sharp++;
      creases.edges[e] = 1;
      creases.vertices[edges[2 * e]] = creases.vertices[edges[2 * e + 1]] = 1;
    } else if (cosine < FLAT_COSINE) rounded++;
  }
  const isPolyhedron = vertexCount <= MAX_POLYHEDRON;
  const hasCreases =
    sharp > 0 && (isPolyhedron || sharp <= MAX_SHARP_SHARE * edgeCount) && rounded <= MAX_ROUNDED_SHARE * edgeCount;
  return hasCreases ? creases : undefined;
}

/** Returns the unit normals of the faces, 3 numbers per face. */
function faceNormals(x: Float32Array, faces: Uint32Array): Float64Array {
  const normals = new Float64Array(faces.length);
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(...normal);
    if (length > 0) for (let k = 0; k < 3; k++) normals[f + k] = normal[k] / length;
  }
  return normals;
}
