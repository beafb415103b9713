import { BOUNDARY, NONE } from '../../../mesh/topology.ts';
import { aimRay, RAY_TOLERANCE, type Ray } from '../exit-faces.ts';
import { INVALID, OVERFLOW, VALID } from '../limits.ts';
import type { PathBody } from '../path-body.ts';
import type { PaperWalk, PathScratch } from '../scratch.ts';
import type { PaperSettings } from './settings.ts';

/**
 * Tests whether an element traversal leads from a boundary point s to p, as published: the walk begins in the element of the boundary face
 * that contains s, and succeeds in the element in which p was found. These faults of the publication are mended (errata of ../shared/papers):
 * - The direction is p - s (line 2).
 * - "p is in t" compares element ids (line 19). A test of positions would accept any layer of a body that overlaps itself.
 * - A branch that reaches the boundary, or that has passed p, ends (lines 21 and 25). Other branches of the walk go on.
 * - The tolerance is relative to the element (Algorithm 2).
 * - The element of s may contain p. The publication tests only the elements after it.
 * @param face boundary face that contains s
 * @param x, y, z s - p [m]
 * @param tet element that contains p
 * @returns VALID, INVALID, or OVERFLOW if one of the fixed-size lists was full
 * Source: Chen et al. 2023, supplement, Algorithm 1.
 */
export function traverseToPoint(
  scratch: PathScratch,
  body: PathBody,
  face: number,
  px: number,
  py: number,
  pz: number,
  x: number,
  y: number,
  z: number,
  tet: number,
  settings: PaperSettings,
): number {
  const { paperWalk, work } = scratch;
  const { ray, branches } = paperWalk;
  const { faceTets, neighbours, tetCount } = body.topology;
  const first = faceTets[face];
  work.tetsVisited++;
  if (first === tet) return VALID;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return INVALID;
  aimRay(ray, px + x, py + y, pz + z, -x, -y, -z, length);
  beginVisits(paperWalk, settings.ring, tetCount);
  const reach = body.inverted.count > 0 ? settings.reach * length : length;
  let depth = pushExits(paperWalk, body, 0, first, boundarySide(neighbours, first, face), settings.tolerance);
  for (let steps = 0; depth > 0; ) {
    // An exit is the place in `neighbours`: four times the element that the line leaves, plus the corner opposite the face.
    const exit = branches[--depth];
    const next = neighbours[exit];
    if (next & BOUNDARY || wasVisited(paperWalk, settings.ring, next)) continue;
    if (steps === settings.steps || depth + 3 > settings.branches) return OVERFLOW;
    visit(paperWalk, settings.ring, next, steps++);
    work.tetsVisited++;
    if (next === tet) return VALID;
    if (distanceToFace(paperWalk, body, exit) > reach) continue;
    const entry = sideOf(neighbours, next, exit >>> 2);
    depth = pushExits(paperWalk, body, depth, next, entry, settings.tolerance);
  }
  return INVALID;
}

/** Returns which face of an element, by the opposite corner, is the given boundary face. */
const boundarySide = (neighbours: Uint32Array, tet: number, face: number): number =>
  sideOf(neighbours, tet, (BOUNDARY | face) >>> 0);

/** Returns which face of an element, by the opposite corner, it shares with a neighbour. */
function sideOf(neighbours: Uint32Array, tet: number, neighbour: number): number {
  for (let k = 0; k < 3; k++) if (neighbours[4 * tet + k] === neighbour) return k;
  return 3;
}

/** Forgets the elements of the last walk. @param ring number of elements that the walk remembers; Infinity for all */
function beginVisits(walk: PaperWalk, ring: number, tetCount: number): void {
  if (ring !== Infinity) {
    walk.ring.fill(NONE);
    return;
  }
  if (walk.marks.length < tetCount || walk.walks === NONE) {
    walk.marks = new Uint32Array(tetCount);
    walk.walks = 0;
  }
  if (walk.branches.length < 3 * tetCount) walk.branches = new Uint32Array(3 * tetCount);
  walk.walks++;
}

function wasVisited({ ring, marks, walks }: PaperWalk, size: number, tet: number): boolean {
  if (size === Infinity) return marks[tet] === walks;
  for (let i = 0; i < size; i++) if (ring[i] === tet) return true;
  return false;
}

function visit({ ring, marks, walks }: PaperWalk, size: number, tet: number, step: number): void {
  if (size === Infinity) marks[tet] = walks;
  else ring[step % size] = tet;
}

/**
 * Appends to `walk.branches` the faces by which the line may leave an element that it entered by face `entry`. In the plane
 * perpendicular to the line, the projection of the fourth corner splits the entry face into three triangles; the line leaves by the face of
 * the triangle that contains it. The sign of the entry face makes this right for lines that run backward in inverted elements.
 * @param tolerance factor of RAY_TOLERANCE
 * @returns the new length of the list
 * Source: Chen et al. 2023, supplement, Algorithm 2.
 */
function pushExits(
  walk: PaperWalk,
  body: PathBody,
  depth: number,
  tet: number,
  entry: number,
  tolerance: number,
): number {
  const { branches, flat } = walk;
  const { tets } = body.topology;
  let across = 0;
  let along = 0;
  for (let k = 0; k < 4; k++) {
    // Corners of the entry face come first, then the fourth corner.
    const corner = k === 3 ? entry : k < entry ? k : k + 1;
    project(walk.ray, body, tets[4 * tet + corner], flat, k);
    across += Math.abs(flat[3 * k]) + Math.abs(flat[3 * k + 1]);
    along += Math.abs(flat[3 * k + 2]);
  }
  const epsilon = tolerance * RAY_TOLERANCE * (across + along) * across;
  const area = (flat[3] - flat[0]) * (flat[7] - flat[1]) - (flat[4] - flat[1]) * (flat[6] - flat[0]);
  const sign = area > 0 ? 1 : area < 0 ? -1 : 0;
  const d0 = sign * det(flat, 9, 0),
    d1 = sign * det(flat, 9, 3),
    d2 = sign * det(flat, 9, 6);
  const place = 4 * tet;
  if (d1 >= -epsilon && d2 <= epsilon) branches[depth++] = place + (entry === 0 ? 1 : 0);
  if (d2 >= -epsilon && d0 <= epsilon) branches[depth++] = place + (entry <= 1 ? 2 : 1);
  if (d0 >= -epsilon && d1 <= epsilon) branches[depth++] = place + (entry <= 2 ? 3 : 2);
  return depth;
}

/** Writes a vertex in the ray's frame, relative to the ray's start [m]: two coordinates across the ray, then one along it. */
function project(ray: Ray, { positions, vertexBase }: PathBody, vertex: number, flat: Float64Array, k: number): void {
  const i = 3 * (vertexBase + vertex);
  const x = positions[i] - ray[0],
    y = positions[i + 1] - ray[1],
    z = positions[i + 2] - ray[2];
  flat[3 * k] = x * ray[3] + y * ray[4] + z * ray[5];
  flat[3 * k + 1] = x * ray[6] + y * ray[7] + z * ray[8];
  flat[3 * k + 2] = x * ray[9] + y * ray[10] + z * ray[11];
}

const det = (flat: Float64Array, i: number, j: number): number => flat[i] * flat[j + 1] - flat[i + 1] * flat[j];

/**
 * Returns the distance from s to the point at which the line passes the plane of an exit face [m]; 0 if the line lies in this plane exactly. If the
 * face is seen almost edge-on, the distance is mostly rounding, as in the publication.
 */
function distanceToFace(walk: PaperWalk, body: PathBody, exit: number): number {
  const { flat, ray } = walk;
  const tet = exit & ~3;
  for (let k = 0, at = 0; k < 4; k++) if (k !== (exit & 3)) project(ray, body, body.topology.tets[tet + k], flat, at++);
  const a = det(flat, 3, 6),
    b = det(flat, 6, 0),
    c = det(flat, 0, 3);
  const distance = (flat[2] * a + flat[5] * b + flat[8] * c) / (a + b + c);
  return Number.isFinite(distance) ? Math.abs(distance) : 0;
}
