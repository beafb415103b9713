import type { World } from '../simulation/world.ts';
import { NONE } from '../mesh/topology.ts';
import type { Model } from '../simulation/model.ts';

/** Both ends of each triangle's three edges. @param faces vertex ids, 3 a face */
export function faceEdges(faces: Uint32Array): Uint32Array {
  const edges = new Uint32Array(2 * faces.length);
  for (let i = 0; i < faces.length; i++) {
    edges[2 * i] = faces[i];
    edges[2 * i + 1] = faces[i % 3 === 2 ? i - 2 : i + 1];
  }
  return edges;
}

/** Both ends of the tetrahedra's edges, each once: the springs are those. */
export function tetEdges(world: World): Uint32Array {
  const edges = new Uint32Array(2 * world.springCount);
  for (const { model, vertexBase, springBase } of world.bodies) {
    const { vertices } = world.models[model].springs;
    for (let i = 0; i < vertices.length; i++) edges[2 * springBase + i] = vertexBase + vertices[i];
  }
  return edges;
}

/** Cosine of the angle between two faces' normals past which their edge is an edge of the shape: 60 degrees. */
const SHARP = 0.5;
/** Cosine up to which faces count as one surface: 20 degrees, as a finely meshed round bar's. */
const FLAT = 0.9396926207859084;
/** Share of the edges that may be neither, in a shape that has edges: coarse round bars and arms have a third of them and more. */
const ROUNDED = 0.05;
/** Share that may be sharp: a bar of four sides is a box where it has more edges than its own, else a coarse round thing. */
const MOST_SHARP = 0.25;

/**
 * Which vertices lie on an edge of their model's rest shape, where skin is to be shaded by the faces and not round. A shape whose
 * faces meet at all kinds of angles is a round one, coarsely meshed, and has none.
 * @returns 1 on an edge, 0 elsewhere, for each vertex; undefined where the model has no edges
 */
export function restCreases({ mesh: { positions }, topology }: Model): Float32Array | undefined {
  const { vertexCount, edgeCount, edges, edgeFaces } = topology;
  const normals = faceNormals(positions, topology.faces);
  const creases = new Float32Array(vertexCount);
  let [sharp, rounded] = [0, 0];
  for (let e = 0; e < edgeCount; e++) {
    if (edgeFaces[2 * e] === NONE || edgeFaces[2 * e + 1] === NONE) continue; // open
    const [f, g] = [3 * edgeFaces[2 * e], 3 * edgeFaces[2 * e + 1]];
    const cosine = normals[f] * normals[g] + normals[f + 1] * normals[g + 1] + normals[f + 2] * normals[g + 2];
    if (cosine < SHARP) {
      sharp++;
      creases[edges[2 * e]] = creases[edges[2 * e + 1]] = 1;
    } else if (cosine < FLAT) rounded++;
  }
  const hasEdges = sharp > 0 && sharp <= MOST_SHARP * edgeCount && rounded <= ROUNDED * edgeCount;
  return hasEdges ? creases : undefined;
}

/** Unit normals, 3 a face. */
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
