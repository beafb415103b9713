import { fitEdges, fitFaces, fitInnerNodes, fitLeaves, fitOrderedFaces } from '../bvh/fit-boxes.ts';
import { leavesAt } from '../bvh/leaves-at.ts';

/** The kernels that write or search boxes of bounding volumes, in TypeScript. They are short, and every worker has them. */
export const BOX_KERNELS = { fitLeaves, fitInnerNodes, fitEdges, fitFaces, fitOrderedFaces, leavesAt };
