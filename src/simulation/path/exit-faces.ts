import type { PathBody } from './path-body.ts';

/**
 * Tolerance for a ray that passes just outside a face: it still counts as passing through the face. The tolerance is relative to the
 * product of two sums over the element's corners: of their distances from the ray, and of their distances from the ray's start. It is
 * some hundred times the rounding error of the cross products that are compared with it. It is the paper's epsilon_i, made relative to
 * the element.
 */
export const RAY_TOLERANCE = 1e-13;

/**
 * A ray from p in the direction of s. The array contains p, two unit vectors u and v perpendicular to the ray, the ray's unit direction
 * w, the length |s - p|, and the range near to far of distances along the ray in which faces count as exits [m].
 */
export type Ray = Float64Array;
/** Offsets in a Ray. */
export const RAY = { p: 0, u: 3, v: 6, w: 9, length: 12, near: 13, far: 14 } as const;

export const createRay = (): Ray => new Float64Array(15);

/**
 * Sets the ray's start p and its direction (x, y, z).
 * @param length the length of (x, y, z) [m], > 0
 * Source of the coordinate system: Duff et al. 2017, Building an Orthonormal Basis, Revisited.
 */
export function aimRay(ray: Ray, px: number, py: number, pz: number, x: number, y: number, z: number, length: number) {
  const wx = x / length,
    wy = y / length,
    wz = z / length;
  const sign = wz >= 0 ? 1 : -1;
  const a = -1 / (sign + wz);
  const b = wx * wy * a;
  ray[RAY.p] = px;
  ray[RAY.p + 1] = py;
  ray[RAY.p + 2] = pz;
  ray[RAY.u] = 1 + sign * wx * wx * a;
  ray[RAY.u + 1] = sign * b;
  ray[RAY.u + 2] = -sign * wx;
  ray[RAY.v] = b;
  ray[RAY.v + 1] = sign + wy * wy * a;
  ray[RAY.v + 2] = -wy;
  ray[RAY.w] = wx;
  ray[RAY.w + 1] = wy;
  ray[RAY.w + 2] = wz;
  ray[RAY.length] = length;
}

/** If a lifted line may run past s and come back, it is followed to this multiple of |s - p|. Source: supplement, 1.2. */
export const MAX_LENGTH_RATIO = 2;

/**
 * Sets the range [near, far] in which a ray is followed. Towards s it is followed up to s, or past s if an inverted element may lead back.
 * In the opposite direction it is followed for the distance |s - p|.
 * @param away whether the ray points away from s    @param mayOvershoot whether the lifted line may run past s and come back
 */
export function limitRay(ray: Ray, away: boolean, mayOvershoot: boolean): void {
  const towards = (mayOvershoot ? MAX_LENGTH_RATIO : 1) * ray[RAY.length];
  ray[RAY.near] = away ? -towards : -ray[RAY.length];
  ray[RAY.far] = away ? ray[RAY.length] : towards;
}

/**
 * Returns the faces by which the ray leaves a tetrahedron: those that it passes through, within the tolerance, in the direction of the
 * face's outward normal. "Outward" refers to the element's rest shape. In an inverted element this reverses the direction: the face by
 * which the ray leaves is nearer to p than the face by which it enters, so a walk goes backward there by itself. The same rule chooses
 * the first exits, from the element that contains p. It corresponds to the sign in Algorithm 2.
 * @returns bit i for the face opposite corner i
 * Source: Chen et al. 2023, supplement, Algorithm 2; errata: tolerance relative to the element.
 */
export function exitFaces(body: PathBody, ray: Ray, tet: number): number {
  const { positions, vertexBase } = body;
  const tets = body.topology.tets;
  const px = ray[0],
    py = ray[1],
    pz = ray[2];
  const ux = ray[3],
    uy = ray[4],
    uz = ray[5];
  const vx = ray[6],
    vy = ray[7],
    vz = ray[8];
  const wx = ray[9],
    wy = ray[10],
    wz = ray[11];
  let i = 3 * (vertexBase + tets[4 * tet]);
  let x = positions[i] - px,
    y = positions[i + 1] - py,
    z = positions[i + 2] - pz;
  const ax = x * ux + y * uy + z * uz,
    ay = x * vx + y * vy + z * vz,
    az = x * wx + y * wy + z * wz;
  i = 3 * (vertexBase + tets[4 * tet + 1]);
  x = positions[i] - px;
  y = positions[i + 1] - py;
  z = positions[i + 2] - pz;
  const bx = x * ux + y * uy + z * uz,
    by = x * vx + y * vy + z * vz,
    bz = x * wx + y * wy + z * wz;
  i = 3 * (vertexBase + tets[4 * tet + 2]);
  x = positions[i] - px;
  y = positions[i + 1] - py;
  z = positions[i + 2] - pz;
  const cx = x * ux + y * uy + z * uz,
    cy = x * vx + y * vy + z * vz,
    cz = x * wx + y * wy + z * wz;
  i = 3 * (vertexBase + tets[4 * tet + 3]);
  x = positions[i] - px;
  y = positions[i + 1] - py;
  z = positions[i + 2] - pz;
  const dx = x * ux + y * uy + z * uz,
    dy = x * vx + y * vy + z * vz,
    dz = x * wx + y * wy + z * wz;

  // Sums are used instead of maxima: they are at most four times as large, and need no branches.
  const across =
    Math.abs(ax) +
    Math.abs(ay) +
    Math.abs(bx) +
    Math.abs(by) +
    Math.abs(cx) +
    Math.abs(cy) +
    Math.abs(dx) +
    Math.abs(dy);
  const along = Math.abs(az) + Math.abs(bz) + Math.abs(cz) + Math.abs(dz);
  const rounding = RAY_TOLERANCE * (across + along);
  const tolerance = rounding * across;

  // ab is the cross product of corners a and b, projected along the ray: its sign says on which side of the ray the edge passes. All
  // elements around an edge compute the same bits.
  const ab = ax * by - ay * bx,
    ac = ax * cy - ay * cx,
    ad = ax * dy - ay * dx;
  const bc = bx * cy - by * cx,
    bd = bx * dy - by * dx,
    cd = cx * dy - cy * dx;
  const near = ray[RAY.near] - rounding;
  const far = ray[RAY.far] + rounding;
  let exits = 0;
  if (bc >= -tolerance && cd >= -tolerance && bd <= tolerance && inReach(bz, cz, dz, near, far)) exits |= 1;
  if (ad >= -tolerance && cd <= tolerance && ac <= tolerance && inReach(az, dz, cz, near, far)) exits |= 2;
  if (ab >= -tolerance && bd >= -tolerance && ad <= tolerance && inReach(az, bz, dz, near, far)) exits |= 4;
  if (ac >= -tolerance && bc <= tolerance && ab <= tolerance && inReach(az, cz, bz, near, far)) exits |= 8;
  return exits;
}

/** Tests whether a triangle's extent along the ray overlaps the range near to far. @param a, b, c the corners' distances along the ray */
function inReach(a: number, b: number, c: number, near: number, far: number): boolean {
  return (a <= far || b <= far || c <= far) && (a >= near || b >= near || c >= near);
}
