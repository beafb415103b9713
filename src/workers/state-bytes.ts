import type { State, StateArray } from '../simulation/state.ts';

/** Bytes of some arrays of a state, copied for messages between threads that share no memory. */
export type StateBytes = Partial<Record<StateArray, Uint8Array<ArrayBuffer>>>;

function bytesOf(array: State[StateArray]): Uint8Array {
  const view = 'u32' in array ? array.u32 : array;
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

export const copyOut = (state: State, names: readonly StateArray[]): StateBytes =>
  Object.fromEntries(names.map((name) => [name, Uint8Array.from(bytesOf(state[name]))]));

export function copyIn(state: State, bytes: StateBytes): void {
  for (const name of Object.keys(bytes) as StateArray[]) bytesOf(state[name]).set(bytes[name] as Uint8Array);
}

/** Buffers of the copies. A message transfers them, so that they aren't copied a second time. */
export const buffersOf = (bytes: StateBytes): ArrayBuffer[] => Object.values(bytes).map(({ buffer }) => buffer);
