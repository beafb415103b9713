import type { Index } from '../../../math/integers.ts';
import { HESSIAN_LENGTH } from './element.ts';

/**
 * Multiplies the Hessians of the tetrahedra `begin` to `end` - 1 of one body, numbered as in the world, with a vector over vertices. This takes
 * most of a solve's time, so the product is written out: the SIMD kernel is made from this text (docs/kernels.md; solve-tets.ts explains the
 * bit masks).
 * @param hessians upper triangles of symmetric 9 x 9 matrices, with respect to the edges from corner 0 to 1, 2 and 3 [N/m]
 * @param forces products, with respect to these edges [N], 9 numbers per tetrahedron
 * @param vertices 4 ids per tetrahedron, local to the body's model
 * @param p vector [m], 3 numbers per vertex
 * @param vertexBase the body's first vertex    @param tetBase the body's first tetrahedron
 */
export function multiplyTets(
  hessians: Float32Array,
  forces: Float32Array,
  vertices: Uint32Array,
  p: Float32Array,
  vertexBase: Index,
  tetBase: Index,
  begin: Index,
  end: Index,
): void {
  for (let t = begin; t < end; t++) {
    const local = 4 * (t - tetBase);
    const i0 = (3 * (vertexBase + vertices[local])) & 0x3fffffff;
    const i1 = (3 * (vertexBase + vertices[local + 1])) & 0x3fffffff;
    const i2 = (3 * (vertexBase + vertices[local + 2])) & 0x3fffffff;
    const i3 = (3 * (vertexBase + vertices[local + 3])) & 0x3fffffff;
    const ox = p[i0];
    const oy = p[i0 + 1];
    const oz = p[i0 + 2];
    const a = p[i1] - ox;
    const b = p[i1 + 1] - oy;
    const c = p[i1 + 2] - oz;
    const d = p[i2] - ox;
    const e = p[i2 + 1] - oy;
    const f = p[i2 + 2] - oz;
    const g = p[i3] - ox;
    const h = p[i3 + 1] - oy;
    const i = p[i3 + 2] - oz;
    const m = (HESSIAN_LENGTH * t) & 0x3fffffff;
    const h01 = hessians[m + 1];
    const h02 = hessians[m + 2];
    const h03 = hessians[m + 3];
    const h04 = hessians[m + 4];
    const h05 = hessians[m + 5];
    const h06 = hessians[m + 6];
    const h07 = hessians[m + 7];
    const h08 = hessians[m + 8];
    const h12 = hessians[m + 10];
    const h13 = hessians[m + 11];
    const h14 = hessians[m + 12];
    const h15 = hessians[m + 13];
    const h16 = hessians[m + 14];
    const h17 = hessians[m + 15];
    const h18 = hessians[m + 16];
    const h23 = hessians[m + 18];
    const h24 = hessians[m + 19];
    const h25 = hessians[m + 20];
    const h26 = hessians[m + 21];
    const h27 = hessians[m + 22];
    const h28 = hessians[m + 23];
    const h34 = hessians[m + 25];
    const h35 = hessians[m + 26];
    const h36 = hessians[m + 27];
    const h37 = hessians[m + 28];
    const h38 = hessians[m + 29];
    const h45 = hessians[m + 31];
    const h46 = hessians[m + 32];
    const h47 = hessians[m + 33];
    const h48 = hessians[m + 34];
    const h56 = hessians[m + 36];
    const h57 = hessians[m + 37];
    const h58 = hessians[m + 38];
    const h67 = hessians[m + 40];
    const h68 = hessians[m + 41];
    const h78 = hessians[m + 43];
    const q = (9 * t) & 0x3fffffff;
    forces[q] = hessians[m] * a + h01 * b + h02 * c + h03 * d + h04 * e + h05 * f + h06 * g + h07 * h + h08 * i;
    forces[q + 1] = h01 * a + hessians[m + 9] * b + h12 * c + h13 * d + h14 * e + h15 * f + h16 * g + h17 * h + h18 * i;
    forces[q + 2] =
      h02 * a + h12 * b + hessians[m + 17] * c + h23 * d + h24 * e + h25 * f + h26 * g + h27 * h + h28 * i;
    forces[q + 3] =
      h03 * a + h13 * b + h23 * c + hessians[m + 24] * d + h34 * e + h35 * f + h36 * g + h37 * h + h38 * i;
    forces[q + 4] =
      h04 * a + h14 * b + h24 * c + h34 * d + hessians[m + 30] * e + h45 * f + h46 * g + h47 * h + h48 * i;
    forces[q + 5] =
      h05 * a + h15 * b + h25 * c + h35 * d + h45 * e + hessians[m + 35] * f + h56 * g + h57 * h + h58 * i;
    forces[q + 6] =
      h06 * a + h16 * b + h26 * c + h36 * d + h46 * e + h56 * f + hessians[m + 39] * g + h67 * h + h68 * i;
    forces[q + 7] =
      h07 * a + h17 * b + h27 * c + h37 * d + h47 * e + h57 * f + h67 * g + hessians[m + 42] * h + h78 * i;
    forces[q + 8] =
      h08 * a + h18 * b + h28 * c + h38 * d + h48 * e + h58 * f + h68 * g + h78 * h + hessians[m + 44] * i;
  }
}
