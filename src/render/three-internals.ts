import type { BufferAttribute } from 'three';
import type { WebGPURenderer } from 'three/webgpu';

/**
 * The one place that reaches into three's internals (three is pinned for it): lets three draw a buffer that kernels write.
 * Call it before the geometry's first render. three never writes it, since the attribute's version stays 0; but
 * geometry.dispose() would destroy it, so release it first.
 */
export function adoptBuffer<T extends BufferAttribute>(renderer: WebGPURenderer, attribute: T, buffer: GPUBuffer): T {
  // biome-ignore lint/suspicious/noExplicitAny: three's types hide the backend's map from attributes to GPU buffers
  (renderer.backend as any).get(attribute).buffer = buffer;
  return attribute;
}

/** Puts an empty buffer in an adopted one's place, so that geometry.dispose() doesn't destroy what the kernels write. */
export function releaseBuffer(renderer: WebGPURenderer, attribute: BufferAttribute, device: GPUDevice): void {
  const empty = device.createBuffer({ label: 'released attribute', size: 4, usage: GPUBufferUsage.VERTEX });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  (renderer.backend as any).get(attribute).buffer = empty;
}
