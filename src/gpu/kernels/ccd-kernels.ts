import edgeEdge from '../../../shaders/contacts/ccd/edge-edge.wgsl';
import hitBlocks from '../../../shaders/contacts/ccd/hit-blocks.wgsl';
import hitContacts from '../../../shaders/contacts/ccd/hit-contacts.wgsl';
import hitSums from '../../../shaders/contacts/ccd/hit-sums.wgsl';
import sweepBodies from '../../../shaders/contacts/ccd/sweep-bodies.wgsl';
import sweepEdges from '../../../shaders/contacts/ccd/sweep-edges.wgsl';
import sweepFaces from '../../../shaders/contacts/ccd/sweep-faces.wgsl';
import sweepLevels from '../../../shaders/contacts/ccd/sweep-levels.wgsl';
import vertexFace from '../../../shaders/contacts/ccd/vertex-face.wgsl';

/** The WGSL of the kernels of CCD, by the stem of its file in camel case. */
export const CCD_KERNELS = {
  sweepFaces,
  sweepEdges,
  sweepLevels,
  sweepBodies,
  vertexFace,
  edgeEdge,
  hitBlocks,
  hitSums,
  hitContacts,
} satisfies Record<string, string>;
