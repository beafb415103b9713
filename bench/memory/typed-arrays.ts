/** A reachable typed array: the path of properties that leads to it, and its whole buffer's size [bytes]. */
export interface HeldArray {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Lists every buffer of typed arrays reachable from some objects, once each, largest first. Values that only a WeakMap or a
 * closure holds are not found.
 */
export function typedArraysOf(roots: Readonly<Record<string, unknown>>): HeldArray[] {
  const seen = new Set<unknown>();
  const found: HeldArray[] = [];
  const waiting: [path: string, value: unknown][] = Object.entries(roots);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (ArrayBuffer.isView(value)) {
      if (seen.has(value.buffer)) continue;
      seen.add(value.buffer);
      found.push({ path, bytes: value.buffer.byteLength });
    } else if (value instanceof Map || value instanceof Set) {
      for (const entry of value.entries()) waiting.push([`${path}[]`, entry[0]], [`${path}[]`, entry[1]]);
    } else {
      for (const [name, held] of Object.entries(value)) waiting.push([pathTo(path, name), held]);
    }
  }
  return found.sort((a, b) => b.bytes - a.bytes);
}

/** Returns the path to a property. Elements of a list share one path, so that a breakdown adds them up. */
const pathTo = (path: string, name: string): string => (/^\d+$/.test(name) ? `${path}[]` : `${path}.${name}`);

export const bytesOf = (arrays: readonly { readonly bytes: number }[]): number =>
  arrays.reduce((sum, { bytes }) => sum + bytes, 0);

/** The buffers of a device that have not been destroyed. */
export interface Counted {
  readonly buffers: ReadonlySet<HeldArray>;
}

/** Counts every buffer that the device creates from now on. */
export function countDevice(device: GPUDevice): Counted {
  const buffers = new Set<HeldArray>();
  const create = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = create(descriptor);
    const held = { path: descriptor.label ?? 'unnamed', bytes: descriptor.size };
    buffers.add(held);
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      buffers.delete(held);
      destroy();
    };
    return buffer;
  };
  return { buffers };
}
