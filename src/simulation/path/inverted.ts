import { determinant } from '../../geometry/tetrahedron.ts';
import { INDEX_MASK } from '../../bvh/tree.ts';
import { addBall, BLOCK, boxBalls, squaredDistanceToBlock } from './balls.ts';
import type { PathBody } from './path-body.ts';
import type { NearInverted } from './scratch.ts';

/**
 * Squared share of the product of three edges up to which six times a volume counts as none: hundred times the rounding
 * error, so that nobody takes a flat element for a positive one.
 */
const FLAT_VOLUME_SQUARED = 1e-26;

/** Barycentric coordinate down to which a point counts as in a closed element. */
const ON_FACE = -1e-9;

/**
 * Finds the inverted elements of a body, once a pass. A lifted ray is the plain segment until it meets one; it runs past s and
 * comes back only through one that covers s, and leaves p away from s and comes back only through one that covers p (docs/method.md).
 */
export function findInverted(body: PathBody): void {
  const { inverted, topology, positions, vertexBase, passes } = body;
  if (inverted.pass === passes[0]) return;
  inverted.pass = passes[0];
  inverted.count = 0;
  const { tets, tetCount } = topology;
  for (let tet = 0; tet < tetCount; tet++) if (isInverted(tets, positions, vertexBase, tet)) addInverted(body, tet);
  boxBalls(inverted);
}

/** Whether an element is turned inside out, or as good as flat. */
export function isInverted(tets: Uint32Array, positions: Float32Array, vertexBase: number, tet: number): boolean {
  const t = (tet << 2) & INDEX_MASK;
  const a = (3 * ((vertexBase + tets[t]) | 0)) & INDEX_MASK;
  const b = (3 * ((vertexBase + tets[t + 1]) | 0)) & INDEX_MASK;
  const c = (3 * ((vertexBase + tets[t + 2]) | 0)) & INDEX_MASK;
  const d = (3 * ((vertexBase + tets[t + 3]) | 0)) & INDEX_MASK;
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
  const scale =
    (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz) * (wx * wx + wy * wy + wz * wz) * FLAT_VOLUME_SQUARED;
  return !(volume > 0 && volume * volume > scale);
}

/** Looks for inverted elements that come nearer to a point than a radius [m]. */
export function findNearInverted(
  near: NearInverted,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  radius: number,
): void {
  const { balls, blocks, count, tets } = body.inverted;
  if (near.covering.length <= count) near.covering = new Int32Array(2 * count + 1);
  let any = 0;
  let hits = 0;
  for (let begin = 0; begin < count; begin += BLOCK) {
    if (squaredDistanceToBlock(blocks, begin / BLOCK, px, py, pz) > radius * radius) continue;
    const end = Math.min(count, begin + BLOCK);
    for (let i = begin; i < end; i++) {
      const at = (i << 2) & INDEX_MASK;
      const x = balls[at] - px,
        y = balls[at + 1] - py,
        z = balls[at + 2] - pz;
      const size = balls[at + 3];
      const squared = x * x + y * y + z * z;
      any |= Number(squared <= (radius + size) * (radius + size));
      near.covering[hits] = i;
      hits += Number(squared <= size * size);
    }
  }
  near.any = any === 1;
  near.coversPoint = false;
  for (let k = 0; k < hits && !near.coversPoint; k++)
    near.coversPoint = holds(near, body, tets[near.covering[k]], px, py, pz);
}

/** Whether a closed element holds a point, up to rounding; a flat one everything, since nobody can tell. */
function holds(
  near: NearInverted,
  { topology, positions, vertexBase }: PathBody,
  tet: number,
  px: number,
  py: number,
  pz: number,
): boolean {
  const { corners } = near;
  for (let i = 0; i < 4; i++) {
    const v = 3 * (vertexBase + topology.tets[4 * tet + i]);
    corners[3 * i] = positions[v] - px;
    corners[3 * i + 1] = positions[v + 1] - py;
    corners[3 * i + 2] = positions[v + 2] - pz;
  }
  const a = determinant(corners, 3, 6, 9);
  const b = -determinant(corners, 0, 6, 9);
  const c = determinant(corners, 0, 3, 9);
  const d = -determinant(corners, 0, 3, 6);
  const whole = a + b + c + d;
  if (isFlat(near, whole)) return true;
  return a / whole >= ON_FACE && b / whole >= ON_FACE && c / whole >= ON_FACE && d / whole >= ON_FACE;
}

/** Whether six times the volume of the element in `corners` is none, as isInverted has it. */
function isFlat(near: NearInverted, volume: number): boolean {
  const { corners } = near;
  let scale = FLAT_VOLUME_SQUARED;
  for (let i = 3; i < 12; i += 3) {
    const x = corners[i] - corners[0],
      y = corners[i + 1] - corners[1],
      z = corners[i + 2] - corners[2];
    scale *= x * x + y * y + z * z;
  }
  return volume * volume <= scale;
}

/** A ball around the middle of the corners. */
function addInverted({ inverted, topology, positions, vertexBase }: PathBody, tet: number): void {
  if (inverted.tets.length === inverted.count) {
    const { tets } = inverted;
    inverted.tets = new Uint32Array(2 * tets.length);
    inverted.tets.set(tets);
  }
  inverted.tets[inverted.count] = tet;
  const at = addBall(inverted);
  const { balls } = inverted;
  balls.fill(0, at, at + 4);
  for (let i = 4 * tet; i < 4 * tet + 4; i++)
    for (let k = 0; k < 3; k++) balls[at + k] += 0.25 * positions[3 * (vertexBase + topology.tets[i]) + k];
  for (let i = 4 * tet; i < 4 * tet + 4; i++) {
    const v = 3 * (vertexBase + topology.tets[i]);
    const x = positions[v] - balls[at],
      y = positions[v + 1] - balls[at + 1],
      z = positions[v + 2] - balls[at + 2];
    balls[at + 3] = Math.max(balls[at + 3], Math.sqrt(x * x + y * y + z * z));
  }
  balls[at + 3] *= 1 + 1e-9; // past rounding
}
