import guardBegin from '../../../shaders/contacts/guarantee/guard-begin.wgsl';
import crossings from '../../../shaders/contacts/guarantee/crossings.wgsl';
import guardCut from '../../../shaders/contacts/guarantee/guard-cut.wgsl';
import edgeEdgeLook from '../../../shaders/contacts/guarantee/edge-edge-look.wgsl';
import giveBack from '../../../shaders/contacts/guarantee/give-back.wgsl';
import groupMomentum from '../../../shaders/contacts/guarantee/group-momentum.wgsl';
import holdVolumes from '../../../shaders/contacts/guarantee/hold-volumes.wgsl';
import invertedElements from '../../../shaders/contacts/guarantee/inverted-elements.wgsl';
import lostMomentum from '../../../shaders/contacts/guarantee/lost-momentum.wgsl';
import nested from '../../../shaders/contacts/guarantee/nested.wgsl';
import applyPushes from '../../../shaders/contacts/guarantee/apply-pushes.wgsl';
import guardPush from '../../../shaders/contacts/guarantee/guard-push.wgsl';
import pushedColliders from '../../../shaders/contacts/guarantee/pushed-colliders.wgsl';
import raiseElements from '../../../shaders/contacts/guarantee/raise-elements.wgsl';
import returnBodies from '../../../shaders/contacts/guarantee/return-bodies.wgsl';
import settle from '../../../shaders/contacts/guarantee/settle.wgsl';
import tangles from '../../../shaders/contacts/guarantee/tangles.wgsl';
import vertexFaceLook from '../../../shaders/contacts/guarantee/vertex-face-look.wgsl';

/** The WGSL of the guarantee's kernels, by the stem of its file in camel case. */
export const GUARANTEE_KERNELS = {
  guardBegin,
  crossings,
  nested,
  tangles,
  settle,
  invertedElements,
  vertexFaceLook,
  edgeEdgeLook,
  guardPush,
  raiseElements,
  applyPushes,
  pushedColliders,
  holdVolumes,
  guardCut,
  returnBodies,
  lostMomentum,
  groupMomentum,
  giveBack,
} satisfies Record<string, string>;
