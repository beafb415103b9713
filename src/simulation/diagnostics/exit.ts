import type { World } from '../world/world.ts';

/** A coordinate at which a body has left the world. */
export interface Exit {
  readonly axis: 'x' | 'y' | 'z';
  /** [m] */
  readonly coordinate: number;
}

const AXES = ['x', 'y', 'z'] as const;
/**
 * Greatest distance beyond the world's end of a body that has moved there, as a share of the world's half width: 100 m. A step of 1/60 s moves a body so far at
 * 6 km/s; what is farther has exploded.
 */
const OVERSHOOT = 0.01;
/** Digits of a coordinate in a message: as many as tell one that is just outside from the end. */
const DIGITS = 8;

/**
 * Tells a body that has moved out of the world from one whose positions make no sense.
 * @param positions of all bodies [m]
 * @param farthest greatest coordinate of the world [m]
 * @returns its farthest coordinate; undefined if its positions make no sense
 */
export function exitOf(
  { bodies, vertexCount }: Pick<World, 'bodies' | 'vertexCount'>,
  positions: Float32Array,
  body: number,
  farthest: number,
): Exit | undefined {
  const begin = 3 * bodies[body].vertexBase;
  const end = 3 * (bodies[body + 1]?.vertexBase ?? vertexCount);
  let most = begin;
  for (let i = begin; i < end; i++) {
    if (!Number.isFinite(positions[i])) return undefined;
    if (Math.abs(positions[i]) > Math.abs(positions[most])) most = i;
  }
  const coordinate = positions[most];
  const isOutside = Math.abs(coordinate) > farthest && Math.abs(coordinate) <= (1 + OVERSHOOT) * farthest;
  return isOutside ? { axis: AXES[most % 3], coordinate } : undefined;
}

/** Says how a body has left the world, as it follows 'body 0 '. */
export function exitInWords({ axis, coordinate }: Exit, farthest: number): string {
  const hasFallen = axis === 'y' && coordinate < 0;
  const place = `${axis} is ${Number(coordinate.toPrecision(DIGITS))} m`;
  return hasFallen
    ? `has fallen out of the world: ${place}; expected a ground below it, or fewer frames (the world ends at ${-farthest} m)`
    : `has left the world: ${place}; expected from ${-farthest} to ${farthest} m`;
}
