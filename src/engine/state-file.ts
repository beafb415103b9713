import { deflate, fromBytes, inflate, toBytes } from '../formats/packed-bytes.ts';
import { MeshFileError } from '../formats/file-mesh.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { resumeFrom, snapshotOf } from '../simulation/resumable-simulator.ts';
import type { Simulator } from '../simulation/simulator.ts';
import type { Snapshot, SnapshotArrays } from '../simulation/snapshot.ts';
import { hashState } from '../simulation/statistics.ts';
import { type Header, readHeader, StateFileError } from './state-header.ts';
import type { PlacedWorld } from './shape.ts';

export { StateFileError };

/**
 * Files that hold the state of a run, from which it goes on with the same bits. A file has a line that tells the format, the length of
 * its header in bytes (4 bytes, the lowest first), the header as JSON, and the arrays one after the other, deflated.
 */

/** Begins every file, of any version. */
const MARK = 'untangle state ';
/** First line of every file. */
const FORMAT = `${MARK}1\n`;
/** Number of bytes that `isState` needs. */
export const MARK_SIZE = MARK.length;
/** Longest header that is read [bytes]: inputs and grabs of a long run. */
const MAX_HEADER = 2 ** 28;
/** Most bytes of the arrays, inflated. */
const MAX_ARRAYS = 2 ** 32 - 1;
const LENGTH_SIZE = 4;

/** Start of a run: its scene, size, parameters and world. */
export interface RunStart extends PlacedWorld {
  /** The scene's name and size, for messages. */
  readonly scene: string;
  readonly size: number;
  /** Parameters that the world was made with. */
  readonly parameters: SimulationParameters;
}

/** Content of a state's file, as plain data. */
export interface SavedState {
  readonly scene: string;
  readonly size: number;
  /** Parameters that the world has to be made with. */
  readonly startParameters: SimulationParameters;
  /** Hash of what the world starts from (hashOfStart). */
  readonly start: string;
  /** Text of the scene's own file (docs/scene-file.md), if the scene is a person's own and goes along with the state. */
  readonly ownScene?: string;
  readonly snapshot: Snapshot;
}

/** Returns the state of a run. @param start what the run started from */
export async function stateOf(simulator: Simulator, start: RunStart): Promise<SavedState> {
  const { scene, size, parameters } = start;
  return { scene, size, startParameters: parameters, start: hashOfStart(start), snapshot: await snapshotOf(simulator) };
}

/** Writes the state of a run as a file's bytes. @param start what the run started from */
export const writeState = async (simulator: Simulator, start: RunStart): Promise<Uint8Array> =>
  packState(await stateOf(simulator, start));

/** Writes a state as a file's bytes. */
export function packState({ snapshot: { arrays, ...snapshot }, ...saved }: SavedState): Uint8Array {
  const header: Header = {
    ...saved,
    hash: hashState(Object.values(arrays)),
    snapshot,
    arrays: Object.entries(arrays).map(([name, array]) => ({
      name,
      type: array instanceof Float32Array ? 'float32' : 'uint32',
      length: array.length,
    })),
  };
  const head = new TextEncoder().encode(JSON.stringify(header));
  const body = deflate(joined(Object.values(arrays).map(toBytes)));
  return joined([new TextEncoder().encode(FORMAT), toBytes(Uint32Array.of(head.length)), head, body]);
}

/** Whether a file that begins with these bytes means to be a state, of any version. */
export const isState = (beginning: Uint8Array): boolean =>
  new TextDecoder().decode(beginning.subarray(0, MARK_SIZE)) === MARK;

/** Reads a state. @throws StateFileError if the file is no whole state of this version */
export function readState(bytes: Uint8Array): SavedState {
  const format = new TextDecoder().decode(bytes.subarray(0, FORMAT.length));
  if (format !== FORMAT)
    throw new StateFileError(`the file begins otherwise than a state; expected '${FORMAT.trim()}'`);
  const from = FORMAT.length + LENGTH_SIZE;
  if (bytes.length < from) throw new StateFileError(`the file ends after ${bytes.length} bytes; expected a header`);
  const [length] = new Uint32Array(fromBytes(bytes.subarray(FORMAT.length, from)));
  if (length > Math.min(MAX_HEADER, bytes.length - from))
    throw new StateFileError(`the file promises a header of ${length} bytes; expected at most ${bytes.length - from}`);
  const header = readHeader(new TextDecoder().decode(bytes.subarray(from, from + length)));
  const { snapshot, hash, arrays: _, ...saved } = header;
  const arrays = readArrays(header, bytes.subarray(from + length));
  if (hashState(Object.values(arrays)) !== hash)
    throw new StateFileError(`the file's arrays are damaged: their hash isn't the one in its header; expected ${hash}`);
  return { ...saved, snapshot: { ...snapshot, arrays } };
}

/**
 * Lets a run go on from a state. Call it before the first step of a run that was opened with the state's `startParameters`.
 * @throws StateFileError if the state is of another scene, or of another version of it
 */
export async function resumeState(simulator: Simulator, saved: SavedState, start: RunStart): Promise<void> {
  checkStart(saved, start);
  try {
    await resumeFrom(simulator, saved.snapshot);
  } catch (error) {
    throw error instanceof RangeError ? new StateFileError(error.message) : error;
  }
}

/** @throws StateFileError if the state is of another scene, or of another version of it */
export function checkStart(saved: SavedState, start: RunStart): void {
  if (saved.start !== hashOfStart(start))
    throw new StateFileError(
      `the state is of ${saved.scene} at size ${saved.size}, as it started from other bodies; found ${start.scene} at size ${start.size}, expected the same scene`,
    );
}

/** Hashes what a run starts from: the positions, and the elements of all models. */
const hashOfStart = ({ world, positions }: PlacedWorld): string =>
  hashState([
    positions,
    Uint32Array.from(world.bodies, ({ model }) => model),
    ...world.models.flatMap(({ mesh, topology }) => [mesh.positions, mesh.tets, topology.faces]),
    world.air.elements,
  ]);

function readArrays({ arrays }: Header, deflated: Uint8Array): SnapshotArrays {
  const total = arrays.reduce((sum, { length }) => sum + 4 * length, 0);
  if (total > MAX_ARRAYS)
    throw new StateFileError(`the file promises arrays of ${total} bytes; expected at most ${MAX_ARRAYS}`);
  let bytes: Uint8Array;
  try {
    bytes = inflate(deflated, total);
  } catch (error) {
    throw error instanceof MeshFileError ? new StateFileError(`the file's end ${error.message}`) : error;
  }
  let at = 0;
  return Object.fromEntries(
    arrays.map(({ name, type, length }) => {
      const buffer = fromBytes(bytes.subarray(at, at + 4 * length));
      at += 4 * length;
      return [name, type === 'float32' ? new Float32Array(buffer) : new Uint32Array(buffer)];
    }),
  );
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
