import { boundsOf, sidesOf } from './inspect/extent.ts';

/** Numbers that are subtracted from all x, y and z of a mesh, in its file's unit. */
export type Shift = readonly [number, number, number];

/**
 * A mesh is far from the origin if a coordinate exceeds this multiple of its longest side: then float32, which has 24 bits, keeps fewer
 * than 16 of the mesh's size, that is, it moves vertices by more than 1/65,536 of it.
 */
const FAR = 2 ** (24 - 16);

/** The place of a surface far from the origin, as its file has it. */
export interface FarPlace {
  /** Place in the file that is the origin of the surface's float32 positions. */
  readonly shift: Shift;
  /** Positions as the file has them, 3 numbers per vertex. */
  readonly positions: Float64Array;
}

/**
 * Returns what to subtract from a mesh's positions before they become float32. All three numbers are multiples of the power of ten that is
 * the longest side or the next above it, so that a person can read them.
 * @param ids vertices of its elements; others don't count
 * @returns undefined if the mesh is near the origin, so that float32 serves as well without
 */
export function shiftOf(positions: ArrayLike<number>, ids: Uint32Array): Shift | undefined {
  const bounds = boundsOf(positions, ids);
  if (!bounds) return undefined;
  const { low, high } = bounds;
  const longest = Math.max(...sidesOf(bounds));
  const farthest = Math.max(...low.map(Math.abs), ...high.map(Math.abs));
  if (!(longest > 0 && farthest > FAR * longest && Number.isFinite(farthest))) return undefined;
  const step = (k: number) => roundTo(longest, low[k] / 2 + high[k] / 2);
  return [step(0), step(1), step(2)];
}

/** Rounds a number to a multiple of the power of ten that is at least `length`. */
function roundTo(length: number, value: number): number {
  let exponent = 0;
  while (Number(`1e${exponent}`) < length) exponent++;
  while (Number(`1e${exponent - 1}`) >= length) exponent--;
  const count = Math.round(value / Number(`1e${exponent}`));
  // Through a text, since 3 * 0.1 isn't 0.3. Numbers that float64 doesn't hold to such a multiple stay as they are.
  return Number.isSafeInteger(count) ? Number(`${count}e${exponent}`) : value;
}

/** Subtracts a shift from positions in float64, then rounds them to float32. @param scale factor for the differences */
export function shifted(positions: ArrayLike<number>, shift: Shift | undefined, scale = 1): Float32Array {
  const near = new Float32Array(positions.length);
  for (let i = 0; i < near.length; i++) near[i] = (shift ? positions[i] - shift[i % 3] : positions[i]) * scale;
  return near;
}

/** The opposite of `shifted`, in float64. @param shift in the unit of the positions */
export const putBack = (positions: ArrayLike<number>, shift: Shift): Float64Array =>
  Float64Array.from(positions, (x, i) => x + shift[i % 3]);

/** Says in a sentence where the origin of a mesh's positions lies. */
export const shiftNote = (shift: Shift): string =>
  `The mesh lies far from the origin for its size, where float32 would round it: (${shift.join(', ')}) is taken for its origin.`;

/** Multiplies all lengths. */
export const scaledPlace = ({ shift: [x, y, z], positions }: FarPlace, scale: number): FarPlace => ({
  shift: [x * scale, y * scale, z * scale],
  positions: positions.map((value) => value * scale),
});
