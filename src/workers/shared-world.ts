/**
 * Copies plain data so that its typed arrays lie in shared memory and all threads that receive it use the same bytes. An object that
 * is referenced twice stays one object, as in a structured clone.
 * @throws TypeError with the path of a member that is no plain object, array, typed array or primitive, since its copy would be incomplete
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

/** Whether an object is plain, in any realm: its contents are its own properties. */
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

/** Copies whole buffers, so that views of one buffer still share one. */
function sharedBuffer(buffer: ArrayBufferLike, shared: Map<unknown, unknown>): SharedArrayBuffer {
  if (buffer instanceof SharedArrayBuffer) return buffer;
  const known = shared.get(buffer);
  if (known) return known as SharedArrayBuffer;
  const copy = new SharedArrayBuffer(buffer.byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  shared.set(buffer, copy);
  return copy;
}
