/**
 * Copies plain data so that the copy's typed arrays lie in shared memory and all threads that receive the copy use the same bytes. An
 * object that is referenced twice stays one object, as in a structured clone.
 * @throws TypeError with the path of a member that isn't a plain object, array, typed array or primitive: its copy would be incomplete
 */
export function inSharedMemory<T>(data: T): T {
  return share(data, new Map(), '') as T;
}

function share(value: unknown, shared: Map<unknown, unknown>, path: string): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw notPlain(value, path);
  if (typeof value !== 'object' || value === null) return value;
  const known = shared.get(value);
  if (known !== undefined) return known;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const view = value as Float32Array;
    const Kind = view.constructor as Float32ArrayConstructor;
    const copy = new Kind(sharedBuffer(view.buffer, shared), view.byteOffset, view.length);
    shared.set(value, copy);
    return copy;
  }
  if (!Array.isArray(value) && !isPlain(value)) throw notPlain(value, path);
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
  shared.set(value, copy);
  for (const [name, member] of Object.entries(value))
    (copy as Record<string, unknown>)[name] = share(member, shared, path ? `${path}.${name}` : name);
  return copy;
}

/** Tests if an object has no class, so that its own properties are all its contents. Works for objects of other windows or threads, too. */
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

/** Copies a whole buffer, once, so that two views of one buffer become views of one copy. */
function sharedBuffer(buffer: ArrayBufferLike, shared: Map<unknown, unknown>): SharedArrayBuffer {
  if (buffer instanceof SharedArrayBuffer) return buffer;
  const known = shared.get(buffer);
  if (known) return known as SharedArrayBuffer;
  const copy = new SharedArrayBuffer(buffer.byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  shared.set(buffer, copy);
  return copy;
}
