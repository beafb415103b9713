import type { Index } from '../../../math/integers.ts';

/**
 * Minimum divisor in the bound of the largest stretch. It replaces a mean squared stretch of 0, for which the dividend is 0 too. float32
 * can represent this value.
 */
export const TINY = 1e-30;

/** True only in the variants for float32, which are made from this file's text (docs/kernels.md). */
const FLOAT32: boolean = false;

/**
 * Solves the Neo-Hookean tetrahedra `begin` to `end` - 1 of one body. This is one long function on purpose: shorter ones would have to
 * exchange some fifty numbers through arrays. The SIMD kernel is made from this text (docs/kernels.md). The bit masks (& 0x3fffffff) don't
 * change any index. They show V8 that no index overflows, so that V8 omits a check at each access; this makes the loop 1.03 times as fast.
 * A named constant would not have this effect.
 * @param x0 positions at the step's start [m], 3 per vertex
 * @param u displacements from x0 [m], 3 per vertex
 * @param inverseMasses [1/kg], 1 per vertex
 * @param multipliers sum of the impulses of this step, times dt [kg m]: 9 per tetrahedron
 * @param moments moments of the impulses about x0, times dt [kg m^2], 3 per vertex
 * @param vertices 4 ids per tetrahedron, local to the body's model
 * @param restMetrics 6 numbers per tetrahedron (ElasticTets.restMetrics) [1/m^2]
 * @param restVolumes [m^3]
 * @param vertexBase the body's first vertex
 * @param multiplierBase the body's first multiplier
 * @param mu parameter of the energy [Pa], like `lambda` and `restDeterminant` [1] (neoHookeanParameters)
 * @param damping material damping per time step [1]
 * @param dt time step [s]
 */
export function solveTets(
  x0: Float32Array,
  u: Float32Array,
  inverseMasses: Float32Array,
  multipliers: Float32Array,
  moments: Float32Array,
  vertices: Uint32Array,
  restMetrics: Float32Array,
  restVolumes: Float32Array,
  vertexBase: Index,
  multiplierBase: Index,
  begin: Index,
  end: Index,
  mu: number,
  lambda: number,
  restDeterminant: number,
  damping: number,
  dt: number,
): void {
  for (let t = begin & 0x3fffffff; t < end; t = (t + 1) & 0x3fffffff) {
    const v0 = (vertexBase + vertices[4 * t]) & 0x3fffffff;
    const v1 = (vertexBase + vertices[4 * t + 1]) & 0x3fffffff;
    const v2 = (vertexBase + vertices[4 * t + 2]) & 0x3fffffff;
    const v3 = (vertexBase + vertices[4 * t + 3]) & 0x3fffffff;
    const w0 = inverseMasses[v0];
    const w1 = inverseMasses[v1];
    const w2 = inverseMasses[v2];
    const w3 = inverseMasses[v3];
    if (w0 + w1 + w2 + w3 === 0) continue; // all corners are held
    const i0 = (3 * v0) & 0x3fffffff;
    const i1 = (3 * v1) & 0x3fffffff;
    const i2 = (3 * v2) & 0x3fffffff;
    const i3 = (3 * v3) & 0x3fffffff;
    const ox = x0[i0];
    const oy = x0[i0 + 1];
    const oz = x0[i0 + 2];
    const ux = u[i0];
    const uy = u[i0 + 1];
    const uz = u[i0 + 2];
    const e1x = x0[i1] - ox;
    const e1y = x0[i1 + 1] - oy;
    const e1z = x0[i1 + 2] - oz;
    const e2x = x0[i2] - ox;
    const e2y = x0[i2 + 1] - oy;
    const e2z = x0[i2 + 2] - oz;
    const e3x = x0[i3] - ox;
    const e3y = x0[i3 + 1] - oy;
    const e3z = x0[i3 + 2] - oz;
    const move1x = u[i1] - ux;
    const move1y = u[i1 + 1] - uy;
    const move1z = u[i1 + 2] - uz;
    const move2x = u[i2] - ux;
    const move2y = u[i2 + 1] - uy;
    const move2z = u[i2 + 2] - uz;
    const move3x = u[i3] - ux;
    const move3y = u[i3 + 1] - uy;
    const move3z = u[i3 + 2] - uz;
    const ax = e1x + move1x;
    const ay = e1y + move1y;
    const az = e1z + move1z;
    const bx = e2x + move2x;
    const by = e2y + move2y;
    const bz = e2z + move2z;
    const cx = e3x + move3x;
    const cy = e3y + move3y;
    const cz = e3z + move3z;

    // Metric M of the rest shape: with E the matrix of the deformed edges, |F|^2 = trace(E^T E M).
    const at = (6 * t) & 0x3fffffff;
    const m00 = restMetrics[at];
    const m01 = restMetrics[at + 1];
    const m02 = restMetrics[at + 2];
    const m11 = restMetrics[at + 3];
    const m12 = restMetrics[at + 4];
    const m22 = restMetrics[at + 5];
    const g00 = ax * ax + ay * ay + az * az;
    const g01 = ax * bx + ay * by + az * bz;
    const g02 = ax * cx + ay * cy + az * cz;
    const g11 = bx * bx + by * by + bz * bz;
    const g12 = bx * cx + by * cy + bz * cz;
    const g22 = cx * cx + cy * cy + cz * cz;
    const normSquared = g00 * m00 + g11 * m11 + g22 * m22 + 2 * (g01 * m01 + g02 * m02 + g12 * m12);

    // det F = volume / rest volume. The gradient of det F with respect to edge k is the vector h_k times `sixth`.
    const volume = restVolumes[t];
    const sixth = 1 / (6 * volume);
    const h1x = by * cz - bz * cy;
    const h1y = bz * cx - bx * cz;
    const h1z = bx * cy - by * cx;
    const h2x = cy * az - cz * ay;
    const h2y = cz * ax - cx * az;
    const h2z = cx * ay - cy * ax;
    const h3x = ay * bz - az * by;
    const h3y = az * bx - ax * bz;
    const h3z = ax * by - ay * bx;
    const determinant = (ax * h1x + ay * h1y + az * h1z) * sixth;
    const determinantT0 =
      (e1x * (e2y * e3z - e2z * e3y) + e1y * (e2z * e3x - e2x * e3z) + e1z * (e2x * e3y - e2y * e3x)) * sixth;

    // Change of the strain since x0: c = E^T E - E0^T E0, which is invariant under rotation, and y = c M. The viscous stress is
    // proportional to M y. In float32 the difference would have few correct digits, so c is computed from the edges' movements.
    const c00 = FLOAT32
      ? move1x * (ax + e1x) + move1y * (ay + e1y) + move1z * (az + e1z)
      : g00 - e1x * e1x - e1y * e1y - e1z * e1z;
    const c01 = FLOAT32
      ? move1x * bx + move1y * by + move1z * bz + e1x * move2x + e1y * move2y + e1z * move2z
      : g01 - e1x * e2x - e1y * e2y - e1z * e2z;
    const c02 = FLOAT32
      ? move1x * cx + move1y * cy + move1z * cz + e1x * move3x + e1y * move3y + e1z * move3z
      : g02 - e1x * e3x - e1y * e3y - e1z * e3z;
    const c11 = FLOAT32
      ? move2x * (bx + e2x) + move2y * (by + e2y) + move2z * (bz + e2z)
      : g11 - e2x * e2x - e2y * e2y - e2z * e2z;
    const c12 = FLOAT32
      ? move2x * cx + move2y * cy + move2z * cz + e2x * move3x + e2y * move3y + e2z * move3z
      : g12 - e2x * e3x - e2y * e3y - e2z * e3z;
    const c22 = FLOAT32
      ? move3x * (cx + e3x) + move3y * (cy + e3y) + move3z * (cz + e3z)
      : g22 - e3x * e3x - e3y * e3y - e3z * e3z;
    const y00 = c00 * m00 + c01 * m01 + c02 * m02;
    const y01 = c00 * m01 + c01 * m11 + c02 * m12;
    const y02 = c00 * m02 + c01 * m12 + c02 * m22;
    const y10 = c01 * m00 + c11 * m01 + c12 * m02;
    const y11 = c01 * m01 + c11 * m11 + c12 * m12;
    const y12 = c01 * m02 + c11 * m12 + c12 * m22;
    const y20 = c02 * m00 + c12 * m01 + c22 * m02;
    const y21 = c02 * m01 + c12 * m11 + c22 * m12;
    const y22 = c02 * m02 + c12 * m12 + c22 * m22;
    const stiffness = volume * dt * dt;
    const elastic = stiffness * mu;
    const viscous = damping * elastic;
    const s00 = elastic * m00 + viscous * (m00 * y00 + m01 * y10 + m02 * y20);
    const s01 = elastic * m01 + viscous * (m00 * y01 + m01 * y11 + m02 * y21);
    const s02 = elastic * m02 + viscous * (m00 * y02 + m01 * y12 + m02 * y22);
    const s11 = elastic * m11 + viscous * (m01 * y01 + m11 * y11 + m12 * y21);
    const s12 = elastic * m12 + viscous * (m01 * y02 + m11 * y12 + m12 * y22);
    const s22 = elastic * m22 + viscous * (m02 * y02 + m12 * y12 + m22 * y22);
    const pressure = lambda * (determinant - restDeterminant) + damping * (lambda - mu) * (determinant - determinantT0);
    const push = stiffness * sixth * pressure;

    // Missing impulses: those of the stress at x, minus those applied so far.
    const m = (multiplierBase + 9 * t) & 0x3fffffff;
    const r1x = -ax * s00 - bx * s01 - cx * s02 - push * h1x - multipliers[m];
    const r1y = -ay * s00 - by * s01 - cy * s02 - push * h1y - multipliers[m + 1];
    const r1z = -az * s00 - bz * s01 - cz * s02 - push * h1z - multipliers[m + 2];
    const r2x = -ax * s01 - bx * s11 - cx * s12 - push * h2x - multipliers[m + 3];
    const r2y = -ay * s01 - by * s11 - cy * s12 - push * h2y - multipliers[m + 4];
    const r2z = -az * s01 - bz * s11 - cz * s12 - push * h2z - multipliers[m + 5];
    const r3x = -ax * s02 - bx * s12 - cx * s22 - push * h3x - multipliers[m + 6];
    const r3y = -ay * s02 - by * s12 - cy * s22 - push * h3y - multipliers[m + 7];
    const r3z = -az * s02 - bz * s12 - cz * s22 - push * h3z - multipliers[m + 8];

    // Impulses G (one column per edge) move the edges by G W, where W = diag(w1, w2, w3) + w0 in every entry. The edges resist with the
    // stiffness `shear` M and, in the direction h, with `bulk`. B = 1 + shear W M; n is its adjugate.
    const mean = normSquared / 3;
    const longest = mean + 2 * Math.sqrt(Math.max(mean * mean - (determinant * determinant) / Math.max(mean, TINY), 0));
    const shear = stiffness * (mu * (1 + 2 * damping * longest) + Math.abs(pressure) * Math.sqrt(Math.max(longest, 0)));
    const q1 = shear * w1;
    const q2 = shear * w2;
    const q3 = shear * w3;
    const q00 = shear * w0 * (m00 + m01 + m02);
    const q01 = shear * w0 * (m01 + m11 + m12);
    const q02 = shear * w0 * (m02 + m12 + m22);
    const b00 = 1 + q1 * m00 + q00;
    const b01 = q1 * m01 + q01;
    const b02 = q1 * m02 + q02;
    const b10 = q2 * m01 + q00;
    const b11 = 1 + q2 * m11 + q01;
    const b12 = q2 * m12 + q02;
    const b20 = q3 * m02 + q00;
    const b21 = q3 * m12 + q01;
    const b22 = 1 + q3 * m22 + q02;
    const n00 = b11 * b22 - b12 * b21;
    const n01 = b02 * b21 - b01 * b22;
    const n02 = b01 * b12 - b02 * b11;
    const n10 = b12 * b20 - b10 * b22;
    const n11 = b00 * b22 - b02 * b20;
    const n12 = b02 * b10 - b00 * b12;
    const n20 = b10 * b21 - b11 * b20;
    const n21 = b01 * b20 - b00 * b21;
    const n22 = b00 * b11 - b01 * b10;
    // T = R n, D = H n and K = H W, with R the missing impulses and H the gradients h. Since the term in the direction h has rank one, the
    // Sherman-Morrison formula solves for the impulses.
    const inverse = 1 / (b00 * n00 + b01 * n10 + b02 * n20);
    const t1x = r1x * n00 + r2x * n10 + r3x * n20;
    const t1y = r1y * n00 + r2y * n10 + r3y * n20;
    const t1z = r1z * n00 + r2z * n10 + r3z * n20;
    const t2x = r1x * n01 + r2x * n11 + r3x * n21;
    const t2y = r1y * n01 + r2y * n11 + r3y * n21;
    const t2z = r1z * n01 + r2z * n11 + r3z * n21;
    const t3x = r1x * n02 + r2x * n12 + r3x * n22;
    const t3y = r1y * n02 + r2y * n12 + r3y * n22;
    const t3z = r1z * n02 + r2z * n12 + r3z * n22;
    const d1x = h1x * n00 + h2x * n10 + h3x * n20;
    const d1y = h1y * n00 + h2y * n10 + h3y * n20;
    const d1z = h1z * n00 + h2z * n10 + h3z * n20;
    const d2x = h1x * n01 + h2x * n11 + h3x * n21;
    const d2y = h1y * n01 + h2y * n11 + h3y * n21;
    const d2z = h1z * n01 + h2z * n11 + h3z * n21;
    const d3x = h1x * n02 + h2x * n12 + h3x * n22;
    const d3y = h1y * n02 + h2y * n12 + h3y * n22;
    const d3z = h1z * n02 + h2z * n12 + h3z * n22;
    const h0x = w0 * (h1x + h2x + h3x);
    const h0y = w0 * (h1y + h2y + h3y);
    const h0z = w0 * (h1z + h2z + h3z);
    const k1x = w1 * h1x + h0x;
    const k1y = w1 * h1y + h0y;
    const k1z = w1 * h1z + h0z;
    const k2x = w2 * h2x + h0x;
    const k2y = w2 * h2y + h0y;
    const k2z = w2 * h2z + h0z;
    const k3x = w3 * h3x + h0x;
    const k3y = w3 * h3y + h0y;
    const k3z = w3 * h3z + h0z;
    const bulk = stiffness * lambda * (1 + damping) * sixth * sixth * inverse;
    const along =
      k1x * t1x + k1y * t1y + k1z * t1z + k2x * t2x + k2y * t2y + k2z * t2z + k3x * t3x + k3y * t3y + k3z * t3z;
    const resists =
      k1x * d1x + k1y * d1y + k1z * d1z + k2x * d2x + k2y * d2y + k2z * d2z + k3x * d3x + k3y * d3y + k3z * d3z;
    const share = (inverse * bulk * along) / (1 + bulk * resists);

    // Impulses times dt [kg m] on corners 1 to 3; corner 0 gets the opposite of their sum.
    const f1x = inverse * t1x - share * d1x;
    const f1y = inverse * t1y - share * d1y;
    const f1z = inverse * t1z - share * d1z;
    const f2x = inverse * t2x - share * d2x;
    const f2y = inverse * t2y - share * d2y;
    const f2z = inverse * t2z - share * d2z;
    const f3x = inverse * t3x - share * d3x;
    const f3y = inverse * t3y - share * d3y;
    const f3z = inverse * t3z - share * d3z;
    multipliers[m] += f1x;
    multipliers[m + 1] += f1y;
    multipliers[m + 2] += f1z;
    multipliers[m + 3] += f2x;
    multipliers[m + 4] += f2y;
    multipliers[m + 5] += f2z;
    multipliers[m + 6] += f3x;
    multipliers[m + 7] += f3y;
    multipliers[m + 8] += f3z;
    u[i0] = ux - w0 * (f1x + f2x + f3x);
    u[i0 + 1] = uy - w0 * (f1y + f2y + f3y);
    u[i0 + 2] = uz - w0 * (f1z + f2z + f3z);
    u[i1] += w1 * f1x;
    u[i1 + 1] += w1 * f1y;
    u[i1 + 2] += w1 * f1z;
    u[i2] += w2 * f2x;
    u[i2 + 1] += w2 * f2y;
    u[i2 + 2] += w2 * f2z;
    u[i3] += w3 * f3x;
    u[i3 + 1] += w3 * f3y;
    u[i3 + 2] += w3 * f3z;
    // Moment of the impulses about x0. (Their moment about x is 0 once the stress has converged; moments.ts.)
    moments[i0] += e1y * f1z - e1z * f1y + e2y * f2z - e2z * f2y + e3y * f3z - e3z * f3y;
    moments[i0 + 1] += e1z * f1x - e1x * f1z + e2z * f2x - e2x * f2z + e3z * f3x - e3x * f3z;
    moments[i0 + 2] += e1x * f1y - e1y * f1x + e2x * f2y - e2y * f2x + e3x * f3y - e3y * f3x;
  }
}
