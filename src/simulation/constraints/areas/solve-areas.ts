import type { Index } from '../../../math/integers.ts';

/**
 * Least sum of squared gradients that a step counts with, per inverse mass and rest area. An equilateral triangle at rest has
 * 1 / sqrt(3). So a triangle that is squeezed to less than half of its size grows step by step, instead of being flung apart.
 */
export const LEAST_SQUARES = 0.14;

/**
 * Solves the areas of triangles `begin` to `end` - 1 of one planar body (areas.ts). The SIMD kernel is made from this text
 * (docs/kernels.md). The bit masks on indices are explained in solve-tets.ts.
 * @param x0 positions at the step's start [m], 3 per vertex, in the plane z = 0
 * @param u displacements from x0 [m], 3 per vertex
 * @param inverseMasses [1/kg], 1 per vertex
 * @param multipliers the constraints' XPBD multipliers [kg]: 1 per triangle
 * @param vertices 3 ids per triangle (PlanarAreas.triangles), local to the body's model
 * @param restAreas [m^2]
 * @param vertexBase the body's first vertex
 * @param multiplierBase multiplier of the body's triangle 0
 * @param compliance inverse of the stiffness, divided by dt^2 [1/kg]
 * @param damping material damping per time step [1]
 */
export function solveAreas(
  x0: Float32Array,
  u: Float32Array,
  inverseMasses: Float32Array,
  multipliers: Float32Array,
  vertices: Uint32Array,
  restAreas: Float32Array,
  vertexBase: Index,
  multiplierBase: Index,
  begin: Index,
  end: Index,
  compliance: number,
  damping: number,
): void {
  for (let t = begin & 0x3fffffff; t < end; t = (t + 1) & 0x3fffffff) {
    const va = (vertexBase + vertices[3 * t]) & 0x3fffffff;
    const vb = (vertexBase + vertices[3 * t + 1]) & 0x3fffffff;
    const vc = (vertexBase + vertices[3 * t + 2]) & 0x3fffffff;
    const wa = inverseMasses[va];
    const wb = inverseMasses[vb];
    const wc = inverseMasses[vc];
    const sum = wa + wb + wc;
    if (sum === 0) continue; // all corners are held
    const a = (3 * va) & 0x3fffffff;
    const b = (3 * vb) & 0x3fffffff;
    const c = (3 * vc) & 0x3fffffff;
    const ux = u[a];
    const uy = u[a + 1];
    const uz = u[a + 2];
    const vx = u[b];
    const vy = u[b + 1];
    const vz = u[b + 2];
    const wx = u[c];
    const wy = u[c + 1];
    const wz = u[c + 2];
    // Changes of the edges from corner a since x0, then the current edges.
    const moveBx = vx - ux;
    const moveBy = vy - uy;
    const moveCx = wx - ux;
    const moveCy = wy - uy;
    const px = x0[b] - x0[a] + moveBx;
    const py = x0[b + 1] - x0[a + 1] + moveBy;
    const qx = x0[c] - x0[a] + moveCx;
    const qy = x0[c + 1] - x0[a + 1] + moveCy;
    // Gradients of the area by b and c; that by a is the opposite of their sum.
    const gbx = 0.5 * qy;
    const gby = -0.5 * qx;
    const gcx = -0.5 * py;
    const gcy = 0.5 * px;
    const gax = -gbx - gcx;
    const gay = -gby - gcy;
    const rest = restAreas[t];
    const error = 0.5 * (px * qy - py * qx) - rest;
    const change = gbx * moveBx + gby * moveBy + gcx * moveCx + gcy * moveCy;
    const squares = wa * (gax * gax + gay * gay) + wb * (gbx * gbx + gby * gby) + wc * (gcx * gcx + gcy * gcy);
    const weight = Math.max(squares, LEAST_SQUARES * sum * rest);
    const m = (multiplierBase + t) & 0x3fffffff;
    const lambda = multipliers[m];
    const softness = compliance * rest;
    const step = (-error - softness * lambda - damping * change) / ((1 + damping) * weight + softness);
    multipliers[m] = lambda + step;
    const pushA = wa * step;
    const pushB = wb * step;
    const pushC = wc * step;
    u[a] = ux + pushA * gax;
    u[a + 1] = uy + pushA * gay;
    u[a + 2] = uz;
    u[b] = vx + pushB * gbx;
    u[b + 1] = vy + pushB * gby;
    u[b + 2] = vz;
    u[c] = wx + pushC * gcx;
    u[c + 1] = wy + pushC * gcy;
    u[c + 2] = wz;
  }
}
