import type { StepEquations } from './step-equations.ts';

/** The residual has to shrink to this share of that at the prediction. */
export const CONVERGED = 1e-9;
const MOST_NEWTON = 30;
/** Conjugate gradients per Newton iteration, and the share to which they shrink the residual. */
const MOST_LINEAR = 20_000;
const LINEAR_SHARE = 1e-4;

export interface ConvergedStep {
  /** Displacements from the step's start [m], 3 per vertex. */
  readonly displacements: Float64Array;
  /** Residual, as a share of that at the prediction. */
  readonly residual: number;
  /** Newton iterations in float64. */
  readonly iterations: number;
}

/**
 * Solves the step's equations in float64 by Newton's method with the exact Hessian.
 * @param nearby displacements near the solution [m], such as an integrator's; the method has no line search
 * @throws Error if the Hessian is not positive there, or if the residual doesn't shrink
 */
export function convergedFrom(equations: StepEquations, nearby: Float64Array): ConvergedStep {
  const u = nearby.slice();
  const scale = equations.sizeOf(equations.residual(equations.start.free));
  for (let iterations = 0; iterations <= MOST_NEWTON; iterations++) {
    const r = equations.residual(u);
    const residual = equations.sizeOf(r) / scale;
    if (residual <= CONVERGED) return { displacements: u, residual, iterations };
    const d = solveLinear(equations, u, r);
    for (let i = 0; i < u.length; i++) u[i] -= d[i];
  }
  throw new Error(`a step's equations didn't converge in ${MOST_NEWTON} Newton iterations`);
}

/** Solves H d = r at u by conjugate gradients, preconditioned by masses. */
function solveLinear(equations: StepEquations, u: Float64Array, r0: Float64Array): Float64Array {
  const { inverseMasses } = equations.start;
  const d = new Float64Array(u.length);
  const r = r0.slice();
  const p = r.map((x, i) => x * inverseMasses[Math.floor(i / 3)]);
  let norm = dot(r, p);
  const enough = LINEAR_SHARE * LINEAR_SHARE * norm;
  for (let n = 0; n < MOST_LINEAR && norm > enough; n++) {
    const y = equations.derivative(u, p);
    const curvature = dot(p, y);
    if (!(curvature > 0))
      throw new Error(`a step's energy has curvature ${curvature} near its solution; expected a minimum`);
    const step = norm / curvature;
    for (let i = 0; i < d.length; i++) {
      d[i] += step * p[i];
      r[i] -= step * y[i];
    }
    let next = 0;
    for (let i = 0; i < r.length; i++) next += r[i] * r[i] * inverseMasses[Math.floor(i / 3)];
    for (let i = 0; i < p.length; i++) p[i] = r[i] * inverseMasses[Math.floor(i / 3)] + (next / norm) * p[i];
    norm = next;
  }
  return d;
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
