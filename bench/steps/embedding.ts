import type { TetMesh } from '../../src/mesh/tet-mesh.ts';

/**
 * Embedding of points in the elements of a coarse mesh, with which the points deform. A fine body can thus take the deformed shape of a
 * coarse body that has the same rest shape.
 */
export interface Embedding {
  /**
   * Per point: 4 vertices of the coarse mesh, and the point's barycentric coordinates. Some are negative if the point is outside the mesh.
   */
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
}

/**
 * Finds the element that contains each point. If no element contains a point, takes the element in which the point's least barycentric
 * coordinate is greatest.
 * @param points 3 numbers per point, in the mesh' rest shape
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

/**
 * Interpolates values from the coarse mesh' vertices to the points, 3 numbers each.
 * @param from index of the first vertex in `values`
 */
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

/** Returns barycentric coordinates as plane functions: 4 numbers (normal, offset) per corner, 4 corners per element. */
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
