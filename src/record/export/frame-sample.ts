import { contactOfHit, contactOfQuery, contactOfSlot } from '../../simulation/capacities.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { Simulator } from '../../simulation/simulator.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, type Words } from '../../simulation/state.ts';
import type { World } from '../../simulation/world/world.ts';

/** The state at the end of a frame, as far as files of sequences need it. The arrays are copies. */
export interface FrameSample {
  /** Number of the frame; 0 is the start. */
  readonly frame: number;
  /** Simulated time [s]. */
  readonly time: number;
  /** 3 per vertex of the world [m]. */
  readonly positions: Float32Array;
  /** Penetration depth per vertex [m]. */
  readonly depths: Float32Array;
  /** 3 per vertex [m/s]; undefined where they aren't known, as in frames of which only the shape was kept. */
  readonly velocities?: Float32Array;
  /** Number of contacts per vertex (countContacts); undefined where they aren't known. */
  readonly contacts?: Uint32Array;
  /** The parameters of the frame, which decide the stress. */
  readonly parameters: SimulationParameters;
}

/**
 * Reads the present state.
 * @param withFields whether velocities and contacts are read too, besides positions and depths
 */
export async function sampleFrame(simulator: Simulator, frame: number, withFields: boolean): Promise<FrameSample> {
  const { backend, time, parameters } = simulator;
  const read = async (name: 'positions' | 'depths' | 'velocities' | 'colliderImpulses') =>
    (await backend.read(name)).slice();
  const sample = { frame, time, parameters, positions: await read('positions'), depths: await read('depths') };
  if (!withFields) return sample;
  const contacts = (await backend.read('contacts')) as Words;
  const counts = countContacts(backend.world, contacts, await read('colliderImpulses'), simulator.counters);
  return { ...sample, velocities: await read('velocities'), contacts: counts };
}

/**
 * Counts the contacts of the last step at each vertex: those with other points, edges, faces and air in which the vertex has a weight, and one if a
 * collider has moved it.
 * @param colliderImpulses the state's array of that name
 * @param counters of the last step
 */
export function countContacts(
  world: World,
  { f32, u32 }: Words,
  colliderImpulses: Float32Array,
  counters: Uint32Array,
): Uint32Array {
  const counts = new Uint32Array(world.vertexCount);
  const countIn = (contact: number) => {
    const at = CONTACT.stride * contact;
    if (u32[at + CONTACT.kind] === CONTACT_KINDS.none) return;
    for (let k = 0; k < u32[at + CONTACT.count]; k++)
      if (f32[at + CONTACT.weights + k] !== 0) counts[u32[at + CONTACT.vertices + k]]++;
  };
  for (let i = 0; i < counters[COUNTERS.queries]; i++) countIn(contactOfQuery(world, i));
  for (let i = 0; i < counters[COUNTERS.contactsCcd]; i++) countIn(contactOfHit(world, i));
  for (let i = 0; i < world.slotCount; i++) countIn(contactOfSlot(world, i));
  for (let v = 0; v < counts.length; v++) if (colliderImpulses[4 * v + 3] !== 0) counts[v]++;
  return counts;
}
