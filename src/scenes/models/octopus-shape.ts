/**
 * Signed distance function of an octopus: a mantle, two eyes and eight tapered, curling arms, smoothly blended. Uses only + - * /
 * and square roots, so that every engine makes the same bytes. Lengths are in m, y points up, and the floor under the arms is
 * near y = 0.
 */
import type { SignedDistance } from '../../mesh/tetrahedralise/isosurface-stuffing.ts';

/** Radius of an arm where it joins the body, and at its tip [m]. */
export const ARM_BASE_RADIUS = 0.06;
export const ARM_TIP_RADIUS = 0.026;

const ARM_COUNT = 8;
/** Number of capsules per arm. They deviate from the curved arm by less than a hundredth of its radius. */
const SEGMENTS = 20;
/** Widths over which surfaces are blended smoothly [m]: arms with arms, arms with the body, eyes with the rest. */
const ARM_BLEND = 0.03;
const BODY_BLEND = 0.07;
const EYE_BLEND = 0.015;

const COS_22 = 0.9238795325112867;
const SIN_22 = 0.3826834323650898;
/** Directions of the arms in the plane (x, z), 45 degrees apart. None points straight ahead (+z), where the eyes look. */
const DIRECTIONS: readonly (readonly [number, number])[] = [
  [SIN_22, COS_22],
  [COS_22, SIN_22],
  [COS_22, -SIN_22],
  [SIN_22, -COS_22],
  [-SIN_22, -COS_22],
  [-COS_22, -SIN_22],
  [-COS_22, SIN_22],
  [-SIN_22, COS_22],
];

/**
 * Centre line of an arm: control points of connected cubic Bezier curves, with coordinates outward, up, sideways [m]. The line runs
 * down from the body and along the floor; the tip curls up and back.
 */
const CENTRELINE: readonly (readonly [number, number, number])[] = [
  [0.06, 0.17, 0],
  [0.15, 0.17, 0],
  [0.17, 0.06, 0],
  [0.27, 0.055, 0.015],
  [0.37, 0.05, 0.03],
  [0.465, 0.065, 0.06],
  [0.455, 0.15, 0.085],
  [0.448, 0.2, 0.1],
  [0.41, 0.225, 0.11],
  [0.375, 0.205, 0.115],
];
/** Factors for each arm's sideways bend and for the height of its tip's curl, so that no two arms look alike. */
const SIDEWAYS = [0.9, 0.4, 1.1, 0.6, 1, 0.5, 1.1, 0.3] as const;
const CURL = [0.85, 1.1, 0.8, 1.15, 0.95, 0.8, 1.1, 0.9] as const;

/** Centre x, y, z and radii in x, y, z of two ellipsoids: the mantle, and the body between the arms [m]. */
const MANTLE = [0, 0.37, -0.035, 0.148, 0.165, 0.155] as const;
const BODY = [0, 0.17, 0, 0.115, 0.1, 0.115] as const;
/** Height of the shape's highest point [m]. */
export const MANTLE_TOP = MANTLE[1] + MANTLE[4];
/** Centre x, y, z and radius of the eye at +x [m]. The eye at -x is its mirror image. */
export const EYE = [0.079, 0.342, 0.103, 0.046] as const;
/** Unit vector in which the eye at +x looks. */
const GAZE = [0.453, 0.1007, 0.8858] as const;

/**
 * Thickened arms are also shortened, since thick curls would fuse. Arms of a radius up to CURLED_RADIUS follow the whole centre
 * line. From there to STRAIGHT_RADIUS, the share of the centre line that arms follow falls linearly from 1 to STRAIGHT_SHARE. Both
 * radii are in m.
 */
const CURLED_RADIUS = 0.046;
const STRAIGHT_RADIUS = 0.1;
const STRAIGHT_SHARE = 0.55;

const MIN_CORNER = [-0.53, -0.1, -0.53] as const;
const MAX_CORNER = [0.53, 0.55, 0.53] as const;
/** Bounding box of the shape [m]. */
export const OCTOPUS_BOUNDS = { min: MIN_CORNER, max: MAX_CORNER };

/**
 * Makes the signed distance function, negative inside. Its value is accurate near the surface, and a lower bound far away.
 * @param minArmRadius arms are thickened to this radius where they would be thinner [m]
 * @param minEyeRadius minimum radius of the spheres that form the eyes [m], so that a coarse lattice resolves the eyes. Larger
 * spheres are moved inwards, so that eyes of all radii bulge out equally far.
 */
export function octopusDistance(minArmRadius: number, minEyeRadius = 0): SignedDistance {
  const arms = DIRECTIONS.map((_, arm) => armChain(arm, minArmRadius));
  const spheres = arms.map(boundingSphere);
  const eyeRadius = Math.max(minEyeRadius, EYE[3]);
  const [ex, ey, ez] = GAZE.map((along, k) => EYE[k] - along * (eyeRadius - EYE[3]));
  return (x, y, z) => {
    // Distances to arms are capped at 1 m.
    let nearestArm = 1;
    for (let arm = 0; arm < ARM_COUNT; arm++) {
      const [cx, cy, cz, radius] = spheres[arm];
      const sphereDistance = Math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz)) - radius;
      if (sphereDistance < nearestArm + ARM_BLEND)
        nearestArm = smoothMin(nearestArm, chainDistance(arms[arm], x, y, z), ARM_BLEND);
    }
    const body = smoothMin(ellipsoid(MANTLE, x, y, z), ellipsoid(BODY, x, y, z), BODY_BLEND);
    const eyeX = Math.abs(x) - ex;
    const eye = Math.sqrt(eyeX * eyeX + (y - ey) * (y - ey) + (z - ez) * (z - ez)) - eyeRadius;
    return smoothMin(smoothMin(body, nearestArm, BODY_BLEND), eye, EYE_BLEND);
  };
}

/** Returns the points of an arm's chain of capsules: x, y, z and radius per point. */
function armChain(arm: number, minArmRadius: number): Float64Array {
  const [dx, dz] = DIRECTIONS[arm];
  const pieces = (CENTRELINE.length - 1) / 3;
  // 0 if the arm isn't shortened, 1 if it is shortened most.
  const shortening = Math.min(Math.max((minArmRadius - CURLED_RADIUS) / (STRAIGHT_RADIUS - CURLED_RADIUS), 0), 1);
  const usedShare = 1 - shortening * (1 - STRAIGHT_SHARE);
  const chain = new Float64Array(4 * (SEGMENTS + 1));
  for (let n = 0; n <= SEGMENTS; n++) {
    const along = (usedShare * n) / SEGMENTS;
    const piece = Math.min(Math.floor(along * pieces), pieces - 1);
    const t = along * pieces - piece;
    const weights = [(1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t];
    let [outward, up, sideways] = [0, 0, 0];
    for (let k = 0; k < 4; k++) {
      const [o, u, s] = CENTRELINE[3 * piece + k];
      outward += weights[k] * o;
      up += weights[k] * u;
      sideways += weights[k] * s;
    }
    // The factor for the tip's curl takes effect gradually along the outer half of the arm, so that all arms leave the body alike.
    const curlWeight = along > 0.5 ? 2 * along - 1 : 0;
    up *= 1 + curlWeight * (CURL[arm] - 1);
    sideways *= SIDEWAYS[arm];
    const radius = ARM_BASE_RADIUS + along * (ARM_TIP_RADIUS - ARM_BASE_RADIUS);
    chain.set([outward * dx - sideways * dz, up, outward * dz + sideways * dx, Math.max(radius, minArmRadius)], 4 * n);
  }
  return chain;
}

/** Sphere around an arm's middle point that contains the arm: x, y, z, radius. */
function boundingSphere(chain: Float64Array): readonly [number, number, number, number] {
  const middle = 4 * (SEGMENTS / 2);
  const [x, y, z] = [chain[middle], chain[middle + 1], chain[middle + 2]];
  let radius = 0;
  for (let i = 0; i < chain.length; i += 4) {
    const [dx, dy, dz] = [chain[i] - x, chain[i + 1] - y, chain[i + 2] - z];
    radius = Math.max(radius, Math.sqrt(dx * dx + dy * dy + dz * dz) + chain[i + 3]);
  }
  return [x, y, z, radius];
}

/** Signed distance to a chain of capsules whose radius varies linearly between the chain's points; at most 1. */
function chainDistance(chain: Float64Array, x: number, y: number, z: number): number {
  let least = 1;
  for (let i = 0; i + 4 < chain.length; i += 4) {
    const ax = x - chain[i];
    const ay = y - chain[i + 1];
    const az = z - chain[i + 2];
    const bx = chain[i + 4] - chain[i];
    const by = chain[i + 5] - chain[i + 1];
    const bz = chain[i + 6] - chain[i + 2];
    const share = (ax * bx + ay * by + az * bz) / (bx * bx + by * by + bz * bz);
    const t = share < 0 ? 0 : share > 1 ? 1 : share;
    const dx = ax - t * bx;
    const dy = ay - t * by;
    const dz = az - t * bz;
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz) - chain[i + 3] - t * (chain[i + 7] - chain[i + 3]);
    if (d < least) least = d;
  }
  return least;
}

/**
 * Approximate signed distance to an ellipsoid with centre e[0..2] and radii e[3..5], exact on the surface: the ellipsoid's implicit
 * function divided by the length of its gradient.
 */
function ellipsoid(e: readonly [number, number, number, number, number, number], x: number, y: number, z: number) {
  const [px, py, pz] = [(x - e[0]) / e[3], (y - e[1]) / e[4], (z - e[2]) / e[5]];
  const [gx, gy, gz] = [px / e[3], py / e[4], pz / e[5]];
  const length = Math.sqrt(px * px + py * py + pz * pz);
  const gradient = Math.sqrt(gx * gx + gy * gy + gz * gz);
  return gradient === 0 ? -e[3] : (length * (length - 1)) / gradient;
}

/** Smooth minimum with a quadratic blend of width k. If both arguments are equal, the result is lower than they are by k / 4. */
function smoothMin(a: number, b: number, k: number): number {
  const h = k - Math.abs(a - b);
  const least = a < b ? a : b;
  return h > 0 ? least - (h * h) / (4 * k) : least;
}
