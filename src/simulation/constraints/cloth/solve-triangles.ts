import type { Index } from '../../../math/integers.ts';
import { TINY } from '../neo-hookean/solve-tets.ts';

/**
 * Solves the membrane's triangles `begin` to `end` - 1 of one cloth (cloth.ts has the energy and the method). The SIMD kernel is made from this
 * text (docs/kernels.md). The bit masks on indices are explained in solve-tets.ts.
 * @param x0 positions at the step's start [m], 3 per vertex
 * @param u displacements from x0 [m], 3 per vertex
 * @param inverseMasses [1/kg], 1 per vertex
 * @param multipliers sum of the impulses of this step on the columns of F, times dt [kg m^2]: 6 per triangle
 * @param vertices 3 ids per triangle, local to the body's model
 * @param restInverses 3 numbers per triangle (ClothElements.restInverses) [1/m]
 * @param restVolumes [m^3]
 * @param vertexBase the body's first vertex
 * @param multiplierBase the body's first multiplier
 * @param mu shear modulus [Pa]
 * @param lambda first Lame parameter of plane stress [Pa]
 * @param damping material damping per time step [1]
 * @param dt time step [s]
 */
export function solveTriangles(
  x0: Float32Array,
  u: Float32Array,
  inverseMasses: Float32Array,
  multipliers: Float32Array,
  vertices: Uint32Array,
  restInverses: Float32Array,
  restVolumes: Float32Array,
  vertexBase: Index,
  multiplierBase: Index,
  begin: Index,
  end: Index,
  mu: number,
  lambda: number,
  damping: number,
  dt: number,
): void {
  for (let t = begin & 0x3fffffff; t < end; t = (t + 1) & 0x3fffffff) {
    const v0 = (vertexBase + vertices[3 * t]) & 0x3fffffff;
    const v1 = (vertexBase + vertices[3 * t + 1]) & 0x3fffffff;
    const v2 = (vertexBase + vertices[3 * t + 2]) & 0x3fffffff;
    const w0 = inverseMasses[v0];
    const w1 = inverseMasses[v1];
    const w2 = inverseMasses[v2];
    if (w0 + w1 + w2 === 0) continue; // all corners are held
    const i0 = (3 * v0) & 0x3fffffff;
    const i1 = (3 * v1) & 0x3fffffff;
    const i2 = (3 * v2) & 0x3fffffff;
    const ox = x0[i0];
    const oy = x0[i0 + 1];
    const oz = x0[i0 + 2];
    const ux = u[i0];
    const uy = u[i0 + 1];
    const uz = u[i0 + 2];
    // Edges from corner 0 at x0, then now.
    const a0x = x0[i1] - ox;
    const a0y = x0[i1 + 1] - oy;
    const a0z = x0[i1 + 2] - oz;
    const b0x = x0[i2] - ox;
    const b0y = x0[i2 + 1] - oy;
    const b0z = x0[i2 + 2] - oz;
    const ax = a0x + (u[i1] - ux);
    const ay = a0y + (u[i1 + 1] - uy);
    const az = a0z + (u[i1 + 2] - uz);
    const bx = b0x + (u[i2] - ux);
    const by = b0y + (u[i2 + 1] - uy);
    const bz = b0z + (u[i2 + 2] - uz);

    // Deformation gradient F: columns f and g. U = sqrt(F^T F) = (F^T F + area) / trace, with the ratio `area` of the areas, which is also
    // det U, and with trace U = sqrt(trace F^T F + 2 area). The rotation R = F U^-1 has the columns r and s.
    const at = (3 * t) & 0x3fffffff;
    const m00 = restInverses[at];
    const m01 = restInverses[at + 1];
    const m11 = restInverses[at + 2];
    const fx = m00 * ax;
    const fy = m00 * ay;
    const fz = m00 * az;
    const gx = m01 * ax + m11 * bx;
    const gy = m01 * ay + m11 * by;
    const gz = m01 * az + m11 * bz;
    const crossX = fy * gz - fz * gy;
    const crossY = fz * gx - fx * gz;
    const crossZ = fx * gy - fy * gx;
    const ff = fx * fx + fy * fy + fz * fz;
    const fg = fx * gx + fy * gy + fz * gz;
    const gg = gx * gx + gy * gy + gz * gz;
    const area = Math.sqrt(crossX * crossX + crossY * crossY + crossZ * crossZ);
    const inverseTrace = 1 / Math.sqrt(Math.max(ff + gg + 2 * area, TINY));
    // A triangle that has collapsed to a line has no normal; then n is 0.
    const inverseArea = 1 / Math.max(area, TINY);
    const nx = inverseArea * crossX;
    const ny = inverseArea * crossY;
    const nz = inverseArea * crossZ;
    const rx = inverseTrace * (fx + gy * nz - gz * ny);
    const ry = inverseTrace * (fy + gz * nx - gx * nz);
    const rz = inverseTrace * (fz + gx * ny - gy * nx);
    const sx = inverseTrace * (gx + ny * fz - nz * fy);
    const sy = inverseTrace * (gy + nz * fx - nx * fz);
    const sz = inverseTrace * (gz + nx * fy - ny * fx);
    const stretch00 = inverseTrace * (ff + area);
    const stretch01 = inverseTrace * fg;
    const stretch11 = inverseTrace * (gg + area);

    // U at x0.
    const f0x = m00 * a0x;
    const f0y = m00 * a0y;
    const f0z = m00 * a0z;
    const g0x = m01 * a0x + m11 * b0x;
    const g0y = m01 * a0y + m11 * b0y;
    const g0z = m01 * a0z + m11 * b0z;
    const cross0X = f0y * g0z - f0z * g0y;
    const cross0Y = f0z * g0x - f0x * g0z;
    const cross0Z = f0x * g0y - f0y * g0x;
    const ff0 = f0x * f0x + f0y * f0y + f0z * f0z;
    const fg0 = f0x * g0x + f0y * g0y + f0z * g0z;
    const gg0 = g0x * g0x + g0y * g0y + g0z * g0z;
    const area0 = Math.sqrt(cross0X * cross0X + cross0Y * cross0Y + cross0Z * cross0Z);
    const inverseTrace0 = 1 / Math.sqrt(Math.max(ff0 + gg0 + 2 * area0, TINY));

    // Strain U - 1 and, times `damping`, its change in this step. The stress T, times dt^2 and the volume.
    const strain00 = stretch00 - 1 + damping * (stretch00 - inverseTrace0 * (ff0 + area0));
    const strain01 = stretch01 + damping * (stretch01 - inverseTrace0 * fg0);
    const strain11 = stretch11 - 1 + damping * (stretch11 - inverseTrace0 * (gg0 + area0));
    const stiffness = restVolumes[t] * dt * dt;
    const shear = stiffness * mu;
    const dilation = stiffness * lambda;
    const t00 = 2 * shear * strain00 + dilation * (strain00 + strain11);
    const t01 = 2 * shear * strain01;
    const t11 = 2 * shear * strain11 + dilation * (strain00 + strain11);
    // J maps movements of F's columns to the change of U, as 00, 11 and twice 01. In the basis r, s its rows are (1, a; -a, 0) for 00,
    // (0, -a; a, 1) for 11, and (0, 1 + b; 1 - b, 0): if F moves, R turns by (r . dg - s . df) / trace U.
    const a = inverseTrace * stretch01;
    const b = inverseTrace * (stretch11 - stretch00);
    const plus = 1 + b;
    const minus = 1 - b;
    const below = a * (t00 - t11) + plus * t01;
    const above = a * (t11 - t00) + minus * t01;

    // Missing impulses on the columns of F: those of the stress at x, minus those applied so far.
    const m = (multiplierBase + 6 * t) & 0x3fffffff;
    const px = -rx * t00 - sx * below - multipliers[m];
    const py = -ry * t00 - sy * below - multipliers[m + 1];
    const pz = -rz * t00 - sz * below - multipliers[m + 2];
    const qx = -rx * above - sx * t11 - multipliers[m + 3];
    const qy = -ry * above - sy * t11 - multipliers[m + 4];
    const qz = -rz * above - sz * t11 - multipliers[m + 5];

    // Impulses on the columns move them: the matrix W, 2 x 2 and symmetric.
    const w01 = w0 + w1;
    const w02 = w0 + w2;
    const w00 = m00 * m00 * w01;
    const wx = m00 * (w01 * m01 + w0 * m11);
    const w11 = m01 * m01 * w01 + 2 * m01 * m11 * w0 + m11 * m11 * w02;
    // Tension turns with the triangle, so it resists movements across it: K is T without its negative eigenvalues.
    const mean = 0.5 * (t00 + t11);
    const half = 0.5 * (t00 - t11);
    const spread = Math.sqrt(half * half + t01 * t01);
    const high = Math.max(mean + spread, 0);
    const low = Math.max(mean - spread, 0);
    const share = (high - low) / Math.max(2 * spread, TINY);
    const rest = high - share * (mean + spread);
    const k00 = share * t00 + rest;
    const k01 = share * t01;
    const k11 = share * t11 + rest;
    // B = (1 + K W)^-1, and H = W B, which is symmetric.
    const kw00 = k00 * w00 + k01 * wx;
    const kw01 = k00 * wx + k01 * w11;
    const kw10 = k01 * w00 + k11 * wx;
    const kw11 = k01 * wx + k11 * w11;
    const inverse = 1 / ((1 + kw00) * (1 + kw11) - kw01 * kw10);
    const b00 = inverse * (1 + kw11);
    const b01 = -inverse * kw01;
    const b10 = -inverse * kw10;
    const b11 = inverse * (1 + kw00);
    const h00 = w00 * b00 + wx * b10;
    const h01 = w00 * b01 + wx * b11;
    const h11 = wx * b01 + w11 * b11;

    // The strain resists with D: M = J H J^T, y = J H (p, q), and (1 + D M) z = D y. r and s count as orthonormal, which they are unless
    // the triangle has collapsed.
    const rp = rx * px + ry * py + rz * pz;
    const rq = rx * qx + ry * qy + rz * qz;
    const sp = sx * px + sy * py + sz * pz;
    const sq = sx * qx + sy * qy + sz * qz;
    const s0 = h00 * sp + h01 * sq;
    const r1 = h01 * rp + h11 * rq;
    const y0 = h00 * rp + h01 * rq + a * (s0 - r1);
    const y1 = h01 * sp + h11 * sq - a * (s0 - r1);
    const y2 = plus * s0 + minus * r1;
    const aa = a * a;
    const n00 = h00 + aa * (h00 + h11) - 2 * a * h01;
    const n01 = 2 * a * h01 - aa * (h00 + h11);
    const n02 = a * (plus * h00 - minus * h11) + minus * h01;
    const n11 = h11 + aa * (h00 + h11) - 2 * a * h01;
    const n12 = a * (minus * h11 - plus * h00) + plus * h01;
    const n22 = plus * plus * h00 + minus * minus * h11;
    const damped = 1 + damping;
    const stiff = damped * (2 * shear + dilation);
    const linked = damped * dilation;
    const sheared = damped * shear;
    const d00 = 1 + stiff * n00 + linked * n01;
    const d01 = stiff * n01 + linked * n11;
    const d02 = stiff * n02 + linked * n12;
    const d10 = linked * n00 + stiff * n01;
    const d11 = 1 + linked * n01 + stiff * n11;
    const d12 = linked * n02 + stiff * n12;
    const d20 = sheared * n02;
    const d21 = sheared * n12;
    const d22 = 1 + sheared * n22;
    const c0 = stiff * y0 + linked * y1;
    const c1 = linked * y0 + stiff * y1;
    const c2 = sheared * y2;
    const e00 = d11 * d22 - d12 * d21;
    const e10 = d12 * d20 - d10 * d22;
    const e20 = d10 * d21 - d11 * d20;
    const scale = 1 / (d00 * e00 + d01 * e10 + d02 * e20);
    const z0 = scale * (c0 * e00 + c1 * (d02 * d21 - d01 * d22) + c2 * (d01 * d12 - d02 * d11));
    const z1 = scale * (c0 * e10 + c1 * (d00 * d22 - d02 * d20) + c2 * (d02 * d10 - d00 * d12));
    const z2 = scale * (c0 * e20 + c1 * (d01 * d20 - d00 * d21) + c2 * (d00 * d11 - d01 * d10));

    // Impulses on the columns, then on corners 1 and 2, times dt; corner 0 gets the opposite of their sum.
    const turned = a * (z0 - z1);
    const down = turned + plus * z2;
    const up = minus * z2 - turned;
    const lfx = px - rx * z0 - sx * down;
    const lfy = py - ry * z0 - sy * down;
    const lfz = pz - rz * z0 - sz * down;
    const lgx = qx - rx * up - sx * z1;
    const lgy = qy - ry * up - sy * z1;
    const lgz = qz - rz * up - sz * z1;
    const pfx = b00 * lfx + b01 * lgx;
    const pfy = b00 * lfy + b01 * lgy;
    const pfz = b00 * lfz + b01 * lgz;
    const pgx = b10 * lfx + b11 * lgx;
    const pgy = b10 * lfy + b11 * lgy;
    const pgz = b10 * lfz + b11 * lgz;
    const jx = m00 * pfx + m01 * pgx;
    const jy = m00 * pfy + m01 * pgy;
    const jz = m00 * pfz + m01 * pgz;
    const kx = m11 * pgx;
    const ky = m11 * pgy;
    const kz = m11 * pgz;
    multipliers[m] += pfx;
    multipliers[m + 1] += pfy;
    multipliers[m + 2] += pfz;
    multipliers[m + 3] += pgx;
    multipliers[m + 4] += pgy;
    multipliers[m + 5] += pgz;
    u[i0] = ux - w0 * (jx + kx);
    u[i0 + 1] = uy - w0 * (jy + ky);
    u[i0 + 2] = uz - w0 * (jz + kz);
    u[i1] += w1 * jx;
    u[i1 + 1] += w1 * jy;
    u[i1 + 2] += w1 * jz;
    u[i2] += w2 * kx;
    u[i2 + 1] += w2 * ky;
    u[i2 + 2] += w2 * kz;
  }
}
