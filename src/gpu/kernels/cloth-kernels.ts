import clothBodies from '../../../shaders/constraints/cloth/cloth-bodies.wgsl';
import clothHinges from '../../../shaders/constraints/cloth/cloth-hinges.wgsl';
import clothTriangles from '../../../shaders/constraints/cloth/cloth-triangles.wgsl';

/** The WGSL of the kernels of cloth, by the stem of its file in camel case. */
export const CLOTH_KERNELS = {
  clothTriangles,
  clothHinges,
  clothBodies,
} satisfies Record<string, string>;
