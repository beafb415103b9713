/** The part of a segment inside a tetrahedron: parameters along the segment, from 0 at the first end to 1 at the second. */
export interface SegmentPart {
  begin: number;
  end: number;
}

/** Creates the numbers as fractions, so that V8 stores them as doubles in place from the start. */
export const createSegmentPart = (): SegmentPart => ({ begin: 0.5, end: 0.5 });

/**
 * Finds the part of segment pq inside a tetrahedron, by clipping the segment at the planes of the four faces. The tetrahedron may be
 * inverted. Contacts of edges use it (detect/edge-containment.ts).
 * @param part written
 * @param positions 3 numbers per vertex
 * @param a, b, c, d offsets of the tetrahedron's vertices in `positions`
 * @param p, q offsets of the segment's ends in `positions`
 * @param margin the part's length, as a share of the segment, must exceed this; so must all barycentric coordinates of the part's
 *   midpoint. Thus a segment that only runs along a face or only touches a corner doesn't count
 * @returns whether there is such a part
 */
export function clipSegment(
  part: SegmentPart,
  positions: Float32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  p: number,
  q: number,
  margin: number,
): boolean {
  const dx = positions[d];
  const dy = positions[d + 1];
  const dz = positions[d + 2];
  const ux = positions[a] - dx;
  const uy = positions[a + 1] - dy;
  const uz = positions[a + 2] - dz;
  const vx = positions[b] - dx;
  const vy = positions[b + 1] - dy;
  const vz = positions[b + 2] - dz;
  const wx = positions[c] - dx;
  const wy = positions[c + 1] - dy;
  const wz = positions[c + 2] - dz;
  const px = positions[p] - dx;
  const py = positions[p + 1] - dy;
  const pz = positions[p + 2] - dz;
  const qx = positions[q] - dx;
  const qy = positions[q + 1] - dy;
  const qz = positions[q + 2] - dz;
  // `volume` is six times the tetrahedron's volume, made positive by `sign`. `aOfP` is the barycentric coordinate of p for vertex a,
  // times `volume`; the names for b, c, d and q are formed alike. (nx, ny, nz) is the normal of the face opposite a, then b, then c.
  let nx = vy * wz - vz * wy;
  let ny = vz * wx - vx * wz;
  let nz = vx * wy - vy * wx;
  const signed = ux * nx + uy * ny + uz * nz;
  const sign = signed < 0 ? -1 : 1;
  const volume = sign * signed;
  if (!(volume > 0)) return false;
  part.begin = 0;
  part.end = 1;
  const aOfP = sign * (px * nx + py * ny + pz * nz);
  const aOfQ = sign * (qx * nx + qy * ny + qz * nz);
  if (!clipToPositive(part, aOfP, aOfQ)) return false;
  nx = wy * uz - wz * uy;
  ny = wz * ux - wx * uz;
  nz = wx * uy - wy * ux;
  const bOfP = sign * (px * nx + py * ny + pz * nz);
  const bOfQ = sign * (qx * nx + qy * ny + qz * nz);
  if (!clipToPositive(part, bOfP, bOfQ)) return false;
  nx = uy * vz - uz * vy;
  ny = uz * vx - ux * vz;
  nz = ux * vy - uy * vx;
  const cOfP = sign * (px * nx + py * ny + pz * nz);
  const cOfQ = sign * (qx * nx + qy * ny + qz * nz);
  if (!clipToPositive(part, cOfP, cOfQ)) return false;
  const dOfP = volume - aOfP - bOfP - cOfP;
  const dOfQ = volume - aOfQ - bOfQ - cOfQ;
  if (!clipToPositive(part, dOfP, dOfQ) || !(part.end - part.begin > margin)) return false;
  const t = (part.begin + part.end) / 2;
  const least = margin * volume;
  return (
    aOfP + t * (aOfQ - aOfP) > least &&
    bOfP + t * (bOfQ - bOfP) > least &&
    cOfP + t * (cOfQ - cOfP) > least &&
    dOfP + t * (dOfQ - dOfP) > least
  );
}

/**
 * Cuts `part` down to where a linear function isn't negative.
 * @param p, q the function's values at parameters 0 and 1
 * @returns false if nothing is left
 */
function clipToPositive(part: SegmentPart, p: number, q: number): boolean {
  if (p < 0) {
    if (!(q > 0)) return false;
    part.begin = Math.max(part.begin, p / (p - q));
  } else if (q < 0) {
    part.end = Math.min(part.end, p / (p - q));
  }
  return part.begin < part.end;
}
