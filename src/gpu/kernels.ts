import containment from '../../shaders/detect/containment.wgsl';
import queries from '../../shaders/detect/queries.wgsl';
import refitBodies from '../../shaders/detect/refit-bodies.wgsl';
import refitFaces from '../../shaders/detect/refit-faces.wgsl';
import refitLevel from '../../shaders/detect/refit-level.wgsl';
import refitTets from '../../shaders/detect/refit-tets.wgsl';
import scanBlocks from '../../shaders/detect/scan-blocks.wgsl';
import scanSums from '../../shaders/detect/scan-sums.wgsl';
import { createKernel, type Kernel, type KernelResources } from './kernel.ts';

/** The WGSL of every kernel, by its stem. A new kernel is registered here. */
export const KERNELS = {
  refitTets,
  refitFaces,
  refitLevel,
  refitBodies,
  containment,
  scanBlocks,
  scanSums,
  queries,
} satisfies Record<string, string>;

export type KernelName = keyof typeof KERNELS;

/** @throws Error naming the first kernel that doesn't compile */
export async function createKernels(resources: KernelResources): Promise<Record<KernelName, Kernel>> {
  const names = Object.keys(KERNELS) as KernelName[];
  const kernels = await Promise.all(names.map((label) => createKernel(resources, { label, code: KERNELS[label] })));
  return Object.fromEntries(names.map((name, i) => [name, kernels[i]])) as Record<KernelName, Kernel>;
}
