import { initialCapacities } from './capacities.ts';
import { fillFeatureArrays } from './feature-arrays.ts';
import { initialOrders } from './detect/rebuild.ts';
import type { SimulationParameters } from './parameters.ts';
import { colliderWords, holds } from './script/scripted.ts';
import { allocateState, type State } from './state.ts';
import type { World } from './world.ts';

/**
 * State of a scene before its first step, including the orders of its trees.
 * @param positions [m], 3 per vertex, as createWorld returns them
 * @param allocate allocates each array's memory; a SharedArrayBuffer if workers share it
 * @param capacities of the lists that grow
 */
export function initialState(
  world: World,
  positions: Float32Array,
  { density, dropSpeed }: Pick<SimulationParameters, 'density' | 'dropSpeed'>,
  allocate: (bytes: number) => ArrayBufferLike,
  capacities = initialCapacities(world),
): State {
  const state = allocateState(world, allocate, capacities);
  state.positions.set(positions);
  state.positionsT0.set(positions);
  for (let v = 0; v < world.vertexCount; v++) state.velocities[3 * v + 1] = -dropSpeed;
  state.velocitiesT0.set(state.velocities);
  state.inverseMasses.set(inverseMasses(world, density));
  state.colliders.set(colliderWords(world, 0));
  initialOrders(world, state);
  fillFeatureArrays(world, state);
  return state;
}

/**
 * Inverse mass of each vertex [1/kg], from its share of the volume and its body's density. It is 0, so that nothing moves the
 * vertex, if the vertex belongs to no element or while a script drives it.
 * @param sceneDensity [kg/m^3], for bodies without a density of their own
 * @param time simulated time [s]
 */
export function inverseMasses(world: World, sceneDensity: number, time = 0): Float32Array {
  const inverses = new Float32Array(world.vertexCount);
  for (const { model, material, vertexBase } of world.bodies) {
    const density = world.materials[material].density ?? sceneDensity;
    const volumes = world.models[model].vertexVolumes;
    for (let v = 0; v < volumes.length; v++) inverses[vertexBase + v] = volumes[v] > 0 ? 1 / (density * volumes[v]) : 0;
  }
  for (const driver of world.drivers) if (holds(driver, time)) for (const v of driver.vertices) inverses[v] = 0;
  return inverses;
}
