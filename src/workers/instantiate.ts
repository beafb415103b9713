import type { LeafSearch } from '../simulation/detect/scratch.ts';
import type { Kernels } from '../simulation/program/kernels.ts';
import { bind } from '../simulation/program/kernels.ts?simd';
import type { SimdModule } from './simd.ts';

// Apart from simd.ts, since the page compiles the kernels but doesn't run them.

/** The kernels that write or search boxes of bounding volumes. */
const OF_BOXES: readonly string[] = [
  'fitLeaves',
  'fitInnerNodes',
  'fitEdges',
  'fitFaces',
  'fitOrderedFaces',
  'leavesAt',
] satisfies (keyof Kernels)[];

/** SIMD kernels of one thread, and its search of trees. Without the search, the kernels of boxes have to run in TypeScript. */
export type ThreadKernels =
  | { readonly kernels: Kernels; readonly search: LeafSearch }
  | { readonly kernels: Partial<Kernels>; readonly search?: undefined };

/**
 * Makes the kernels of one thread. The arrays that they get must lie in the memory.
 * @param nodes the thread's one of KernelMemory.searches. Undefined if the memory has only the material's arrays
 */
export function instantiate({ module, memory }: SimdModule, nodes: Uint32Array | undefined): ThreadKernels {
  const kernels = bind(new WebAssembly.Instance(module, { env: { memory } }).exports);
  if (nodes) return { kernels, search: { leavesAt: kernels.leavesAt, nodes } };
  return { kernels: Object.fromEntries(Object.entries(kernels).filter(([name]) => !OF_BOXES.includes(name))) };
}
