import edgeContainment from '../../../shaders/detect/edge-containment.wgsl';

/** The WGSL of the kernels for contact points on edges, by the stem of its file in camel case. */
export const EDGE_POINT_KERNELS = { edgeContainment } satisfies Record<string, string>;
