import { initialCapacities } from './capacities.ts';
import { fillFeatureArrays } from './feature-arrays.ts';
import { initialOrders } from './detect/rebuild.ts';
import type { SimulationParameters } from './parameters.ts';
import { colliderWords, isActive } from './script/scripted.ts';
import type { State } from './state.ts';
import { type Allocate, allocateState } from './state-memory.ts';
import type { World } from './world/world.ts';

/**
 * Allocates a world's state and writes the initial values. These include the leaf orders of the world's BVHs.
 * @param positions [m], 3 per vertex, as createWorld returns them
 * @param allocate returns memory for one array: shared memory if workers share the state
 * @param capacities capacities of the lists that grow
 */
export function initialState(
  world: World,
  positions: Float32Array,
  { density, dropSpeed }: Pick<SimulationParameters, 'density' | 'dropSpeed'>,
  allocate: Allocate,
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
 * Returns the inverse mass of each vertex [1/kg]. A vertex's mass is its volume (Model.vertexVolumes) times its body's density. The
 * inverse mass is 0 if the vertex belongs to no tetrahedron or triangle, or if a script drives the vertex at `time`. Inverse mass 0 holds a
 * vertex in place: no force or constraint moves it.
 * @param sceneDensity [kg/m^3], for bodies whose own material sets no density
 * @param time simulated time [s]
 */
export function inverseMasses(world: World, sceneDensity: number, time = 0): Float32Array {
  const inverses = new Float32Array(world.vertexCount);
  for (const { model, material, vertexBase } of world.bodies) {
    const density = world.materials[material].density ?? sceneDensity;
    const volumes = world.models[model].vertexVolumes;
    for (let v = 0; v < volumes.length; v++) inverses[vertexBase + v] = volumes[v] > 0 ? 1 / (density * volumes[v]) : 0;
  }
  for (const driver of world.drivers) if (isActive(driver, time)) for (const v of driver.vertices) inverses[v] = 0;
  return inverses;
}
