import type { SimulationParameters } from '../parameters.ts';
import type { Context, Stage } from '../stage.ts';
import { forEachInstance } from './batch.ts';
import { countAround, displace, phasesAround, place } from './displacements.ts';

/**
 * One XPBD iteration over the stable Neo-Hookean tetrahedra, a colour at a time. With F the deformation
 * gradient, a tetrahedron has the hydrostatic constraint H = det F - restDeterminant and the deviatoric one
 * D = |F|, with compliances 1 / (lambda V) and 1 / (mu V). At rest their gradients are parallel and their
 * forces cancel, so they are solved together as a 2x2 system: one after the other, they would fight, and a
 * body at rest would breathe. Neither needs F to be invertible, so inverted tetrahedra come back.
 * Source: Macklin, Mueller 2021; damping: Macklin, Mueller, Chentanez 2016, equation 26.
 */
export const neoHookean: Stage = {
  phases: ({ world }) => phasesAround(world.tetBatches),
  count: ({ world }, phase) => countAround(world, world.tetBatches, phase),
  run(context, first, last, phase) {
    const { tetBatches } = context.world;
    if (phase === 0) displace(context, first, last);
    else if (phase > tetBatches.length) place(context, first, last);
    else
      forEachInstance(tetBatches[phase - 1], first, last, (body, begin, end) => solveTets(context, body, begin, end));
  },
};

/**
 * The energy mu/2 (|F|^2 - 3) + lambda/2 (det F - restDeterminant)^2 acts for small strains as linear elasticity with
 * the Lame parameters mu and lambda - mu. So lambda is chosen mu above the material's, which keeps it finite for
 * every Poisson ratio from 0; restDeterminant = 1 + mu / lambda leaves the rest shape without force.
 * Source: Smith, de Goes, Kim 2018, section 3.4; Macklin, Mueller 2021, section 3.
 */
export function neoHookeanParameters({
  youngsModulus,
  poissonRatio,
}: Pick<SimulationParameters, 'youngsModulus' | 'poissonRatio'>) {
  const mu = youngsModulus / (2 * (1 + poissonRatio));
  const lambda = mu / (1 - 2 * poissonRatio);
  return { mu, lambda, restDeterminant: 1 + mu / lambda };
}

/** Below this |F|^2 a tetrahedron has shrunk to a point: D has no direction there, and moves nothing. */
export const LEAST_NORM_SQUARED = 1e-12;

/** One long function on purpose: its parts would hand each other some fifty numbers, which only arrays could carry. */
function solveTets({ world, state, parameters }: Context, body: number, begin: number, end: number): void {
  const { positionsT0: x0, remainders: u, inverseMasses, multipliers, moments } = state;
  const { model, vertexBase, tetBase } = world.bodies[body];
  const { vertices, restMetrics, restVolumes } = world.models[model].elasticTets;
  const { mu, lambda, restDeterminant } = neoHookeanParameters(parameters);
  const dt = parameters.timeStep;
  const complianceH = 1 / (lambda * dt * dt);
  const complianceD = 1 / (mu * dt * dt);
  const damping = parameters.materialDamping / dt;
  for (let t = begin; t < end; t++) {
    const v0 = vertexBase + vertices[4 * t];
    const v1 = vertexBase + vertices[4 * t + 1];
    const v2 = vertexBase + vertices[4 * t + 2];
    const v3 = vertexBase + vertices[4 * t + 3];
    const w0 = inverseMasses[v0];
    const w1 = inverseMasses[v1];
    const w2 = inverseMasses[v2];
    const w3 = inverseMasses[v3];
    const i0 = 3 * v0;
    const i1 = 3 * v1;
    const i2 = 3 * v2;
    const i3 = 3 * v3;
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
    const ax = e1x + (u[i1] - ux);
    const ay = e1y + (u[i1 + 1] - uy);
    const az = e1z + (u[i1 + 2] - uz);
    const bx = e2x + (u[i2] - ux);
    const by = e2y + (u[i2 + 1] - uy);
    const bz = e2z + (u[i2 + 2] - uz);
    const cx = e3x + (u[i3] - ux);
    const cy = e3y + (u[i3 + 1] - uy);
    const cz = e3z + (u[i3 + 2] - uz);

    // |F|^2 = E M : E for the edges E and the rest shape's metric M. D's gradient is "d" times "unit".
    const at = 6 * t;
    const m00 = restMetrics[at];
    const m01 = restMetrics[at + 1];
    const m02 = restMetrics[at + 2];
    const m11 = restMetrics[at + 3];
    const m12 = restMetrics[at + 4];
    const m22 = restMetrics[at + 5];
    const d1x = ax * m00 + bx * m01 + cx * m02;
    const d1y = ay * m00 + by * m01 + cy * m02;
    const d1z = az * m00 + bz * m01 + cz * m02;
    const d2x = ax * m01 + bx * m11 + cx * m12;
    const d2y = ay * m01 + by * m11 + cy * m12;
    const d2z = az * m01 + bz * m11 + cz * m12;
    const d3x = ax * m02 + bx * m12 + cx * m22;
    const d3y = ay * m02 + by * m12 + cy * m22;
    const d3z = az * m02 + bz * m12 + cz * m22;
    const normSquared =
      ax * d1x + ay * d1y + az * d1z + bx * d2x + by * d2y + bz * d2z + cx * d3x + cy * d3y + cz * d3z;
    const norm = Math.sqrt(Math.max(normSquared, 0));
    const unit = normSquared > LEAST_NORM_SQUARED ? 1 / norm : 0;
    const d0x = -d1x - d2x - d3x;
    const d0y = -d1y - d2y - d3y;
    const d0z = -d1z - d2z - d3z;

    // det F is the volume over the rest volume; its gradient by a corner, the opposite face's normal: "h" times "sixth".
    const volume = restVolumes[t];
    const inverseVolume = 1 / volume;
    const sixth = inverseVolume / 6;
    const h1x = by * cz - bz * cy;
    const h1y = bz * cx - bx * cz;
    const h1z = bx * cy - by * cx;
    const h2x = cy * az - cz * ay;
    const h2y = cz * ax - cx * az;
    const h2z = cx * ay - cy * ax;
    const h3x = ay * bz - az * by;
    const h3y = az * bx - ax * bz;
    const h3z = ax * by - ay * bx;
    const h0x = -h1x - h2x - h3x;
    const h0y = -h1y - h2y - h3y;
    const h0z = -h1z - h2z - h3z;
    const determinant = (ax * h1x + ay * h1y + az * h1z) * sixth;

    // Since both are homogeneous, gradient . x is 3 det F and |F|; only the part at x0 has to be summed.
    const changeH =
      3 * determinant -
      sixth *
        (h1x * e1x + h1y * e1y + h1z * e1z + h2x * e2x + h2y * e2y + h2z * e2z + h3x * e3x + h3y * e3y + h3z * e3z);
    const changeD =
      normSquared * unit -
      unit *
        (d1x * e1x + d1y * e1y + d1z * e1z + d2x * e2x + d2y * e2y + d2z * e2z + d3x * e3x + d3y * e3y + d3z * e3z);

    const scale = 1 + damping;
    const hh =
      scale *
      sixth *
      sixth *
      (w0 * (h0x * h0x + h0y * h0y + h0z * h0z) +
        w1 * (h1x * h1x + h1y * h1y + h1z * h1z) +
        w2 * (h2x * h2x + h2y * h2y + h2z * h2z) +
        w3 * (h3x * h3x + h3y * h3y + h3z * h3z));
    const dd =
      scale *
      unit *
      unit *
      (w0 * (d0x * d0x + d0y * d0y + d0z * d0z) +
        w1 * (d1x * d1x + d1y * d1y + d1z * d1z) +
        w2 * (d2x * d2x + d2y * d2y + d2z * d2z) +
        w3 * (d3x * d3x + d3y * d3y + d3z * d3z));
    const hd =
      scale *
      sixth *
      unit *
      (w0 * (h0x * d0x + h0y * d0y + h0z * d0z) +
        w1 * (h1x * d1x + h1y * d1y + h1z * d1z) +
        w2 * (h2x * d2x + h2y * d2y + h2z * d2z) +
        w3 * (h3x * d3x + h3y * d3y + h3z * d3z));

    const alphaH = complianceH * inverseVolume;
    const alphaD = complianceD * inverseVolume;
    const m = 2 * (tetBase + t);
    const lambdaH = multipliers[m];
    const lambdaD = multipliers[m + 1];
    const rightH = restDeterminant - determinant - alphaH * lambdaH - damping * changeH;
    const rightD = -norm - alphaD * lambdaD - damping * changeD;
    const inverse = 1 / ((hh + alphaH) * (dd + alphaD) - hd * hd);
    const stepH = ((dd + alphaD) * rightH - hd * rightD) * inverse;
    const stepD = ((hh + alphaH) * rightD - hd * rightH) * inverse;
    multipliers[m] = lambdaH + stepH;
    multipliers[m + 1] = lambdaD + stepD;

    // Impulses times dt [kg m], which cancel out.
    const alongH = stepH * sixth;
    const alongD = stepD * unit;
    const f1x = alongH * h1x + alongD * d1x;
    const f1y = alongH * h1y + alongD * d1y;
    const f1z = alongH * h1z + alongD * d1z;
    const f2x = alongH * h2x + alongD * d2x;
    const f2y = alongH * h2y + alongD * d2y;
    const f2z = alongH * h2z + alongD * d2z;
    const f3x = alongH * h3x + alongD * d3x;
    const f3y = alongH * h3y + alongD * d3y;
    const f3z = alongH * h3z + alongD * d3z;
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
    // Their moment vanishes about x, not about x0.
    moments[i0] += e1y * f1z - e1z * f1y + e2y * f2z - e2z * f2y + e3y * f3z - e3z * f3y;
    moments[i0 + 1] += e1z * f1x - e1x * f1z + e2z * f2x - e2x * f2z + e3z * f3x - e3x * f3z;
    moments[i0 + 2] += e1x * f1y - e1y * f1x + e2x * f2y - e2y * f2x + e3x * f3y - e3y * f3x;
  }
}
