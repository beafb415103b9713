import type { PathBody } from './path-body.ts';

/**
 * How far outside a face a ray may pass and still count as passing through it. It is a share of (sum of the corners' distances from
 * the ray) x (sum of their distances from the ray's start): some hundred times the rounding error of the cross products that are
 * compared with it. The paper's epsilon_i, made relative to the element.
 */
export const RAY_TOLERANCE = 1e-13;

/**
 * A ray from p in the direction of s. It holds p, two unit directions u and v perpendicular to the ray, its unit direction w, the
 * length |s - p|, and the range [near, far] of distances along the ray in which faces count as exits [m]. It is an array because
 * numbers in an object's fields are read through a pointer each.
 */
export type Ray = Float64Array;
/** Offsets of these in a Ray. */
export const RAY = { p: 0, u: 3, v: 6, w: 9, length: 12, near: 13, far: 14 } as const;

export const createRay = (): Ray => new Float64Array(15);

/**
 * Aims the ray from p along (x, y, z).
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

/** How far a ray is followed if it may run past s and back, in multiples of |s - p|. Source: supplement, 1.2. */
const FURTHEST = 2;

/**
 * Sets the range [near, far] in which a ray is followed: up to s, or past s if an inverted element may lead back; backward as far as
 * s is away.
 * @param away whether the ray points away from s    @param further whether it may run past s and back
 */
export function limitRay(ray: Ray, away: boolean, further: boolean): void {
  const towards = (further ? FURTHEST : 1) * ray[RAY.length];
  ray[RAY.near] = away ? -towards : -ray[RAY.length];
  ray[RAY.far] = away ? ray[RAY.length] : towards;
}

/**
 * The faces by which the ray leaves a tetrahedron: those that it passes through, within the tolerance, in the direction of their
 * outward normal. Outward is meant as in the element's rest shape. So in an inverted element the outward face lies nearer to p than
 * the inward one, and the walk goes backward by itself. A walk always enters by an inward face and leaves by an outward one, which
 * is the sign in Algorithm 2. In the element that holds p the same rule chooses the first exits.
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

  // Sums instead of maxima: at most four times as large, and without branches.
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

  // Twice the signed area of the triangle of the ray and each edge, projected along the ray. All elements around an edge get the same bits.
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

/** Whether a triangle's extent along the ray, given by its corners' distances, meets the range [near, far]. */
function inReach(a: number, b: number, c: number, near: number, far: number): boolean {
  return (a <= far || b <= far || c <= far) && (a >= near || b >= near || c >= near);
}
