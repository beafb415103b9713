import type { SimulationParameters } from '../parameters.ts';
import type { Context, Stage } from '../stage.ts';
import { forEachInstance } from './batch.ts';

/**
 * One XPBD iteration over the stable Neo-Hookean tetrahedra, a colour at a time. With F the deformation
 * gradient, a tetrahedron has the hydrostatic constraint H = det F - restDeterminant and the deviatoric one
 * D = |F|, with compliances 1 / (lambda V) and 1 / (mu V). At rest their gradients are parallel and their
 * forces cancel, so they are solved together as a 2x2 system: one after the other, they would fight, and a
 * body at rest would breathe. Neither needs F to be invertible, so inverted tetrahedra come back.
 * Source: Macklin, Mueller 2021; damping: Macklin, Mueller, Chentanez 2016, equation 26.
 */
export const neoHookean: Stage = {
  phases: ({ world }) => world.tetBatches.length,
  count({ world }, phase) {
    const { begin, end, bodyCount } = world.tetBatches[phase];
    return (end - begin) * bodyCount;
  },
  run(context, first, last, phase) {
    forEachInstance(context.world.tetBatches[phase], first, last, (body, begin, end) =>
      solveTets(context, body, begin, end),
    );
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
  const { positions: x, positionsT0: x0, inverseMasses, multipliers } = state;
  const { model, vertexBase, tetBase } = world.bodies[body];
  const { vertices, inverseRest, restVolumes } = world.models[model].elasticTets;
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
    const px = x[i0];
    const py = x[i0 + 1];
    const pz = x[i0 + 2];
    const ax = x[i1] - px;
    const ay = x[i1 + 1] - py;
    const az = x[i1 + 2] - pz;
    const bx = x[i2] - px;
    const by = x[i2 + 1] - py;
    const bz = x[i2 + 2] - pz;
    const cx = x[i3] - px;
    const cy = x[i3 + 1] - py;
    const cz = x[i3 + 2] - pz;

    // The metric of the rest shape's inverse Q Q^T: |F|^2 = E (Q Q^T) : E for the edges E, its gradient 2 E (Q Q^T).
    const q = 9 * t;
    const q00 = inverseRest[q];
    const q10 = inverseRest[q + 1];
    const q20 = inverseRest[q + 2];
    const q01 = inverseRest[q + 3];
    const q11 = inverseRest[q + 4];
    const q21 = inverseRest[q + 5];
    const q02 = inverseRest[q + 6];
    const q12 = inverseRest[q + 7];
    const q22 = inverseRest[q + 8];
    const m00 = q00 * q00 + q01 * q01 + q02 * q02;
    const m01 = q00 * q10 + q01 * q11 + q02 * q12;
    const m02 = q00 * q20 + q01 * q21 + q02 * q22;
    const m11 = q10 * q10 + q11 * q11 + q12 * q12;
    const m12 = q10 * q20 + q11 * q21 + q12 * q22;
    const m22 = q20 * q20 + q21 * q21 + q22 * q22;
    let d1x = ax * m00 + bx * m01 + cx * m02;
    let d1y = ay * m00 + by * m01 + cy * m02;
    let d1z = az * m00 + bz * m01 + cz * m02;
    let d2x = ax * m01 + bx * m11 + cx * m12;
    let d2y = ay * m01 + by * m11 + cy * m12;
    let d2z = az * m01 + bz * m11 + cz * m12;
    let d3x = ax * m02 + bx * m12 + cx * m22;
    let d3y = ay * m02 + by * m12 + cy * m22;
    let d3z = az * m02 + bz * m12 + cz * m22;
    const normSquared =
      ax * d1x + ay * d1y + az * d1z + bx * d2x + by * d2y + bz * d2z + cx * d3x + cy * d3y + cz * d3z;
    const norm = Math.sqrt(Math.max(normSquared, 0));
    const unit = normSquared > LEAST_NORM_SQUARED ? 1 / norm : 0;
    d1x *= unit;
    d1y *= unit;
    d1z *= unit;
    d2x *= unit;
    d2y *= unit;
    d2z *= unit;
    d3x *= unit;
    d3y *= unit;
    d3z *= unit;
    const d0x = -d1x - d2x - d3x;
    const d0y = -d1y - d2y - d3y;
    const d0z = -d1z - d2z - d3z;

    // det F is the volume over the rest volume; its gradient by a corner, the opposite face's normal.
    const volume = restVolumes[t];
    const sixth = 1 / (6 * volume);
    const h1x = (by * cz - bz * cy) * sixth;
    const h1y = (bz * cx - bx * cz) * sixth;
    const h1z = (bx * cy - by * cx) * sixth;
    const h2x = (cy * az - cz * ay) * sixth;
    const h2y = (cz * ax - cx * az) * sixth;
    const h2z = (cx * ay - cy * ax) * sixth;
    const h3x = (ay * bz - az * by) * sixth;
    const h3y = (az * bx - ax * bz) * sixth;
    const h3z = (ax * by - ay * bx) * sixth;
    const h0x = -h1x - h2x - h3x;
    const h0y = -h1y - h2y - h3y;
    const h0z = -h1z - h2z - h3z;
    const determinant = ax * h1x + ay * h1y + az * h1z;

    // Since both are homogeneous, gradient . x is 3 det F and |F|; only the part at x0 has to be summed.
    const ox = x0[i0];
    const oy = x0[i0 + 1];
    const oz = x0[i0 + 2];
    const e1x = x0[i1] - ox;
    const e1y = x0[i1 + 1] - oy;
    const e1z = x0[i1 + 2] - oz;
    const e2x = x0[i2] - ox;
    const e2y = x0[i2 + 1] - oy;
    const e2z = x0[i2 + 2] - oz;
    const e3x = x0[i3] - ox;
    const e3y = x0[i3 + 1] - oy;
    const e3z = x0[i3 + 2] - oz;
    const changeH =
      3 * determinant -
      (h1x * e1x + h1y * e1y + h1z * e1z + h2x * e2x + h2y * e2y + h2z * e2z + h3x * e3x + h3y * e3y + h3z * e3z);
    const changeD =
      normSquared * unit -
      (d1x * e1x + d1y * e1y + d1z * e1z + d2x * e2x + d2y * e2y + d2z * e2z + d3x * e3x + d3y * e3y + d3z * e3z);

    const scale = 1 + damping;
    const hh =
      scale *
      (w0 * (h0x * h0x + h0y * h0y + h0z * h0z) +
        w1 * (h1x * h1x + h1y * h1y + h1z * h1z) +
        w2 * (h2x * h2x + h2y * h2y + h2z * h2z) +
        w3 * (h3x * h3x + h3y * h3y + h3z * h3z));
    const dd =
      scale *
      (w0 * (d0x * d0x + d0y * d0y + d0z * d0z) +
        w1 * (d1x * d1x + d1y * d1y + d1z * d1z) +
        w2 * (d2x * d2x + d2y * d2y + d2z * d2z) +
        w3 * (d3x * d3x + d3y * d3y + d3z * d3z));
    const hd =
      scale *
      (w0 * (h0x * d0x + h0y * d0y + h0z * d0z) +
        w1 * (h1x * d1x + h1y * d1y + h1z * d1z) +
        w2 * (h2x * d2x + h2y * d2y + h2z * d2z) +
        w3 * (h3x * d3x + h3y * d3y + h3z * d3z));

    const alphaH = complianceH / volume;
    const alphaD = complianceD / volume;
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

    x[i0] = px + w0 * (stepH * h0x + stepD * d0x);
    x[i0 + 1] = py + w0 * (stepH * h0y + stepD * d0y);
    x[i0 + 2] = pz + w0 * (stepH * h0z + stepD * d0z);
    x[i1] = px + ax + w1 * (stepH * h1x + stepD * d1x);
    x[i1 + 1] = py + ay + w1 * (stepH * h1y + stepD * d1y);
    x[i1 + 2] = pz + az + w1 * (stepH * h1z + stepD * d1z);
    x[i2] = px + bx + w2 * (stepH * h2x + stepD * d2x);
    x[i2 + 1] = py + by + w2 * (stepH * h2y + stepD * d2y);
    x[i2 + 2] = pz + bz + w2 * (stepH * h2z + stepD * d2z);
    x[i3] = px + cx + w3 * (stepH * h3x + stepD * d3x);
    x[i3 + 1] = py + cy + w3 * (stepH * h3y + stepD * d3y);
    x[i3 + 2] = pz + cz + w3 * (stepH * h3z + stepD * d3z);
  }
}
