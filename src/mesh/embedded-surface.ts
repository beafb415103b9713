import { creasedNormals } from './creased-normals.ts';
import type { EmbeddedSurface } from './drawn-surface.ts';
import type { TetMesh } from './tet-mesh.ts';

/**
 * An embedded surface, prepared for being drawn as its tetrahedra deform. Vertices at creases stand there once per side.
 *
 * A tetrahedron that moves from corners X0..X3 to x0..x3 has the deformation gradient F = D R^-1, where D and R have the columns xi - x0
 * and Xi - X0 (i = 1, 2, 3). Area vectors, and so the directions of normals, are transformed by the cofactor matrix of F (Nanson's
 * formula). cof(D R^-1) = cof(D) cof(R)^-1, cof(R)^-1 = R^T / det R, and det R > 0. So a rest normal N becomes the direction of
 * cof(D) (R^T N). The columns of cof(D) are the cross products d2 x d3, d3 x d1, d1 x d2 of the columns of D, and R^T N holds the dot
 * products of N with the rest edges: three numbers per vertex that never change. No inverse is needed, and a tetrahedron that is pressed
 * flat has a normal too.
 */
export interface DeformableSurface {
  /** Vertex of the embedded surface, per vertex. */
  readonly sources: Uint32Array;
  /** Vertex ids, 3 per triangle, in the order of the surface's triangles. */
  readonly triangles: Uint32Array;
  /** Ids of the mesh's vertices, 4 per vertex: the corners of the vertex's tetrahedron. */
  readonly corners: Uint32Array;
  /** Barycentric coordinates, 4 per vertex. */
  readonly weights: Float32Array;
  /** R^T N: dot products of the rest normal and the tetrahedron's rest edges from corner 0 to corners 1, 2 and 3 [m], 3 per vertex. */
  readonly normalsAlongEdges: Float32Array;
}

/**
 * Prepares an embedded surface for drawing.
 * @param mesh the rest shape of the tetrahedra that the surface is embedded in
 * @throws RangeError if a vertex of the surface names a tetrahedron that the mesh doesn't have
 */
export function deformable(surface: EmbeddedSurface, { positions, tets }: TetMesh): DeformableSurface {
  const { tetOfVertex } = surface;
  const missing = tetOfVertex.findIndex((tet) => 4 * tet >= tets.length);
  if (missing >= 0)
    throw new RangeError(
      `Vertex ${missing} of the surface is embedded in tetrahedron ${tetOfVertex[missing]}, expected one below ${tets.length / 4}`,
    );
  const { sources, triangles, normals } = creasedNormals(surface);
  const corners = new Uint32Array(4 * sources.length);
  const weights = new Float32Array(4 * sources.length);
  const normalsAlongEdges = new Float32Array(3 * sources.length);
  sources.forEach((source, v) => {
    const first = 4 * tetOfVertex[source];
    corners.set(tets.subarray(first, first + 4), 4 * v);
    weights.set(surface.weights.subarray(4 * source, 4 * source + 4), 4 * v);
    for (let i = 0; i < 3; i++) {
      let sum = 0;
      for (let k = 0; k < 3; k++)
        sum += normals[3 * v + k] * (positions[3 * tets[first + i + 1] + k] - positions[3 * tets[first] + k]);
      normalsAlongEdges[3 * v + i] = sum;
    }
  });
  return { sources, triangles, corners, weights, normalsAlongEdges };
}

/**
 * Turns a surface's normals with its tetrahedra.
 * @param positions of the mesh's vertices now [m], 3 per vertex
 * @param out receives the unit normals of the surface's vertices, 3 per vertex; 0 where a tetrahedron is a line or a point
 */
export function turnNormals(surface: DeformableSurface, positions: Float32Array, out: Float32Array): void {
  const { corners, normalsAlongEdges: along } = surface;
  const p = positions;
  for (let v = 0; v < out.length / 3; v++) {
    const o = 3 * corners[4 * v];
    const [i, j, k] = [3 * corners[4 * v + 1], 3 * corners[4 * v + 2], 3 * corners[4 * v + 3]];
    // The columns of D: a, b and c.
    const [ax, ay, az] = [p[i] - p[o], p[i + 1] - p[o + 1], p[i + 2] - p[o + 2]];
    const [bx, by, bz] = [p[j] - p[o], p[j + 1] - p[o + 1], p[j + 2] - p[o + 2]];
    const [cx, cy, cz] = [p[k] - p[o], p[k + 1] - p[o + 1], p[k + 2] - p[o + 2]];
    const [a, b, c] = [along[3 * v], along[3 * v + 1], along[3 * v + 2]];
    const x = a * (by * cz - bz * cy) + b * (cy * az - cz * ay) + c * (ay * bz - az * by);
    const y = a * (bz * cx - bx * cz) + b * (cz * ax - cx * az) + c * (az * bx - ax * bz);
    const z = a * (bx * cy - by * cx) + b * (cx * ay - cy * ax) + c * (ax * by - ay * bx);
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    out[3 * v] = x / length;
    out[3 * v + 1] = y / length;
    out[3 * v + 2] = z / length;
  }
}
