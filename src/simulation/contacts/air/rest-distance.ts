import type { World } from '../../world/world.ts';
import type { PointPair } from './scratch.ts';

/**
 * Returns the squared distance [m^2] that two points of a body had at rest; infinite if they are of different bodies.
 * @param bodies the body of each vertex
 */
export function restDistanceSquared(
  world: World,
  bodies: Uint32Array,
  { count, vertices, weights }: PointPair,
): number {
  const body = bodies[vertices[0]];
  if (bodies[vertices[count - 1]] !== body) return Infinity;
  const { model, vertexBase } = world.bodies[body];
  const { positions } = world.models[model].mesh;
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    let difference = 0;
    for (let i = 0; i < count; i++) difference += weights[i] * positions[3 * (vertices[i] - vertexBase) + k];
    sum += difference * difference;
  }
  return sum;
}
