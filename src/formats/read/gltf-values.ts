import { cut, describe } from '../../math/text.ts';
import { MeshFileError } from '../file-mesh.ts';

/** A value of the description for a message. */
export const named = (value: unknown): string =>
  typeof value === 'string' ? cut(value) : value === undefined || value === null ? 'nothing' : describe(value);

export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Finds an entry of a list in the file. @param what the kind of the entry, for messages */
export function entry<T>(list: readonly T[] | undefined, index: unknown, what: string): T {
  const count = Array.isArray(list) ? list.length : 0;
  if (!(isWhole(index) && index < count))
    throw new MeshFileError(`The file names the ${what} ${named(index)}; expected one of its ${count}, from 0 on`);
  return list![index];
}
