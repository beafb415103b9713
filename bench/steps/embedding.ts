import type { TetMesh } from '../../src/mesh/tet-mesh.ts';

/**
 * Points in the elements of a coarse mesh: where the mesh is deformed, they go along. So a fine body takes the shape that a
 * coarse one of the same rest shape has come to.
 */
export interface Embedding {
  /** 4 vertices of the coarse mesh a point, and its barycentric coordinates in them; outside the mesh some are negative. */
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
}

/**
 * Finds for each point the element in which it lies: where in none, that from which it lies out least, by its least
 * barycentric coordinate.
 * @param points 3 numbers each, in the mesh' rest shape
 */
export function embed({ positions, tets }: TetMesh, points: Float32Array): Embedding {
  const planes = barycentricPlanes(positions, tets);
  const count = points.length / 3;
  const vertices = new Uint32Array(4 * count);
  const weights = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) {
    const x = points[3 * i];
    const y = points[3 * i + 1];
    const z = points[3 * i + 2];
    const tet = innermost(planes, x, y, z);
    for (let k = 0; k < 4; k++) {
      vertices[4 * i + k] = tets[4 * tet + k];
      weights[4 * i + k] = heightOver(planes, 4 * (4 * tet + k), x, y, z);
    }
  }
  return { vertices, weights };
}

/** Values at the points, from those at the coarse mesh' vertices: 3 numbers each. @param from the first vertex' index in `values` */
export function carry({ vertices, weights }: Embedding, values: Float32Array, from: number): Float32Array {
  const carried = new Float32Array((3 * vertices.length) / 4);
  for (let i = 0; i < carried.length; i++) {
    const point = 4 * Math.floor(i / 3);
    let sum = 0;
    for (let k = point; k < point + 4; k++) sum += weights[k] * values[3 * (from + vertices[k]) + (i % 3)];
    carried[i] = sum;
  }
  return carried;
}

/** Barycentric coordinates as heights over planes: 4 numbers (normal, offset) a corner, 4 corners an element. */
function barycentricPlanes(p: Float32Array, tets: Uint32Array): Float64Array {
  const planes = new Float64Array(4 * tets.length);
  for (let i = 0; i < tets.length; i++) {
    const tet = i & ~3;
    const apex = 3 * tets[i];
    const [a, b, c] = [1, 2, 3].map((turn) => 3 * tets[tet + ((i + turn) & 3)]);
    const u = [0, 1, 2].map((axis) => p[b + axis] - p[a + axis]);
    const v = [0, 1, 2].map((axis) => p[c + axis] - p[a + axis]);
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const at = (point: number) => normal.reduce((sum, n, axis) => sum + n * (p[point + axis] - p[a + axis]), 0);
    const scale = 1 / at(apex);
    for (let axis = 0; axis < 3; axis++) planes[4 * i + axis] = scale * normal[axis];
    planes[4 * i + 3] = -scale * normal.reduce((sum, n, axis) => sum + n * p[a + axis], 0);
  }
  return planes;
}

const heightOver = (planes: Float64Array, at: number, x: number, y: number, z: number): number =>
  planes[at] * x + planes[at + 1] * y + planes[at + 2] * z + planes[at + 3];

function innermost(planes: Float64Array, x: number, y: number, z: number): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < planes.length; at += 16) {
    let least = heightOver(planes, at, x, y, z);
    for (let k = at + 4; k < at + 16 && least > most; k += 4) least = Math.min(least, heightOver(planes, k, x, y, z));
    if (least <= most) continue;
    most = least;
    best = at / 16;
  }
  return best;
}
