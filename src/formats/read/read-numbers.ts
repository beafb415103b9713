import { MeshFileError } from '../file-mesh.ts';

/**
 * Checks that float32 can hold a coordinate, and returns it with all its digits: tidySurface rounds it when it knows where the mesh lies.
 * @param where the place, for the message if float32 can't hold it
 */
export function coordinate(value: number, where: () => string): number {
  if (!Number.isFinite(Math.fround(value)))
    throw new MeshFileError(`${where()} is ${value}; expected a finite number, at most 3.4e38`);
  return value;
}

/** How notes name what changes the looks, and was left out since it has numbers that aren't finite. */
export const NO_COLOURS = 'colours that are no numbers';
export const NO_UVS = 'texture coordinates that are no numbers';

/**
 * Replaces all numbers of rows with one that isn't finite, such as colours and texture coordinates.
 * @param instead what stands for each of their numbers    @param leftOut called for each such row
 */
export function replaceRows(
  values: Float32Array | Float64Array,
  perRow: number,
  instead: number,
  leftOut: () => void,
): void {
  for (let row = 0; row < values.length; row += perRow) {
    let isRight = true;
    for (let k = 0; k < perRow; k++) isRight &&= Number.isFinite(values[row + k]);
    if (isRight) continue;
    values.fill(instead, row, row + perRow);
    leftOut();
  }
}

/** Turns a colour's component from sRGB, as files of pictures have it, to linear, from 0 to 1. Source: IEC 61966-2-1. Colours decide no motion, so pow may round. */
export function linearFromSrgb(value: number): number {
  const c = Math.min(1, Math.max(0, value));
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/** The opposite of linearFromSrgb. */
export function srgbFromLinear(value: number): number {
  const c = Math.min(1, Math.max(0, value));
  return c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;
}
