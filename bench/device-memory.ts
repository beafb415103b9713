import type { HeldArray } from './typed-arrays.ts';

/** The buffers of a device that haven't been destroyed. */
export interface Counted {
  readonly buffers: ReadonlySet<HeldArray>;
}

/** Counts every buffer that the device makes from now on. */
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
