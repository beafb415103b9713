import prefixSum from '../../../shaders/shared/prefix-sum-subgroups.wgsl';

/** The parts of kernels that have another form for devices with subgroups, by name. They give the same bits. */
export const SUBGROUP_PARTS: Readonly<Record<string, string>> = { prefix_sum: prefixSum };
