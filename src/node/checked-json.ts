import { describe } from '../math/text.ts';
import { UsageError } from './errors.ts';

export { describe };

/**
 * Checks of values from JSON files that a person gives to a command, such as recordings and files of queries. Each check returns the value
 * with its type. The parameter `name` is the value's name for the message, such as 'queries.obj'.
 */

/** A JSON object whose fields are still unchecked. */
export type Json = Readonly<Record<string, unknown>>;

/** Checks that a value is an object. @throws UsageError */
export function record(value: unknown, name: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${name} is ${describe(value)}; expected an object`);
  }
  return value as Json;
}

/** Checks that a value is a list. @param items plural noun for the expected items, for the message. @throws UsageError */
export function list(value: unknown, name: string, items: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new UsageError(`${name} is ${describe(value)}; expected a list of ${items}`);
  return value;
}

/** Checks that a value is a string. @throws UsageError */
export function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new UsageError(`${name} is ${describe(value)}; expected a text`);
  return value;
}

/** Checks that a value is a whole number from min to max. @throws UsageError */
export function whole(value: unknown, name: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  // The default maximum is MAX_SAFE_INTEGER. The message names it only if the value exceeds it. Only numbers are compared: an object may
  // have a `valueOf` that is no function, and then the comparison itself throws.
  const hidesMax = max === Number.MAX_SAFE_INTEGER && !(typeof value === 'number' && value > max);
  const range = hidesMax ? `from ${min} up` : `from ${min} to ${max}`;
  throw new UsageError(`${name} is ${describe(value)}; expected a whole number ${range}`);
}

/**
 * Checks a list of numbers and rounds them to float32, in which they must be finite.
 * @param group the list's length must be a multiple of this number
 * @throws UsageError that names the first item that is not a finite number
 */
export function numbers(value: unknown, name: string, group: number): Float32Array {
  const items = list(value, name, 'numbers');
  if (items.length % group !== 0) {
    throw new UsageError(`${name} has ${items.length} numbers; expected a multiple of ${group}`);
  }
  const badIndex = items.findIndex((item) => typeof item !== 'number' || !Number.isFinite(Math.fround(item)));
  if (badIndex >= 0)
    throw new UsageError(`${name}[${badIndex}] is ${describe(items[badIndex])}; expected a finite number`);
  return Float32Array.from(items as number[]);
}

/** Checks a list of whole numbers from min to max. @throws UsageError that names the first item that isn't such a number */
export function integers(value: unknown, name: string, min: number, max: number): Int32Array {
  const items = list(value, name, 'whole numbers');
  const badIndex = items.findIndex(
    (item) => !Number.isInteger(item) || (item as number) < min || (item as number) > max,
  );
  if (badIndex >= 0) {
    const expected = min === max ? `${min}, the only one` : `a whole number from ${min} to ${max}`;
    throw new UsageError(`${name}[${badIndex}] is ${describe(items[badIndex])}; expected ${expected}`);
  }
  return Int32Array.from(items as number[]);
}
