import containment from '../../shaders/detect/containment.wgsl';
import edgeContainment from '../../shaders/detect/edge-containment.wgsl';
import queries from '../../shaders/detect/queries.wgsl';
import refitBodies from '../../shaders/detect/refit-bodies.wgsl';
import refitFaces from '../../shaders/detect/refit-faces.wgsl';
import refitLevel from '../../shaders/detect/refit-level.wgsl';
import refitTets from '../../shaders/detect/refit-tets.wgsl';
import scanBlocks from '../../shaders/detect/scan-blocks.wgsl';
import scanSums from '../../shaders/detect/scan-sums.wgsl';
import branchedEdges from '../../shaders/path/branched-edges.wgsl';
import cellBounds from '../../shaders/path/cell-bounds.wgsl';
import foldedEdges from '../../shaders/path/folded-edges.wgsl';
import foldedVertices from '../../shaders/path/folded-vertices.wgsl';
import inverted from '../../shaders/path/inverted.wgsl';
import pathOverflows from '../../shaders/path/path-overflows.wgsl';
import shortestPathFlood from '../../shaders/path/shortest-path-flood.wgsl';
import shortestPathLarge from '../../shaders/path/shortest-path-large.wgsl';
import shortestPath from '../../shaders/path/shortest-path.wgsl';
import clearGases from '../../shaders/pressure/clear-gases.wgsl';
import expandGases from '../../shaders/pressure/expand-gases.wgsl';
import pushSurfaces from '../../shaders/pressure/push-surfaces.wgsl';
import volumeGradients from '../../shaders/pressure/volume-gradients.wgsl';
import colliders from '../../shaders/project/colliders.wgsl';
import colourClaim from '../../shaders/project/colour-claim.wgsl';
import colourClear from '../../shaders/project/colour-clear.wgsl';
import colourList from '../../shaders/project/colour-list.wgsl';
import colourOffsets from '../../shaders/project/colour-offsets.wgsl';
import colourOrder from '../../shaders/project/colour-order.wgsl';
import colourRest from '../../shaders/project/colour-rest.wgsl';
import colourWin from '../../shaders/project/colour-win.wgsl';
import contactsRest from '../../shaders/project/contacts-rest.wgsl';
import contacts from '../../shaders/project/contacts.wgsl';
import pathContacts from '../../shaders/project/path-contacts.wgsl';
import attachments from '../../shaders/solve/attachments.wgsl';
import begin from '../../shaders/solve/begin.wgsl';
import drive from '../../shaders/solve/drive.wgsl';
import displace from '../../shaders/solve/displace.wgsl';
import energy from '../../shaders/solve/energy.wgsl';
import findSpins from '../../shaders/solve/find-spins.wgsl';
import moments from '../../shaders/solve/moments.wgsl';
import neoHookean from '../../shaders/solve/neo-hookean.wgsl';
import place from '../../shaders/solve/place.wgsl';
import predict from '../../shaders/solve/predict.wgsl';
import spin from '../../shaders/solve/spin.wgsl';
import springs from '../../shaders/solve/springs.wgsl';
import velocities from '../../shaders/solve/velocities.wgsl';
import depths from '../../shaders/view/depths.wgsl';
import normals from '../../shaders/view/normals.wgsl';
import { createKernel, type Kernel, type KernelResources } from './kernel.ts';

/** The WGSL of every kernel, by its stem. A new kernel is registered here. */
export const KERNELS = {
  refitTets,
  refitFaces,
  refitLevel,
  refitBodies,
  containment,
  edgeContainment,
  scanBlocks,
  scanSums,
  queries,
  foldedEdges,
  foldedVertices,
  inverted,
  branchedEdges,
  cellBounds,
  shortestPath,
  shortestPathFlood,
  pathOverflows,
  shortestPathLarge,
  pathContacts,
  colourClear,
  colourList,
  colourClaim,
  colourWin,
  colourRest,
  colourOffsets,
  colourOrder,
  contacts,
  contactsRest,
  colliders,
  begin,
  predict,
  drive,
  displace,
  springs,
  neoHookean,
  place,
  clearGases,
  volumeGradients,
  expandGases,
  pushSurfaces,
  attachments,
  velocities,
  moments,
  findSpins,
  spin,
  energy,
  depths,
  normals,
} satisfies Record<string, string>;

export type KernelName = keyof typeof KERNELS;
export type Kernels = Readonly<Record<KernelName, Kernel>>;

/** Values of override constants, by kernel. */
export type KernelOverrides = Readonly<Partial<Record<KernelName, Readonly<Record<string, number>>>>>;

/** @throws Error naming the first kernel that doesn't compile */
export async function createKernels(resources: KernelResources, overrides: KernelOverrides = {}): Promise<Kernels> {
  const names = Object.keys(KERNELS) as KernelName[];
  const kernels = await Promise.all(
    names.map((label) => createKernel(resources, { label, code: KERNELS[label], constants: overrides[label] ?? {} })),
  );
  return Object.fromEntries(names.map((name, i) => [name, kernels[i]])) as Kernels;
}
