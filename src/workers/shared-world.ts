/**
 * A copy of plain data whose typed arrays lie in shared memory: threads that get it work on the same bytes instead of each
 * on a copy of its own. What is held twice stays one, as in a structured clone.
 */
export function inSharedMemory<T>(data: T): T {
  return share(data, new Map()) as T;
}

function share(value: unknown, shared: Map<unknown, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = shared.get(value);
  if (known !== undefined) return known;
  if (ArrayBuffer.isView(value)) {
    const view = value as Float32Array;
    const Kind = view.constructor as Float32ArrayConstructor;
    const copy = new Kind(sharedBuffer(view.buffer, shared), view.byteOffset, view.length);
    shared.set(value, copy);
    return copy;
  }
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
  shared.set(value, copy);
  for (const [name, member] of Object.entries(value)) (copy as Record<string, unknown>)[name] = share(member, shared);
  return copy;
}

/** Whole buffers, so that views of one buffer stay views of one. */
function sharedBuffer(buffer: ArrayBufferLike, shared: Map<unknown, unknown>): SharedArrayBuffer {
  if (buffer instanceof SharedArrayBuffer) return buffer;
  const known = shared.get(buffer);
  if (known) return known as SharedArrayBuffer;
  const copy = new SharedArrayBuffer(buffer.byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  shared.set(buffer, copy);
  return copy;
}
