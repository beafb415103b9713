import type { Stage } from './stage.ts';
import { begin } from './solve/begin.ts';
import { predict } from './solve/predict.ts';
import { drive } from './solve/drive.ts';
import { springs, springsByBody } from './solve/springs.ts';
import { neoHookean, neoHookeanByBody } from './solve/neo-hookean.ts';
import { clearGases } from './pressure/clear-gases.ts';
import { gas } from './pressure/gas.ts';
import { attachments } from './solve/attachments.ts';
import { velocities } from './solve/velocities.ts';
import { moments } from './solve/moments.ts';
import { energy } from './solve/energy.ts';
import { refitBodies, refitBodySurfaces, refitFaces, refitTets } from './detect/refit.ts';
import { containment } from './detect/containment.ts';
import { edgeContainment } from './detect/edge-containment.ts';
import { queries } from './detect/queries.ts';
import { sweepBodies, sweepEdges, sweepFaces } from './detect/sweep.ts';
import { vertexFace } from './detect/vertex-face.ts';
import { edgeEdge } from './detect/edge-edge.ts';
import { hits } from './detect/hits.ts';
import { piercing } from './detect/piercing.ts';
import { shortestPath } from './path/shortest-path.ts';
import { pathContacts } from './project/path-contacts.ts';
import { colour } from './project/colour.ts';
import { contacts } from './project/contacts.ts';
import { colliders } from './project/colliders.ts';
import { depths } from './view/depths.ts';
import { normals } from './view/normals.ts';

/** The CPU twins by name. */
export const STAGES = {
  begin,
  predict,
  drive,
  springs,
  springsByBody,
  neoHookean,
  neoHookeanByBody,
  clearGases,
  gas,
  attachments,
  velocities,
  moments,
  energy,
  refitTets,
  refitFaces,
  refitBodies,
  refitBodySurfaces,
  containment,
  edgeContainment,
  queries,
  sweepFaces,
  sweepEdges,
  sweepBodies,
  vertexFace,
  edgeEdge,
  hits,
  piercing,
  shortestPath,
  pathContacts,
  colour,
  contacts,
  colliders,
  depths,
  normals,
} satisfies Record<string, Stage>;

export type StageName = keyof typeof STAGES;
