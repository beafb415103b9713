import type { SignedDistance } from '../../mesh/tetrahedralise/isosurface-stuffing.ts';
import type { Vector } from '../../math/arithmetic.ts';

/** A part of an animal: all points near a line, whose radius changes evenly from one end to the other. */
export interface Limb {
  readonly from: Vector;
  readonly to: Vector;
  /** Radius at both ends [m]. */
  readonly radii: readonly [number, number];
}

export const limb = (from: Vector, to: Vector, radius: number, endRadius = radius): Limb => ({
  from,
  to,
  radii: [radius, endRadius],
});

/** Makes a pair of limbs, mirrored in z. */
export function pair(from: Vector, to: Vector, radius: number, endRadius = radius): Limb[] {
  const mirrored = ([x, y, z]: Vector): Vector => [x, y, -z];
  return [limb(from, to, radius, endRadius), limb(mirrored(from), mirrored(to), radius, endRadius)];
}

/**
 * Returns a function that is negative inside limbs and 0 on their common surface. Near the surface it is about the signed distance. It uses only
 * + - * / sqrt.
 * @param blend width over which surfaces of neighbouring limbs are blended [m]
 * @param shift moves all limbs [m]
 */
export function limbsDistance(limbs: readonly Limb[], blend: number, shift: Vector = [0, 0, 0]): SignedDistance {
  return (x, y, z) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const part of limbs) {
      const distance = limbDistance(part, x - shift[0], y - shift[1], z - shift[2]);
      const overlap = blend - Math.abs(nearest - distance);
      nearest = Math.min(nearest, distance) - (overlap > 0 ? (overlap * overlap) / (4 * blend) : 0);
    }
    return nearest;
  };
}

function limbDistance({ from, to, radii }: Limb, x: number, y: number, z: number): number {
  const [ux, uy, uz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const [px, py, pz] = [x - from[0], y - from[1], z - from[2]];
  const squared = ux * ux + uy * uy + uz * uz;
  const along = squared > 0 ? (px * ux + py * uy + pz * uz) / squared : 0;
  const t = along < 0 ? 0 : along > 1 ? 1 : along;
  const [dx, dy, dz] = [px - t * ux, py - t * uy, pz - t * uz];
  return Math.sqrt(dx * dx + dy * dy + dz * dz) - (radii[0] + t * (radii[1] - radii[0]));
}
