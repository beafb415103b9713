import type { PathBody } from './path-body.ts';

/**
 * Sixfold volume, as a share of the product of three edges, up to which an element counts as turned inside out: hundred
 * times the rounding error, so that nobody takes a flat element for a positive one.
 */
export const FLAT_VOLUME = 1e-13;

/** The elements of a body that are turned inside out or flat, each with a ball around it. */
export interface InvertedElements {
  /** PathBody.passes when they were looked for. */
  pass: number;
  count: number;
  /** Centre and radius [m], 4 numbers each. */
  balls: Float64Array;
}

export const createInverted = (): InvertedElements => ({ pass: -1, count: 0, balls: new Float64Array(64) });

/**
 * Distance [m] from a point to the nearest ball around an element turned inside out; Infinity where a body has none. Within
 * it every lifted ray is the segment itself; beyond, it may run backward (Chen et al. 2023, section 3.5).
 */
export function distanceToInverted(body: PathBody, px: number, py: number, pz: number): number {
  const { inverted } = body;
  if (inverted.pass !== body.passes[0]) findInverted(body);
  const { balls, count } = inverted;
  let nearest = Infinity;
  for (let i = 0; i < 4 * count; i += 4) {
    const x = balls[i] - px,
      y = balls[i + 1] - py,
      z = balls[i + 2] - pz;
    const distance = Math.sqrt(x * x + y * y + z * z) - balls[i + 3];
    if (distance < nearest) nearest = distance;
  }
  return Math.max(0, nearest);
}

function findInverted(body: PathBody): void {
  const { inverted } = body;
  inverted.pass = body.passes[0];
  inverted.count = 0;
  for (let tet = 0; tet < body.topology.tetCount; tet++) if (isInverted(body, tet)) addBall(body, tet);
}

/** Whether an element is turned inside out, or as good as flat. */
export function isInverted({ topology, positions, vertexBase }: PathBody, tet: number): boolean {
  const { tets } = topology;
  const a = 3 * (vertexBase + tets[4 * tet]);
  const b = 3 * (vertexBase + tets[4 * tet + 1]);
  const c = 3 * (vertexBase + tets[4 * tet + 2]);
  const d = 3 * (vertexBase + tets[4 * tet + 3]);
  const ax = positions[a],
    ay = positions[a + 1],
    az = positions[a + 2];
  const ux = positions[b] - ax,
    uy = positions[b + 1] - ay,
    uz = positions[b + 2] - az;
  const vx = positions[c] - ax,
    vy = positions[c + 1] - ay,
    vz = positions[c + 2] - az;
  const wx = positions[d] - ax,
    wy = positions[d + 1] - ay,
    wz = positions[d + 2] - az;
  const volume = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  if (!(volume > 0)) return true;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const ww = wx * wx + wy * wy + wz * wz;
  return volume * volume <= FLAT_VOLUME * FLAT_VOLUME * uu * vv * ww;
}

function addBall(body: PathBody, tet: number): void {
  const { inverted, topology, positions, vertexBase } = body;
  const at = 4 * inverted.count++;
  if (inverted.balls.length < at + 4) {
    const longer = new Float64Array(2 * inverted.balls.length);
    longer.set(inverted.balls);
    inverted.balls = longer;
  }
  const { balls } = inverted;
  balls.fill(0, at, at + 4);
  for (let i = 0; i < 4; i++)
    for (let k = 0; k < 3; k++) balls[at + k] += 0.25 * positions[3 * (vertexBase + topology.tets[4 * tet + i]) + k];
  for (let i = 0; i < 4; i++) {
    const v = 3 * (vertexBase + topology.tets[4 * tet + i]);
    const x = positions[v] - balls[at],
      y = positions[v + 1] - balls[at + 1],
      z = positions[v + 2] - balls[at + 2];
    balls[at + 3] = Math.max(balls[at + 3], Math.sqrt(x * x + y * y + z * z));
  }
}
