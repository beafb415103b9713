import type { State, StateArray } from '../simulation/state.ts';

/** Copies of the bytes of some of a state's arrays, for messages between threads that share no memory. */
export type StateBytes = Partial<Record<StateArray, Uint8Array<ArrayBuffer>>>;

/** Returns a view of an array's bytes. For an array with two views of the same memory (Words), these are the bytes of both. */
function bytesOf(array: State[StateArray]): Uint8Array {
  const view = 'u32' in array ? array.u32 : array;
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** Copies arrays out of a state. */
export const copyOut = (state: State, names: readonly StateArray[]): StateBytes =>
  Object.fromEntries(names.map((name) => [name, Uint8Array.from(bytesOf(state[name]))]));

/** Overwrites arrays of a state with copied bytes. */
export function copyIn(state: State, bytes: StateBytes): void {
  for (const name of Object.keys(bytes) as StateArray[]) bytesOf(state[name]).set(bytes[name] as Uint8Array);
}

/** Lists the buffers of the copies. A message transfers these buffers, so that they aren't copied a second time. */
export const buffersOf = (bytes: StateBytes): ArrayBuffer[] => Object.values(bytes).map(({ buffer }) => buffer);
