import clearGases from '../../../shaders/constraints/pressure/clear-gases.wgsl';
import expandGases from '../../../shaders/constraints/pressure/expand-gases.wgsl';
import pushSurfaces from '../../../shaders/constraints/pressure/push-surfaces.wgsl';
import volumeGradients from '../../../shaders/constraints/pressure/volume-gradients.wgsl';

/** The WGSL of the kernels of bodies with gas, by the stem of its file in camel case. */
export const GAS_KERNELS = {
  clearGases,
  volumeGradients,
  expandGases,
  pushSurfaces,
} satisfies Record<string, string>;
