import type { Stage } from './program/stage.ts';
import { begin, predict, velocities } from './integrators/xpbd/motion.ts';
import { drive } from './script/drive.ts';
import { push } from './script/push.ts';
import { neoHookean, neoHookeanByBody } from './constraints/neo-hookean/neo-hookean.ts';
import { grabs } from './constraints/grabs/grabs.ts';
import { moments } from './integrators/xpbd/moments.ts';
import { overlap } from './diagnostics/overlap.ts';
import { depths, energy, piercing } from './diagnostics/stages.ts';
import { volumes } from './diagnostics/volumes.ts';
import {
  refitBodies,
  refitBodySurfaces,
  refitFaces,
  refitTets,
  refitUnknownBodies,
  refitUnknownFaces,
} from './detect/refit.ts';
import { containment } from './detect/containment.ts';
import { edgeContainment } from './detect/edge-containment.ts';
import { queries } from './detect/queries.ts';
import { sweepElements, sweepPlaces } from './contacts/ccd/element-boxes.ts';
import { sweepVertices } from './contacts/ccd/motion-boxes.ts';
import { sweepBodies, sweepEdges, sweepFaces } from './contacts/ccd/sweep.ts';
import { edgeEdge, vertexFace } from './contacts/ccd/stages.ts';
import { hits } from './contacts/ccd/hits.ts';
import { beginFreedom, findFreedom, findInverted } from './contacts/guarantee/freedom.ts';
import { giveBack } from './contacts/guarantee/momentum.ts';
import { push as pushApart } from './contacts/guarantee/push.ts';
import {
  beginCutAll,
  beginCuts,
  beginGuarantee,
  collidersAgain,
  endGuarantee,
  lookAtEdges,
  lookAtVertices,
  setBack,
  truncate,
} from './contacts/guarantee/stages.ts';
import { findFlat, holdVolumes, raiseFlat } from './contacts/guarantee/volumes.ts';
import { shortestPath } from './path/shortest-path.ts';
import { pathContacts } from './contacts/paths/path-contacts.ts';
import { regionDirections, regionPaths, regions } from './contacts/regions/regions.ts';
import { colour } from './contacts/projection/colour.ts';
import { contacts } from './contacts/projection/contacts.ts';
import { colliders } from './constraints/colliders/colliders.ts';
import { normals } from './view/normals.ts';

/** CPU stages by name: those that workers have from the start. The others are in parts that come late (late-parts.ts). */
export const FIRST_STAGES = {
  begin,
  predict,
  drive,
  push,
  neoHookean,
  neoHookeanByBody,
  grabs,
  velocities,
  moments,
  energy,
  volumes,
  refitTets,
  refitFaces,
  refitBodies,
  refitBodySurfaces,
  containment,
  edgeContainment,
  queries,
  sweepVertices,
  sweepFaces,
  sweepEdges,
  sweepBodies,
  sweepElements,
  sweepPlaces,
  vertexFace,
  edgeEdge,
  hits,
  beginFreedom,
  refitUnknownFaces,
  refitUnknownBodies,
  findFreedom,
  findInverted,
  beginGuarantee,
  findFlat,
  raiseFlat,
  lookAtVertices,
  lookAtEdges,
  pushApart,
  collidersAgain,
  beginCuts,
  beginCutAll,
  holdVolumes,
  truncate,
  setBack,
  endGuarantee,
  giveBack,
  piercing,
  shortestPath,
  regions,
  regionDirections,
  regionPaths,
  pathContacts,
  colour,
  contacts,
  colliders,
  depths,
  overlap,
  normals,
} satisfies Record<string, Stage>;
