import type { Index } from '../../../math/integers.ts';

/**
 * Solves the springs `begin` to `end` - 1 of one body. The SIMD kernel is made from this text (docs/kernels.md). The bit masks on indices
 * are explained in solve-tets.ts.
 * @param x0 positions at the step's start [m], 3 per vertex
 * @param u displacements from x0 [m], 3 per vertex
 * @param inverseMasses [1/kg], 1 per vertex
 * @param multipliers sum of the impulses of this step, times dt [kg m]: 1 per spring
 * @param vertices 2 ids per spring, local to the body's model
 * @param restLengths [m]
 * @param vertexBase the body's first vertex
 * @param multiplierBase the body's first multiplier
 * @param compliance inverse of the stiffness, divided by dt^2 [1/kg]
 * @param damping material damping per time step [1]
 * @param damped 1 + damping
 */
export function solveSprings(
  x0: Float32Array,
  u: Float32Array,
  inverseMasses: Float32Array,
  multipliers: Float32Array,
  vertices: Uint32Array,
  restLengths: Float32Array,
  vertexBase: Index,
  multiplierBase: Index,
  begin: Index,
  end: Index,
  compliance: number,
  damping: number,
  damped: number,
): void {
  for (let s = begin & 0x3fffffff; s < end; s = (s + 1) & 0x3fffffff) {
    const va = (vertexBase + vertices[2 * s]) & 0x3fffffff;
    const vb = (vertexBase + vertices[2 * s + 1]) & 0x3fffffff;
    const wa = inverseMasses[va];
    const wb = inverseMasses[vb];
    const a = (3 * va) & 0x3fffffff;
    const b = (3 * vb) & 0x3fffffff;
    const ax = u[a];
    const ay = u[a + 1];
    const az = u[a + 2];
    const bx = u[b];
    const by = u[b + 1];
    const bz = u[b + 2];
    // Change of the edge vector since x0, then the current edge vector.
    const ux = ax - bx;
    const uy = ay - by;
    const uz = az - bz;
    const dx = x0[a] - x0[b] + ux;
    const dy = x0[a + 1] - x0[b + 1] + uy;
    const dz = x0[a + 2] - x0[b + 2] + uz;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // A spring of length 0 has no direction; one between two held vertices can't move.
    if (!(length * (wa + wb) > 0)) continue;
    const inverse = 1 / length;
    const change = (dx * ux + dy * uy + dz * uz) * inverse;
    const m = (multiplierBase + s) & 0x3fffffff;
    const lambda = multipliers[m];
    const step = (restLengths[s] - length - compliance * lambda - damping * change) / (damped * (wa + wb) + compliance);
    multipliers[m] = lambda + step;
    const scale = step * inverse;
    const fx = scale * dx;
    const fy = scale * dy;
    const fz = scale * dz;
    u[a] = ax + wa * fx;
    u[a + 1] = ay + wa * fy;
    u[a + 2] = az + wa * fz;
    u[b] = bx - wb * fx;
    u[b + 1] = by - wb * fy;
    u[b + 2] = bz - wb * fz;
  }
}
