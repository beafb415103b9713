import { type Capacities, capacityWords, initialCapacities, readCapacities } from './capacities.ts';
import { BYTES, type Kind, type State, type StateArray, stateLayout, type Words } from './state.ts';
import type { World } from './world/world.ts';

// The memory of a state: its allocation, and lists that grow.

/** Returns memory for one array of a state: a buffer of its own, or a part of one. The memory contains zeros. */
export type Allocate = (bytes: number, name: StateArray) => ArrayBufferLike | Uint8Array;

/** Allocates a state. */
export function allocateState(world: World, allocate: Allocate, capacities = initialCapacities(world)): State {
  const entries = Object.entries(stateLayout(world, capacities)).map(([name, array]) => [
    name,
    allocateArray(name as StateArray, array, allocate),
  ]);
  const state = Object.fromEntries(entries) as State;
  state.capacities.set(capacityWords(capacities));
  return state;
}

function allocateArray(
  name: StateArray,
  { kind, length }: { kind: Kind; length: number },
  allocate: Allocate,
): State[StateArray] {
  const count = Math.max(1, length);
  const memory = allocate(count * BYTES[kind], name);
  const { buffer, byteOffset } = memory instanceof Uint8Array ? memory : new Uint8Array(memory);
  if (kind === 'f32') return new Float32Array(buffer, byteOffset, count);
  if (kind === 'u32') return new Uint32Array(buffer, byteOffset, count);
  if (kind === 'f64') return new Float64Array(buffer, byteOffset, count);
  return {
    f32: new Float32Array(buffer, byteOffset, count),
    u32: new Uint32Array(buffer, byteOffset, count),
  } satisfies Words;
}

/**
 * Allocates those arrays of a state whose length differs at `capacities`, and copies their contents. `pairs` is not copied, since its
 * layout depends on a capacity.
 * @throws RangeError if memory doesn't suffice; the state is then unchanged
 */
export function largerArrays(world: World, state: State, capacities: Capacities, allocate: Allocate): Partial<State> {
  const oldLayout = stateLayout(world, readCapacities(state.capacities));
  const newLayout = stateLayout(world, capacities);
  const names = (Object.keys(newLayout) as StateArray[]).filter(
    (name) => newLayout[name].length !== oldLayout[name].length,
  );
  const newArrays = names.map((name) => {
    const array = allocateArray(name, newLayout[name], allocate);
    if (name !== 'pairs') wordsOf(array).set(wordsOf(state[name]));
    return [name, array];
  });
  return Object.fromEntries(newArrays) as Partial<State>;
}

/** Returns the integer view of an array of records, or a plain array itself. */
export const wordsOf = (array: State[StateArray]): Float32Array | Uint32Array | Float64Array =>
  'u32' in array ? array.u32 : array;

/** Copies values into an array of a state. Arrays of records are copied bit for bit. */
export function setArray(state: State, name: StateArray, values: Float32Array | Uint32Array): void {
  const array = state[name];
  if (!('u32' in array)) array.set(values);
  else if (values instanceof Float32Array) array.f32.set(values);
  else array.u32.set(values);
}

/** Enlarges the lists of a state. @throws RangeError if memory doesn't suffice; the state is then unchanged */
export function growState(world: World, state: State, capacities: Capacities, allocate: Allocate): void {
  adoptArrays(state, largerArrays(world, state, capacities, allocate), capacities);
}

/** Replaces arrays of a state by longer arrays. The State object stays the same, so all code that holds it uses the new arrays. */
export function adoptArrays(state: State, arrays: Partial<State>, capacities: Capacities): void {
  Object.assign(state, arrays);
  state.capacities.set(capacityWords(capacities));
}
