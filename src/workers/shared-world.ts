/**
 * Copies plain data, such as the world that a pool sends to its workers. The typed arrays of the copy lie in shared memory, so that all
 * threads that receive the copy use the same bytes. If two members refer to the same object, it is copied only once, as in a structured
 * clone.
 * @throws TypeError with the path of the first member that isn't a plain object, an array, a typed array or a primitive, because its copy
 *   would be incomplete
 */
export function inSharedMemory<T>(data: T): T {
  return share(data, new Map(), '') as T;
}

/**
 * Copies one member of the data.
 * @param copies copies that exist already, by their originals
 * @param path path of the member in the data, for messages
 */
function share(value: unknown, copies: Map<unknown, unknown>, path: string): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw notPlain(value, path);
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const view = value as Float32Array;
    const Kind = view.constructor as Float32ArrayConstructor;
    const copy = new Kind(sharedBuffer(view.buffer, copies), view.byteOffset, view.length);
    copies.set(value, copy);
    return copy;
  }
  if (!Array.isArray(value) && !isPlain(value)) throw notPlain(value, path);
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
  copies.set(value, copy);
  for (const [name, member] of Object.entries(value))
    (copy as Record<string, unknown>)[name] = share(member, copies, path ? `${path}.${name}` : name);
  return copy;
}

/**
 * Whether an object has no class, so that its own properties are all that it contains. Works for objects of other windows and threads
 * too.
 */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function notPlain(value: object | symbol, path: string): TypeError {
  const found = typeof value === 'object' ? `an instance of ${value.constructor.name}` : `a ${typeof value}`;
  return new TypeError(
    `${path || 'the data'} is ${found}; expected a plain object, an array, a typed array or a primitive, to share it among workers`,
  );
}

/**
 * Returns a copy of a buffer in shared memory, or the buffer itself if it is shared already. Each buffer is copied only once, so that two
 * arrays of one buffer become two arrays of one copy.
 */
function sharedBuffer(buffer: ArrayBufferLike, copies: Map<unknown, unknown>): SharedArrayBuffer {
  if (buffer instanceof SharedArrayBuffer) return buffer;
  const known = copies.get(buffer);
  if (known) return known as SharedArrayBuffer;
  const copy = new SharedArrayBuffer(buffer.byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  copies.set(buffer, copy);
  return copy;
}
