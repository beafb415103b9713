import areas from '../../../shaders/constraints/areas/areas.wgsl';
import edgeContainment from '../../../shaders/detect/edge-containment.wgsl';
import push from '../../../shaders/script/push.wgsl';

/**
 * The WGSL of kernels that few worlds need, by the stem of its file in camel case: for bodies in the plane, contact points on edges, and
 * scripts that accelerate vertices. They share a file, since a file of its own for each would be as much to fetch as it saves.
 */
export const RARE_KERNELS = { areas, edgeContainment, push } satisfies Record<string, string>;
