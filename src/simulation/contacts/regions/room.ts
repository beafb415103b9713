import { BOX_STRIDE } from '../../../bvh/tree.ts';
import type { Context } from '../../program/stage.ts';
import { COLLIDER, QUERY, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { lookUpSource, type PointSource } from '../../world/points.ts';
import { REGION, signOf } from './arrays.ts';

/**
 * Returns how far one of the two parts of a region can move along a direction before a collider stops it [m]. A part all of whose points are held or driven has no
 * room.
 * @param d, at where the direction begins in an array    @param sign 1 for part A, which moves along it; -1 for part B, which moves against it
 */
export function roomOf(
  { world, state, scratch }: Context,
  region: number,
  d: Float64Array,
  at: number,
  sign: number,
): number {
  const { regionWords, regionQueries, queryRegions, queries } = state;
  const begin = regionWords[REGION.stride * region + REGION.begin];
  const end = regionWords[REGION.stride * region + REGION.end];
  let body = -1;
  let isHeld = true;
  for (let i = begin; i < end && isHeld; i++) {
    const q = regionQueries[i];
    if (signOf(queryRegions[q]) !== sign) continue;
    const point = queries.u32[QUERY.stride * q + QUERY.source];
    body = world.points.bodies[point];
    isHeld = isPointHeld(scratch.regions.source, world, state, point);
  }
  // A part without a point is the part that contains the other one's points.
  if (body < 0) {
    for (let i = begin; i < end && body < 0; i++) body = queries.u32[QUERY.stride * regionQueries[i] + QUERY.body];
    isHeld = false;
  }
  return isHeld ? 0 : bodyRoom(world, state, body, sign * d[at], sign * d[at + 1], sign * d[at + 2]);
}

function isPointHeld(source: PointSource, world: World, { inverseMasses }: State, point: number): boolean {
  const { points } = world;
  if (point < points.firstCentroid) return inverseMasses[points.vertices[point]] === 0;
  lookUpSource(source, world, point, 0.5);
  for (let i = 0; i < source.count; i++) if (inverseMasses[source.vertices[i]] !== 0) return false;
  return true;
}

/** Returns how far a body's box can move along a unit direction before a collider stops it [m]. */
function bodyRoom(world: World, { colliders, tetBoxes }: State, body: number, x: number, y: number, z: number): number {
  const box = BOX_STRIDE * world.tetTrees[body].nodeBase;
  let room = Infinity;
  for (let c = 0; c < world.colliders.length; c++) {
    const at = COLLIDER.stride * c;
    const [px, py, pz] = [colliders[at], colliders[at + 1], colliders[at + 2]];
    const offset = colliders[at + COLLIDER.offset];
    if (colliders[at + COLLIDER.kind] === 0) {
      const rate = -(px * x + py * y + pz * z);
      if (!(rate > 0)) continue;
      const gap = support(tetBoxes, box, px, py, pz, false) - offset;
      room = Math.min(room, Math.max(0, gap) / rate);
    } else if (y <= 0) {
      // The wall of a bowl stops the box where its farthest point along the direction has come to the sphere. Above, the bowl is open.
      const reach = support(tetBoxes, box, x, y, z, true) - (px * x + py * y + pz * z);
      room = Math.min(room, Math.max(0, offset - reach));
    }
  }
  return room;
}

/** Returns the greatest or least value of x . n over a box. */
function support(boxes: Float32Array, box: number, nx: number, ny: number, nz: number, isGreatest: boolean): number {
  const upper = isGreatest ? 4 : 0;
  const lower = 4 - upper;
  return (
    nx * boxes[box + (nx > 0 ? upper : lower)] +
    ny * boxes[box + 1 + (ny > 0 ? upper : lower)] +
    nz * boxes[box + 2 + (nz > 0 ? upper : lower)]
  );
}
