import { bodyOfVertex, type World } from '../../world/world.ts';

/**
 * Returns the squared distance [m^2] that two points of a body had at rest; infinite if they are of different bodies.
 * @param own vertices of the one point, with their weights    @param others those of the other one
 */
export function restDistanceSquared(
  world: World,
  own: readonly number[],
  ownWeights: readonly number[],
  others: readonly number[],
  otherWeights: readonly number[],
): number {
  const body = bodyOfVertex(world, own[0]);
  if (bodyOfVertex(world, others[0]) !== body) return Infinity;
  const { model, vertexBase } = world.bodies[body];
  const { positions } = world.models[model].mesh;
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    let difference = 0;
    for (let i = 0; i < own.length; i++) difference += ownWeights[i] * positions[3 * (own[i] - vertexBase) + k];
    for (let i = 0; i < others.length; i++) difference -= otherWeights[i] * positions[3 * (others[i] - vertexBase) + k];
    sum += difference * difference;
  }
  return sum;
}
