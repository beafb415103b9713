import { BOUNDARY, NONE, type Topology } from '../../../mesh/topology.ts';

/** A ray followed from element to element of a body, and where it leaves the body. Numbers begin as fractions, so that V8 stores them in place. */
export interface Ray {
  /** Origin [m], and unit direction. */
  readonly from: Float64Array;
  readonly along: Float64Array;
  /** Distance from the origin to the boundary face on which the ray ends [m]; the face, and the weights of its first two corners there. */
  length: number;
  face: number;
  b0: number;
  b1: number;
}

export const createRay = (): Ray => ({
  from: new Float64Array(3),
  along: new Float64Array(3),
  length: 0.5,
  face: 0,
  b0: 0.5,
  b1: 0.5,
});

/** Greatest number of elements on a ray; a ray through elements that are turned inside out may go round. */
const MOST_ELEMENTS = 4096;

/**
 * Follows a ray from its origin through a body's elements to the boundary, as if each element were the right way round. So it works in bodies that
 * overlap themselves.
 * @param x positions of all vertices [m]    @param vertexBase first vertex of the body
 * @param tet element in which the ray begins, local to the body
 * @returns whether it has found the boundary
 */
export function leave(ray: Ray, x: Float32Array, topology: Topology, vertexBase: number, tet: number): boolean {
  const { neighbours } = topology;
  let from = NONE;
  let least = 0;
  for (let n = 0; n < MOST_ELEMENTS; n++) {
    const k = exitOf(ray, x, topology, 3 * vertexBase, tet, from);
    if (k < 0) return false;
    // Where a ray grazes an edge, rounding may put an exit before the last one.
    least = Math.max(least, ray.length);
    const next = neighbours[4 * tet + k];
    if ((next & BOUNDARY) !== 0) {
      ray.length = least;
      ray.face = (next & ~BOUNDARY) >>> 0;
      return locate(ray, x, topology.faces, 3 * vertexBase);
    }
    from = tet;
    tet = next;
  }
  return false;
}

/**
 * Finds the face of an element through which the ray leaves it, and writes the distance there to ray.length.
 * @param base offset of the body's first vertex in `x`    @param from the element that the ray comes from, whose face it doesn't leave by
 * @returns the corner opposite that face, or -1 if there is none
 */
function exitOf(
  ray: Ray,
  x: Float32Array,
  { tets, neighbours }: Topology,
  base: number,
  tet: number,
  from: number,
): number {
  const { from: p, along } = ray;
  const t = 4 * tet;
  let nearest = Infinity;
  let exit = -1;
  for (let k = 0; k < 4; k++) {
    if (neighbours[t + k] === from) continue;
    const o = base + 3 * tets[t + k];
    const a = base + 3 * tets[t + ((k + 1) & 3)];
    const b = base + 3 * tets[t + ((k + 2) & 3)];
    const c = base + 3 * tets[t + ((k + 3) & 3)];
    const ux = x[b] - x[a];
    const uy = x[b + 1] - x[a + 1];
    const uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a];
    const vy = x[c + 1] - x[a + 1];
    const vz = x[c + 2] - x[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    // The normal points away from the opposite corner.
    const sign = nx * (x[o] - x[a]) + ny * (x[o + 1] - x[a + 1]) + nz * (x[o + 2] - x[a + 2]) > 0 ? -1 : 1;
    const rate = sign * (nx * along[0] + ny * along[1] + nz * along[2]);
    if (!(rate > 0)) continue;
    const height = sign * (nx * (x[a] - p[0]) + ny * (x[a + 1] - p[1]) + nz * (x[a + 2] - p[2]));
    if (height >= nearest * rate) continue;
    nearest = height / rate;
    exit = k;
  }
  ray.length = nearest;
  return exit;
}

/** Writes the weights of the face's first two corners at the ray's end. @returns false if the face has no area */
function locate(ray: Ray, x: Float32Array, faces: Uint32Array, base: number): boolean {
  const { from: p, along, length } = ray;
  const a = base + 3 * faces[3 * ray.face];
  const b = base + 3 * faces[3 * ray.face + 1];
  const c = base + 3 * faces[3 * ray.face + 2];
  let bb = 0;
  let bc = 0;
  let cc = 0;
  let bw = 0;
  let cw = 0;
  for (let k = 0; k < 3; k++) {
    const toB = x[b + k] - x[a + k];
    const toC = x[c + k] - x[a + k];
    const toEnd = p[k] + length * along[k] - x[a + k];
    bb += toB * toB;
    bc += toB * toC;
    cc += toC * toC;
    bw += toB * toEnd;
    cw += toC * toEnd;
  }
  const area = bb * cc - bc * bc;
  if (!(area > 0)) return false;
  const atB = Math.min(1, Math.max(0, (cc * bw - bc * cw) / area));
  const atC = Math.min(1 - atB, Math.max(0, (bb * cw - bc * bw) / area));
  ray.b0 = 1 - atB - atC;
  ray.b1 = atB;
  return true;
}
