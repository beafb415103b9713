import type { World } from '../world/world.ts';

/** A coordinate at which a body has left the world. */
export interface Exit {
  readonly axis: 'x' | 'y' | 'z';
  /** [m] */
  readonly coordinate: number;
  /** Whether it is so far out that the body hasn't moved there within the world's bounds: it was thrown by one step, or has exploded. */
  readonly isJump: boolean;
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
 * Finds where a body has left the world.
 * @param positions of all bodies [m]
 * @param farthest greatest coordinate of the world [m]
 * @returns its farthest coordinate; undefined if one is not finite
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
  const distance = Math.abs(coordinate);
  if (distance <= farthest) return undefined;
  return { axis: AXES[most % 3], coordinate, isJump: distance > (1 + OVERSHOOT) * farthest };
}

/** Says how a body has left the world, as it follows 'body 0 '. @param part of the step that has moved it there */
export function exitInWords({ axis, coordinate, isJump }: Exit, farthest: number, part: string): string {
  const hasFallen = axis === 'y' && coordinate < 0;
  const place = `${axis} is ${Number(coordinate.toPrecision(DIGITS))} m`;
  if (isJump)
    return `has been thrown out of the world by '${part}': ${place}; expected from ${-farthest} to ${farthest} m`;
  return hasFallen
    ? `has fallen out of the world: ${place}; expected a ground below it, or fewer frames (the world ends at ${-farthest} m)`
    : `has left the world: ${place}; expected from ${-farthest} to ${farthest} m`;
}
