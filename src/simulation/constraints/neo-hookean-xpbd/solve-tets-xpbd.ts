import type { Index } from '../../../math/integers.ts';
import { TINY } from '../neo-hookean/solve-tets.ts';

/**
 * Solves the tetrahedra `begin` to `end` - 1 of one body, each as two constraints: first |F|, then det F - restDeterminant at the positions
 * that the first one left. The SIMD kernel is made from this text (docs/kernels.md). The bit masks on indices are explained in
 * solve-tets.ts.
 * @param x0 positions at the step's start [m], 3 per vertex
 * @param u displacements from x0 [m], 3 per vertex
 * @param inverseMasses [1/kg], 1 per vertex
 * @param multipliers the constraints' XPBD multipliers [kg m^2]: 2 per tetrahedron, of |F| and of det F
 * @param moments moments of the impulses about x0, times dt [kg m^2], 3 per vertex
 * @param vertices 4 ids per tetrahedron, local to the body's model
 * @param restMetrics 6 numbers per tetrahedron (ElasticTets.restMetrics) [1/m^2]
 * @param restVolumes [m^3]
 * @param vertexBase the body's first vertex
 * @param multiplierBase the body's first multiplier
 * @param mu parameter of the energy [Pa], like `lambda` and `restDeterminant` [1] (neoHookeanParameters)
 * @param damping material damping per time step [1]
 * @param dt time step [s]
 * @param greatest sum of the squares of the corners' shape gradients above which an element is softened [1/m^2] (greatestSpread)
 */
export function solveTetsXpbd(
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
  greatest: number,
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
    // Edges from corner 0 at x0, their change since then, and the edges a, b, c now.
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

    // With E the matrix of the edges and M the metric of the rest shape, P = E M is |F| times the gradient of |F| by the edges, and
    // |F|^2 = trace(E^T P). Where F = 0, |F| has no gradient, and P is 0.
    const at = (6 * t) & 0x3fffffff;
    const m00 = restMetrics[at];
    const m01 = restMetrics[at + 1];
    const m02 = restMetrics[at + 2];
    const m11 = restMetrics[at + 3];
    const m12 = restMetrics[at + 4];
    const m22 = restMetrics[at + 5];
    const p1x = ax * m00 + bx * m01 + cx * m02;
    const p1y = ay * m00 + by * m01 + cy * m02;
    const p1z = az * m00 + bz * m01 + cz * m02;
    const p2x = ax * m01 + bx * m11 + cx * m12;
    const p2y = ay * m01 + by * m11 + cy * m12;
    const p2z = az * m01 + bz * m11 + cz * m12;
    const p3x = ax * m02 + bx * m12 + cx * m22;
    const p3y = ay * m02 + by * m12 + cy * m22;
    const p3z = az * m02 + bz * m12 + cz * m22;
    const p0x = p1x + p2x + p3x;
    const p0y = p1y + p2y + p3y;
    const p0z = p1z + p2z + p3z;
    const normSquared =
      ax * p1x + ay * p1y + az * p1z + bx * p2x + by * p2y + bz * p2z + cx * p3x + cy * p3y + cz * p3z;
    const norm = Math.sqrt(Math.max(normSquared, TINY));
    const inverseNorm = 1 / norm;
    const normChange =
      inverseNorm *
      (move1x * p1x +
        move1y * p1y +
        move1z * p1z +
        move2x * p2x +
        move2y * p2y +
        move2z * p2z +
        move3x * p3x +
        move3y * p3y +
        move3z * p3z);
    const normWeight =
      inverseNorm *
      inverseNorm *
      (w0 * (p0x * p0x + p0y * p0y + p0z * p0z) +
        w1 * (p1x * p1x + p1y * p1y + p1z * p1z) +
        w2 * (p2x * p2x + p2y * p2y + p2z * p2z) +
        w3 * (p3x * p3x + p3y * p3y + p3z * p3z));
    const volume = restVolumes[t];
    // An element that is too stiff for the step is softened (softening.ts); others keep their stiffness to the bit.
    const spread = 2 * (m00 + m11 + m22 + m01 + m02 + m12);
    const softening = Math.min(1, greatest / spread);
    const shear = mu * volume * dt * dt * softening;
    const m = (multiplierBase + 2 * t) & 0x3fffffff;
    const normStep =
      (-multipliers[m] - shear * (norm + damping * normChange)) / (1 + shear * (1 + damping) * normWeight);
    // Impulses times dt [kg m] on corners 1 to 3; corner 0 gets the opposite of their sum.
    const pull = normStep * inverseNorm;
    const f1x = pull * p1x;
    const f1y = pull * p1y;
    const f1z = pull * p1z;
    const f2x = pull * p2x;
    const f2y = pull * p2y;
    const f2z = pull * p2z;
    const f3x = pull * p3x;
    const f3y = pull * p3y;
    const f3z = pull * p3z;

    // The edges move: here a, b, c are the edges behind the first constraint.
    const f0x = w0 * pull * p0x;
    const f0y = w0 * pull * p0y;
    const f0z = w0 * pull * p0z;
    const d1x = w1 * f1x + f0x;
    const d1y = w1 * f1y + f0y;
    const d1z = w1 * f1z + f0z;
    const d2x = w2 * f2x + f0x;
    const d2y = w2 * f2y + f0y;
    const d2z = w2 * f2z + f0z;
    const d3x = w3 * f3x + f0x;
    const d3y = w3 * f3y + f0y;
    const d3z = w3 * f3z + f0z;
    const nax = ax + d1x;
    const nay = ay + d1y;
    const naz = az + d1z;
    const nbx = bx + d2x;
    const nby = by + d2y;
    const nbz = bz + d2z;
    const ncx = cx + d3x;
    const ncy = cy + d3y;
    const ncz = cz + d3z;

    // The gradient of det F = volume / rest volume with respect to edge k is the vector h_k.
    const sixth = 1 / (6 * volume);
    const h1x = sixth * (nby * ncz - nbz * ncy);
    const h1y = sixth * (nbz * ncx - nbx * ncz);
    const h1z = sixth * (nbx * ncy - nby * ncx);
    const h2x = sixth * (ncy * naz - ncz * nay);
    const h2y = sixth * (ncz * nax - ncx * naz);
    const h2z = sixth * (ncx * nay - ncy * nax);
    const h3x = sixth * (nay * nbz - naz * nby);
    const h3y = sixth * (naz * nbx - nax * nbz);
    const h3z = sixth * (nax * nby - nay * nbx);
    const h0x = h1x + h2x + h3x;
    const h0y = h1y + h2y + h3y;
    const h0z = h1z + h2z + h3z;
    const determinant = nax * h1x + nay * h1y + naz * h1z;
    const determinantChange =
      (move1x + d1x) * h1x +
      (move1y + d1y) * h1y +
      (move1z + d1z) * h1z +
      (move2x + d2x) * h2x +
      (move2y + d2y) * h2y +
      (move2z + d2z) * h2z +
      (move3x + d3x) * h3x +
      (move3y + d3y) * h3y +
      (move3z + d3z) * h3z;
    const determinantWeight =
      w0 * (h0x * h0x + h0y * h0y + h0z * h0z) +
      w1 * (h1x * h1x + h1y * h1y + h1z * h1z) +
      w2 * (h2x * h2x + h2y * h2y + h2z * h2z) +
      w3 * (h3x * h3x + h3y * h3y + h3z * h3z);
    const bulk = lambda * volume * dt * dt * softening;
    const determinantStep =
      (-multipliers[m + 1] - bulk * (determinant - restDeterminant + damping * determinantChange)) /
      (1 + bulk * (1 + damping) * determinantWeight);
    const g1x = f1x + determinantStep * h1x;
    const g1y = f1y + determinantStep * h1y;
    const g1z = f1z + determinantStep * h1z;
    const g2x = f2x + determinantStep * h2x;
    const g2y = f2y + determinantStep * h2y;
    const g2z = f2z + determinantStep * h2z;
    const g3x = f3x + determinantStep * h3x;
    const g3y = f3y + determinantStep * h3y;
    const g3z = f3z + determinantStep * h3z;
    multipliers[m] += normStep;
    multipliers[m + 1] += determinantStep;
    u[i0] = ux - w0 * (g1x + g2x + g3x);
    u[i0 + 1] = uy - w0 * (g1y + g2y + g3y);
    u[i0 + 2] = uz - w0 * (g1z + g2z + g3z);
    u[i1] += w1 * g1x;
    u[i1 + 1] += w1 * g1y;
    u[i1 + 2] += w1 * g1z;
    u[i2] += w2 * g2x;
    u[i2 + 1] += w2 * g2y;
    u[i2 + 2] += w2 * g2z;
    u[i3] += w3 * g3x;
    u[i3 + 1] += w3 * g3y;
    u[i3 + 2] += w3 * g3z;
    // Moment of the impulses about x0 (moments.ts).
    moments[i0] += e1y * g1z - e1z * g1y + e2y * g2z - e2z * g2y + e3y * g3z - e3z * g3y;
    moments[i0 + 1] += e1z * g1x - e1x * g1z + e2z * g2x - e2x * g2z + e3z * g3x - e3x * g3z;
    moments[i0 + 2] += e1x * g1y - e1y * g1x + e2x * g2y - e2y * g2x + e3x * g3y - e3y * g3x;
  }
}
