import type { Stage } from './program/stage.ts';
import { begin, predict, velocities } from './integrators/xpbd/motion.ts';
import { listContacts } from './integrators/implicit-euler/contact-lists.ts';
import { solveLinear } from './integrators/implicit-euler/conjugate-gradients.ts';
import { moveAlong } from './integrators/implicit-euler/line-search.ts';
import { beginSolve, endSolve } from './integrators/implicit-euler/motion.ts';
import { predictWithForces } from './integrators/implicit-euler/prediction.ts';
import { drive } from './script/drive.ts';
import { springs, springsByBody } from './constraints/springs/springs.ts';
import { cloth, clothByBody } from './constraints/cloth/cloth.ts';
import { neoHookean, neoHookeanByBody } from './constraints/neo-hookean/neo-hookean.ts';
import { neoHookeanXpbd, neoHookeanXpbdByBody } from './constraints/neo-hookean-xpbd/neo-hookean-xpbd.ts';
import { clearGases, gas } from './constraints/pressure/gas.ts';
import { grabs } from './constraints/grabs/grabs.ts';
import { moments } from './integrators/xpbd/moments.ts';
import { depths, energy, piercing } from './diagnostics/stages.ts';
import { refitBodies, refitBodySurfaces, refitFaces, refitTets } from './detect/refit.ts';
import { containment } from './detect/containment.ts';
import { edgeContainment } from './detect/edge-containment.ts';
import { queries } from './detect/queries.ts';
import { sweepElements, sweepPlaces } from './contacts/ccd/element-boxes.ts';
import { sweepVertices } from './contacts/ccd/motion-boxes.ts';
import { sweepBodies, sweepEdges, sweepFaces } from './contacts/ccd/sweep.ts';
import { edgeEdge, vertexFace } from './contacts/ccd/stages.ts';
import { hits } from './contacts/ccd/hits.ts';
import { markPatches } from './contacts/ccd/self-culling.ts';
import { beginFailSafe, setBack, truncate, tryEdges, tryVertices } from './contacts/fail-safe/stages.ts';
import { shortestPath } from './path/shortest-path.ts';
import { fieldContacts } from './contacts/paths/field-contacts.ts';
import { fillField } from './path/distance-field/fill.ts';
import { pathContacts } from './contacts/paths/path-contacts.ts';
import { colour } from './contacts/projection/colour.ts';
import { contacts } from './contacts/projection/contacts.ts';
import { colliders } from './constraints/colliders/colliders.ts';
import { normals } from './view/normals.ts';

/** All CPU stages by name. */
export const STAGES = {
  begin,
  predict,
  drive,
  springs,
  springsByBody,
  cloth,
  clothByBody,
  neoHookean,
  neoHookeanByBody,
  neoHookeanXpbd,
  neoHookeanXpbdByBody,
  clearGases,
  gas,
  grabs,
  velocities,
  moments,
  listContacts,
  predictWithForces,
  beginSolve,
  solveLinear,
  moveAlong,
  endSolve,
  energy,
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
  markPatches,
  vertexFace,
  edgeEdge,
  hits,
  beginFailSafe,
  tryVertices,
  tryEdges,
  truncate,
  setBack,
  piercing,
  shortestPath,
  pathContacts,
  fillField,
  fieldContacts,
  colour,
  contacts,
  colliders,
  depths,
  normals,
} satisfies Record<string, Stage>;

export type StageName = keyof typeof STAGES;
