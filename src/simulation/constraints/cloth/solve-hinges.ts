import type { Index } from '../../../math/integers.ts';
import { ATAN_0, ATAN_1, ATAN_2, ATAN_3, ATAN_4, ATAN_5, ATAN_6, ATAN_7, SIGNED_SINE } from '../../../math/angle.ts';
import { TINY } from '../neo-hookean/solve-tets.ts';

/**
 * Solves the hinges `begin` to `end` - 1 of one cloth: XPBD constraints on the angle between two triangles' normals (cloth.ts). The SIMD
 * kernel is made from this text (docs/kernels.md). The bit masks on indices are explained in solve-tets.ts.
 * @param x0 positions at the step's start [m], 3 per vertex
 * @param u displacements from x0 [m], 3 per vertex
 * @param inverseMasses [1/kg], 1 per vertex
 * @param multipliers the constraints' XPBD multipliers [kg m^2]: 1 per hinge
 * @param vertices 4 ids per hinge (ClothElements.hinges), local to the body's model
 * @param restAngles [rad]
 * @param hingeShapes stiffness per flexural rigidity (ClothElements.hingeShapes)
 * @param vertexBase the body's first vertex
 * @param multiplierBase multiplier of the body's hinge 0
 * @param rigidity flexural rigidity times dt^2 [kg m^2]
 * @param damping material damping per time step [1]
 */
export function solveHinges(
  x0: Float32Array,
  u: Float32Array,
  inverseMasses: Float32Array,
  multipliers: Float32Array,
  vertices: Uint32Array,
  restAngles: Float32Array,
  hingeShapes: Float32Array,
  vertexBase: Index,
  multiplierBase: Index,
  begin: Index,
  end: Index,
  rigidity: number,
  damping: number,
): void {
  for (let h = begin & 0x3fffffff; h < end; h = (h + 1) & 0x3fffffff) {
    const va = (vertexBase + vertices[4 * h]) & 0x3fffffff;
    const vb = (vertexBase + vertices[4 * h + 1]) & 0x3fffffff;
    const vc = (vertexBase + vertices[4 * h + 2]) & 0x3fffffff;
    const vd = (vertexBase + vertices[4 * h + 3]) & 0x3fffffff;
    const wa = inverseMasses[va];
    const wb = inverseMasses[vb];
    const wc = inverseMasses[vc];
    const wd = inverseMasses[vd];
    if (wa + wb + wc + wd === 0) continue; // all corners are held
    const a = (3 * va) & 0x3fffffff;
    const b = (3 * vb) & 0x3fffffff;
    const c = (3 * vc) & 0x3fffffff;
    const d = (3 * vd) & 0x3fffffff;
    const ox = x0[a];
    const oy = x0[a + 1];
    const oz = x0[a + 2];
    const ux = u[a];
    const uy = u[a + 1];
    const uz = u[a + 2];
    const moveBx = u[b] - ux;
    const moveBy = u[b + 1] - uy;
    const moveBz = u[b + 2] - uz;
    const moveCx = u[c] - ux;
    const moveCy = u[c + 1] - uy;
    const moveCz = u[c + 2] - uz;
    const moveDx = u[d] - ux;
    const moveDy = u[d + 1] - uy;
    const moveDz = u[d + 2] - uz;
    // The edge e, and the edges p and q to the corners opposite it. m and n are the triangles' normals, with the length of twice their areas.
    const ex = x0[b] - ox + moveBx;
    const ey = x0[b + 1] - oy + moveBy;
    const ez = x0[b + 2] - oz + moveBz;
    const px = x0[c] - ox + moveCx;
    const py = x0[c + 1] - oy + moveCy;
    const pz = x0[c + 2] - oz + moveCz;
    const qx = x0[d] - ox + moveDx;
    const qy = x0[d + 1] - oy + moveDy;
    const qz = x0[d + 2] - oz + moveDz;
    const mx = ey * pz - ez * py;
    const my = ez * px - ex * pz;
    const mz = ex * py - ey * px;
    const nx = qy * ez - qz * ey;
    const ny = qz * ex - qx * ez;
    const nz = qx * ey - qy * ex;
    const mm = mx * mx + my * my + mz * mz;
    const nn = nx * nx + ny * ny + nz * nz;
    if (!(Math.min(mm, nn) > TINY)) continue; // a triangle without area has no normal
    const ee = ex * ex + ey * ey + ez * ez;
    const length = Math.sqrt(ee);
    const inverse = 1 / (Math.sqrt(mm) * Math.sqrt(nn));
    const sine = -inverse * length * (mx * qx + my * qy + mz * qz);
    const cosine = inverse * (mx * nx + my * ny + mz * nz);

    // The angle, as angleOf in src/math/angle.ts computes it.
    const obtuse = Math.max(-cosine, 0) / Math.max(Math.abs(cosine), SIGNED_SINE);
    const acute = 1 - obtuse;
    const positive = sine + SIGNED_SINE;
    const sign = positive / Math.max(Math.abs(positive), SIGNED_SINE);
    const long = 1 + Math.abs(cosine);
    const sine2 = acute * sine + obtuse * sign * long;
    const cosine2 = acute * long + obtuse * Math.abs(sine);
    const tangent4 = sine2 / (cosine2 + Math.sqrt(sine2 * sine2 + cosine2 * cosine2));
    const tangent8 = tangent4 / (1 + Math.sqrt(1 + tangent4 * tangent4));
    const y = tangent8 * tangent8;
    const high = ATAN_4 - y * (ATAN_5 - y * (ATAN_6 - y * ATAN_7));
    const angle = tangent8 * (ATAN_0 - y * (ATAN_1 - y * (ATAN_2 - y * (ATAN_3 - y * high))));

    // Gradients of the angle by the four corners.
    const perC = -length / mm;
    const perD = -length / nn;
    const gcx = perC * mx;
    const gcy = perC * my;
    const gcz = perC * mz;
    const gdx = perD * nx;
    const gdy = perD * ny;
    const gdz = perD * nz;
    const alongC = (px * ex + py * ey + pz * ez) / ee;
    const alongD = (qx * ex + qy * ey + qz * ez) / ee;
    const gbx = -alongC * gcx - alongD * gdx;
    const gby = -alongC * gcy - alongD * gdy;
    const gbz = -alongC * gcz - alongD * gdz;
    const gax = -(gbx + gcx + gdx);
    const gay = -(gby + gcy + gdy);
    const gaz = -(gbz + gcz + gdz);
    const change =
      gbx * moveBx +
      gby * moveBy +
      gbz * moveBz +
      gcx * moveCx +
      gcy * moveCy +
      gcz * moveCz +
      gdx * moveDx +
      gdy * moveDy +
      gdz * moveDz;
    const weight =
      wa * (gax * gax + gay * gay + gaz * gaz) +
      wb * (gbx * gbx + gby * gby + gbz * gbz) +
      wc * (gcx * gcx + gcy * gcy + gcz * gcz) +
      wd * (gdx * gdx + gdy * gdy + gdz * gdz);
    const stiffness = rigidity * hingeShapes[h];
    const at = (multiplierBase + h) & 0x3fffffff;
    const step =
      (-multipliers[at] - stiffness * (angle - restAngles[h] + damping * change)) /
      (1 + stiffness * (1 + damping) * weight);
    multipliers[at] += step;
    const pushA = wa * step;
    const pushB = wb * step;
    const pushC = wc * step;
    const pushD = wd * step;
    u[a] = ux + pushA * gax;
    u[a + 1] = uy + pushA * gay;
    u[a + 2] = uz + pushA * gaz;
    u[b] += pushB * gbx;
    u[b + 1] += pushB * gby;
    u[b + 2] += pushB * gbz;
    u[c] += pushC * gcx;
    u[c + 1] += pushC * gcy;
    u[c + 2] += pushC * gcz;
    u[d] += pushD * gdx;
    u[d + 1] += pushD * gdy;
    u[d + 2] += pushD * gdz;
  }
}
