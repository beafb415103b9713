import { cut, describe } from '../../math/text.ts';
import { SceneFileError } from './scene-file.ts';

/** Checks of values from a scene's file. Each check returns the value with its type, or throws a SceneFileError that begins with the path. */

/** Range of a number; the ends belong to it, but for `above`. */
export interface Range {
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  readonly unit?: string;
  readonly isWhole?: boolean;
}

/** @throws SceneFileError always */
export function refuse(path: string, value: unknown, expected: string): never {
  throw new SceneFileError(`${path}: ${describe(value)}; expected ${expected}`);
}

/** Returns the path of a key of an object, or of an item of a list. */
export function pathTo(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  const name = cut(key);
  if (!/^[A-Za-z_$][\w$-]*$/.test(name)) return `${path}['${name}']`;
  return path === '' ? name : `${path}.${name}`;
}

/** Writes a range in words, such as 'a whole number from 1 to 10'. */
export function inWords({ min, above, max, unit, isWhole }: Range): string {
  const kind = isWhole ? 'a whole number' : 'a number';
  const low = above !== undefined ? ` above ${above}` : min !== undefined ? ` from ${min}` : '';
  const ofUnit = unit ? ` ${unit}` : '';
  if (max === undefined) return `${kind}${low}${ofUnit}${min === undefined ? '' : ' up'}`;
  return `${kind}${low}${above === undefined ? ' to' : ', at most'} ${max}${ofUnit}`;
}

export function number(value: unknown, path: string, range: Range = {}): number {
  const { min = Number.NEGATIVE_INFINITY, above = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  const isRight =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= min &&
    value > above &&
    value <= max &&
    (!range.isWhole || Number.isInteger(value));
  return isRight ? value : refuse(path, value, inWords(range));
}

export function text(value: unknown, path: string, maxLength: number): string {
  if (typeof value !== 'string') return refuse(path, value, 'a text');
  return value.length <= maxLength ? value : refuse(path, value, `a text of at most ${maxLength} characters`);
}

export const flag = (value: unknown, path: string): boolean =>
  typeof value === 'boolean' ? value : refuse(path, value, 'true or false');

export function list(value: unknown, path: string, items: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) return refuse(path, value, `a list of ${items}`);
  return value.length <= max ? value : refuse(path, value, `at most ${max} ${items}`);
}

/** Checks a list of as many numbers as `names` has letters, such as 'xyz'. */
export function numbers(value: unknown, path: string, names: string, range: Range): number[] {
  const items = list(value, path, `${names.length} numbers: ${[...names].join(', ')}`, Number.POSITIVE_INFINITY);
  if (items.length !== names.length) return refuse(path, value, `${names.length} numbers: ${[...names].join(', ')}`);
  return items.map((item, i) => number(item, pathTo(path, i), range));
}

/** An object of a scene's file whose keys are known to be allowed ones. */
export class Fields {
  private readonly json: Readonly<Record<string, unknown>>;

  /** @param known the keys that the object may have; undefined if they are names that the person chose */
  constructor(
    value: unknown,
    readonly path: string,
    known: readonly string[] | undefined,
  ) {
    const where = path === '' ? 'the scene' : path;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(where, value, 'an object');
    this.json = value as Readonly<Record<string, unknown>>;
    const unknown = known && this.keys.find((key) => !known.includes(key));
    if (unknown !== undefined)
      throw new SceneFileError(`${pathTo(path, unknown)}: unknown; expected one of ${known?.join(', ')}`);
  }

  get keys(): readonly string[] {
    return Object.keys(this.json);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.json, key);
  }

  /** Reads a key that has to be there. @param read checks the value */
  get<T>(key: string, read: (value: unknown, path: string) => T): T {
    return read(this.has(key) ? this.json[key] : undefined, pathTo(this.path, key));
  }

  /** Reads a key that may be missing. */
  optional<T, D>(key: string, read: (value: unknown, path: string) => T, byDefault: D): T | D {
    return this.has(key) ? this.get(key, read) : byDefault;
  }

  /** Reads a key that may be missing, as an object that lacks it then. */
  entry<K extends string, T>(key: K, read: (value: unknown, path: string) => T): { readonly [_ in K]?: T } {
    return this.has(key) ? ({ [key]: this.get(key, read) } as { readonly [_ in K]?: T }) : {};
  }
}
