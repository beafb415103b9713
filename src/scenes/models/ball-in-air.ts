import type { Vector } from '../../math/arithmetic.ts';
import { stuffedAir } from '../../mesh/air/stuffed-air.ts';
import type { TessellatedSpace } from '../../mesh/air/tessellated-space.ts';
import { geodesicSphere } from '../../mesh/model/geodesic-sphere.ts';
import { limb, limbsDistance } from './limbs.ts';
import { siteVertices } from './tentacle-sites.ts';

/**
 * A ball with tentacles all over, and the air around it. The ball of the scene `tangled-ball` (squishy-ball.ts) is made of shells and
 * extruded tentacles, which no lattice reproduces; so this one has the same shape and places of tentacles, but is stuffed, coarser, on one
 * lattice with its air. Its tentacles are thicker for that.
 */

/** Edge length of the lattice's cubes [m], for about as many tetrahedra as `tangled-ball` has at least. */
export const BALL_CELL = 0.2;
/** Radius of the ball without tentacles, distance from its centre to the tips, and radii of a tentacle at both ends [m]. */
const RADIUS = 0.9;
const REACH = 1.75;
const TENTACLE_RADII = [0.15, 0.12] as const;
/** Width over which tentacles are blended with the ball [m]. */
const BLEND = 0.05;
/** Distance between tips and the bounds of stuffing [m]. */
const MARGIN = 0.02;
/** The sphere's lattice, and the pattern of its vertices from which tentacles grow: 32, as in `tangled-ball` at its least size. */
const FREQUENCY = 3;
const SITES = { step: 3, third: true } as const;

/** Radius of a tentacle [m], with which depths are compared. */
export const TENTACLE_RADIUS = TENTACLE_RADII[0];
export const BALL_REACH = REACH;

/** Returns the directions of tentacles: the corners of an icosahedron and the middles of its faces. */
export function tentacleDirections(): Vector[] {
  const sphere = geodesicSphere(FREQUENCY);
  return siteVertices(sphere, SITES).map((v) => {
    const [x, y, z] = sphere.directions.subarray(3 * v, 3 * v + 3);
    return [x, y, z];
  });
}

/**
 * Makes the ball around the origin, and the air between it and a box.
 * @param turn orients the ball; a lattice is not turned with a body
 * @param cell edge length of the lattice's cubes [m]
 */
export function ballInAir(
  turn: (direction: Vector) => Vector = (direction) => direction,
  cell: number = BALL_CELL,
  progress?: (fraction: number) => void,
): TessellatedSpace {
  const scaled = ([x, y, z]: Vector, length: number): Vector => [length * x, length * y, length * z];
  const [base, tip] = TENTACLE_RADII;
  const limbs = [
    limb([0, 0, 0], [0, 0, 0], RADIUS),
    ...tentacleDirections().map((direction) => {
      const turned = turn(direction);
      return limb(scaled(turned, RADIUS - base), scaled(turned, REACH - tip), base, tip);
    }),
  ];
  const bound = REACH + MARGIN;
  const bounds = { min: [-bound, -bound, -bound], max: [bound, bound, bound] } as const;
  return stuffedAir([limbsDistance(limbs, BLEND)], bounds, cell, progress);
}
