import airRemaining from '../../../shaders/constraints/air/air-remaining.wgsl';
import air from '../../../shaders/constraints/air/air.wgsl';
import countInvertedAir from '../../../shaders/constraints/air/count-inverted-air.wgsl';

/** The WGSL of the kernels of air meshes, by the stem of its file in camel case. */
export const AIR_KERNELS = {
  air,
  airRemaining,
  countInvertedAir,
} satisfies Record<string, string>;
