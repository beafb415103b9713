import type { LeafSearch } from '../simulation/detect/scratch.ts';
import type { Kernels } from '../simulation/program/kernels.ts';
import { bind } from '../simulation/program/kernels.ts?simd';
import { BOX_KERNELS } from './box-kernels.ts';
import type { SimdModule } from './simd.ts';

// Apart from simd.ts, since the page compiles the kernels but doesn't run them.

/** Kernels of one thread, and its search of trees if that has SIMD. */
export interface ThreadKernels {
  readonly kernels: Kernels;
  readonly search?: LeafSearch;
}

/**
 * Makes the kernels of one thread. The arrays that they get must lie in the memory.
 * @param nodes the thread's one of KernelMemory.searches. Undefined if the memory has only the material's arrays: then the other kernels are
 *   those in TypeScript
 */
export function instantiate({ module, memory }: SimdModule, nodes: Uint32Array | undefined): ThreadKernels {
  const kernels = bind(new WebAssembly.Instance(module, { env: { memory } }).exports);
  return nodes
    ? { kernels, search: { leavesAt: kernels.leavesAt, nodes } }
    : { kernels: { ...kernels, ...BOX_KERNELS } };
}
