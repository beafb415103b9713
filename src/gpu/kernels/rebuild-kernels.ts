import radixCounts from '../../../shaders/detect/rebuild/radix-counts.wgsl';
import radixScatter from '../../../shaders/detect/rebuild/radix-scatter.wgsl';
import radixSums from '../../../shaders/detect/rebuild/radix-sums.wgsl';
import treeKeys from '../../../shaders/detect/rebuild/tree-keys.wgsl';

/** The WGSL of the kernels that rebuild trees, by the stem of its file in camel case. */
export const REBUILD_KERNELS = { treeKeys, radixCounts, radixSums, radixScatter } satisfies Record<string, string>;
