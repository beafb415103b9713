import areas from '../../../shaders/constraints/areas/areas.wgsl';

/** The WGSL of the kernels of bodies in the plane, by the stem of its file in camel case. */
export const AREA_KERNELS = { areas } satisfies Record<string, string>;
