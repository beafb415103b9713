/**
 * A circular cone of directions: all vectors within an angle of the axis. It is stored as CONE_STRIDE numbers: the unit axis (3), the
 * cosine and the sine of the angle. Only cones narrower than a half-space are of use here. All wider ones are FULL: their cosine is -1,
 * they hold every vector, and they stay full when merged.
 *
 * Cones are made with rounding errors. Each merge may be short by some 1e-8 (a half angle from a cosine near 1 loses half of the
 * digits), so a chain of merges by up to CONE_ERROR in all. The tests that use cones must leave that much room.
 */
export const CONE_STRIDE = 5;
const COSINE = 3;
const SINE = 4;

/** Bound on the angle by which a vector may lie outside of a cone that should hold it [rad]: 100 merges of at most 2e-8, rounded up. */
export const CONE_ERROR = 1e-5;
/** Two vectors whose cross product is shorter than this, per product of their lengths, count as parallel. */
const PARALLEL = 1e-14;

const FULL = -1;

export function setFull(cones: Float64Array, at: number): void {
  cones[at] = 0;
  cones[at + 1] = 0;
  cones[at + 2] = 1;
  cones[at + COSINE] = FULL;
  cones[at + SINE] = 0;
}

/** Writes the cone that holds one direction alone. A vector without a length, or with one that isn't finite, makes a full cone. */
export function setDirection(cones: Float64Array, at: number, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0 && length < Infinity)) {
    setFull(cones, at);
    return;
  }
  cones[at] = x / length;
  cones[at + 1] = y / length;
  cones[at + 2] = z / length;
  cones[at + COSINE] = 1;
  cones[at + SINE] = 0;
}

export const isFull = (cones: Float64Array, at: number): boolean => cones[at + COSINE] === FULL;

/** Whether all vectors of a cone make an angle below 90 degrees with its axis, with room for CONE_ERROR. */
export const isBelowHalfSpace = (cones: Float64Array, at: number): boolean => cones[at + COSINE] > CONE_ERROR;

/** Copies a cone. @param from, to offsets in `cones` */
function copyCone(cones: Float64Array, from: number, to: number): void {
  for (let k = 0; k < CONE_STRIDE; k++) cones[to + k] = cones[from + k];
}

/**
 * Writes the smallest cone around two cones to `to`, which may be one of them. Let a and b be their angles, and t the angle between the
 * axes. If one holds the other, it is the result. Otherwise the angle is (t + a + b) / 2, and the axis lies on the arc from the first
 * axis to the second, turned by the difference to a. All of that follows from sines and cosines by square roots.
 * @param a, b, to offsets in `cones`
 */
export function mergeCones(cones: Float64Array, a: number, b: number, to: number): void {
  if (isFull(cones, a) || isFull(cones, b)) {
    setFull(cones, to);
    return;
  }
  const ax = cones[a];
  const ay = cones[a + 1];
  const az = cones[a + 2];
  const bx = cones[b];
  const by = cones[b + 1];
  const bz = cones[b + 2];
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  const cosT = ax * bx + ay * by + az * bz;
  const sinT = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const cosA = cones[a + COSINE];
  const sinA = cones[a + SINE];
  const cosB = cones[b + COSINE];
  const sinB = cones[b + SINE];
  // Is one cone in the other: t + b <= a? All angles are in [0, 180 degrees), and cosines fall there.
  if (holds(cosA, sinA, cosB, sinB, cosT, sinT)) {
    copyCone(cones, a, to);
    return;
  }
  if (holds(cosB, sinB, cosA, sinA, cosT, sinT)) {
    copyCone(cones, b, to);
    return;
  }
  // Cosine and sine of a + b, which is below 180 degrees, then of a + b + t, which must be as well.
  const cosAB = cosA * cosB - sinA * sinB;
  const sinAB = sinA * cosB + cosA * sinB;
  const cosSum = cosAB * cosT - sinAB * sinT;
  const sinSum = sinAB * cosT + cosAB * sinT;
  if (!(sinSum > 0) || !(sinT > PARALLEL)) {
    // Either the sum isn't below 180 degrees, or the axes are opposite, or they are the same to the last digits.
    if (sinT <= PARALLEL && cosT > 0) copyCone(cones, cosA <= cosB ? a : b, to);
    else setFull(cones, to);
    return;
  }
  const cosHalf = Math.sqrt((1 + cosSum) / 2);
  const sinHalf = Math.sqrt((1 - cosSum) / 2);
  const cosTurn = cosHalf * cosA + sinHalf * sinA;
  const sinTurn = sinHalf * cosA - cosHalf * sinA;
  // Unit vector perpendicular to the first axis, on the side of the second: (n x A) / |n|, where n = A x B.
  const px = (ny * az - nz * ay) / sinT;
  const py = (nz * ax - nx * az) / sinT;
  const pz = (nx * ay - ny * ax) / sinT;
  const x = cosTurn * ax + sinTurn * px;
  const y = cosTurn * ay + sinTurn * py;
  const z = cosTurn * az + sinTurn * pz;
  const length = Math.sqrt(x * x + y * y + z * z);
  cones[to] = x / length;
  cones[to + 1] = y / length;
  cones[to + 2] = z / length;
  cones[to + COSINE] = cosHalf;
  cones[to + SINE] = sinHalf;
}

/** Whether a cone of angle a holds one of angle b whose axis is turned by t: b + t <= a. */
function holds(cosA: number, sinA: number, cosB: number, sinB: number, cosT: number, sinT: number): boolean {
  const cosSum = cosB * cosT - sinB * sinT;
  const sinSum = sinB * cosT + cosB * sinT;
  // b + t is in [0, 270 degrees): below 180 its sine isn't negative. Then angles compare as cosines do, in reverse.
  return sinSum >= 0 && cosSum >= cosA && sinA >= 0;
}
