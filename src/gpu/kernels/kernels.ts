import clearDeep from '../../../shaders/detect/clear-deep.wgsl';
import containment from '../../../shaders/detect/containment.wgsl';
import queries from '../../../shaders/detect/queries.wgsl';
import refitBodies from '../../../shaders/detect/refit-bodies.wgsl';
import refitFaces from '../../../shaders/detect/refit-faces.wgsl';
import refitLevels from '../../../shaders/detect/refit-levels.wgsl';
import refitTets from '../../../shaders/detect/refit-tets.wgsl';
import scanBlocks from '../../../shaders/detect/scan-blocks.wgsl';
import scanSums from '../../../shaders/detect/scan-sums.wgsl';
import branchedEdges from '../../../shaders/path/branched-edges.wgsl';
import cellBounds from '../../../shaders/path/flood/cell-bounds.wgsl';
import foldedEdges from '../../../shaders/path/folded-edges.wgsl';
import foldedVertices from '../../../shaders/path/folded-vertices.wgsl';
import inverted from '../../../shaders/path/inverted.wgsl';
import pathOverflows from '../../../shaders/path/path-overflows.wgsl';
import shortestPathFlood from '../../../shaders/path/flood/shortest-path-flood.wgsl';
import shortestPathLarge from '../../../shaders/path/shortest-path-large.wgsl';
import shortestPath from '../../../shaders/path/shortest-path.wgsl';
import colliders from '../../../shaders/constraints/colliders/colliders.wgsl';
import colourClaim from '../../../shaders/contacts/projection/colour-claim.wgsl';
import colourClear from '../../../shaders/contacts/projection/colour-clear.wgsl';
import colourFew from '../../../shaders/contacts/projection/colour-few.wgsl';
import colourList from '../../../shaders/contacts/projection/colour-list.wgsl';
import colourOffsets from '../../../shaders/contacts/projection/colour-offsets.wgsl';
import colourOrder from '../../../shaders/contacts/projection/colour-order.wgsl';
import colourRemaining from '../../../shaders/contacts/projection/colour-remaining.wgsl';
import colourWin from '../../../shaders/contacts/projection/colour-win.wgsl';
import contactsRemaining from '../../../shaders/contacts/projection/contacts-remaining.wgsl';
import contacts from '../../../shaders/contacts/projection/contacts.wgsl';
import fieldContacts from '../../../shaders/contacts/paths/field-contacts.wgsl';
import fieldPaths from '../../../shaders/path/distance-field/field-paths.wgsl';
import regions from '../../../shaders/contacts/regions/regions.wgsl';
import pathContacts from '../../../shaders/contacts/paths/path-contacts.wgsl';
import flatten from '../../../shaders/constraints/flatten/flatten.wgsl';
import grabs from '../../../shaders/constraints/grabs/grabs.wgsl';
import begin from '../../../shaders/integrators/xpbd/begin.wgsl';
import drive from '../../../shaders/script/drive.wgsl';
import displace from '../../../shaders/constraints/elastic/displace.wgsl';
import energy from '../../../shaders/diagnostics/energy.wgsl';
import findSpins from '../../../shaders/integrators/xpbd/find-spins.wgsl';
import moments from '../../../shaders/integrators/xpbd/moments.wgsl';
import neoHookean from '../../../shaders/constraints/neo-hookean/neo-hookean.wgsl';
import neoHookeanBodies from '../../../shaders/constraints/neo-hookean/neo-hookean-bodies.wgsl';
import neoHookeanXpbdBodies from '../../../shaders/constraints/neo-hookean-xpbd/neo-hookean-xpbd-bodies.wgsl';
import springsBodies from '../../../shaders/constraints/springs/springs-bodies.wgsl';
import neoHookeanXpbd from '../../../shaders/constraints/neo-hookean-xpbd/neo-hookean-xpbd.wgsl';
import place from '../../../shaders/constraints/elastic/place.wgsl';
import predict from '../../../shaders/integrators/xpbd/predict.wgsl';
import spin from '../../../shaders/integrators/xpbd/spin.wgsl';
import springs from '../../../shaders/constraints/springs/springs.wgsl';
import velocities from '../../../shaders/integrators/xpbd/velocities.wgsl';
import leastVolume from '../../../shaders/diagnostics/least-volume.wgsl';
import volumeSums from '../../../shaders/diagnostics/volume-sums.wgsl';
import overlap from '../../../shaders/diagnostics/overlap.wgsl';
import depths from '../../../shaders/diagnostics/depths.wgsl';
import normals from '../../../shaders/view/normals.wgsl';
import { absentBuffers } from '../memory/buffer-layout.ts';
import { hasAir, type World } from '../../simulation/world/world.ts';
import type { AIR_KERNELS } from './air-kernels.ts';
import type { CCD_KERNELS } from './ccd-kernels.ts';
import type { CLOTH_KERNELS } from './cloth-kernels.ts';
import type { GUARANTEE_KERNELS } from './guarantee-kernels.ts';
import type { GAS_KERNELS } from './gas-kernels.ts';
import type { IMPLICIT_EULER_KERNELS } from './implicit-euler-kernels.ts';
import type { RARE_KERNELS } from './rare-kernels.ts';
import type { REBUILD_KERNELS } from './rebuild-kernels.ts';
import { createKernel, type Kernel, type KernelResources } from './kernel.ts';
import { buffersOf } from './wgsl.ts';

/**
 * The WGSL of the kernels that every device's code has, by the stem of its file in camel case. Register a new kernel here; one of implicit
 * Euler in implicit-euler-kernels.ts, which is fetched only for worlds that need it.
 */
export const KERNELS = {
  refitTets,
  refitFaces,
  refitLevels,
  refitBodies,
  clearDeep,
  containment,
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
  regions,
  pathContacts,
  fieldPaths,
  fieldContacts,
  colourClear,
  colourFew,
  colourList,
  colourClaim,
  colourWin,
  colourRemaining,
  colourOffsets,
  colourOrder,
  contacts,
  contactsRemaining,
  colliders,
  flatten,
  begin,
  predict,
  drive,
  displace,
  springs,
  neoHookean,
  neoHookeanXpbd,
  neoHookeanBodies,
  neoHookeanXpbdBodies,
  springsBodies,
  place,
  grabs,
  velocities,
  moments,
  findSpins,
  spin,
  energy,
  depths,
  overlap,
  volumeSums,
  leastVolume,
  normals,
} satisfies Record<string, string>;

export type KernelName =
  | keyof typeof KERNELS
  | keyof typeof IMPLICIT_EULER_KERNELS
  | keyof typeof CCD_KERNELS
  | keyof typeof GUARANTEE_KERNELS
  | keyof typeof RARE_KERNELS
  | keyof typeof REBUILD_KERNELS
  | keyof typeof AIR_KERNELS
  | keyof typeof GAS_KERNELS
  | keyof typeof CLOTH_KERNELS;

/** Kernels of features that few worlds have, which are fetched for these worlds. */
interface LateKernels {
  isFor(world: World, absent: ReadonlySet<string>): boolean;
  fetch(): Promise<Readonly<Record<string, string>>>;
}
const LATE_KERNELS: readonly LateKernels[] = [
  {
    isFor: (_, absent) => !absent.has('linear_vectors'),
    fetch: async () => (await import('./implicit-euler-kernels.ts')).IMPLICIT_EULER_KERNELS,
  },
  {
    isFor: ({ ccdOnDevice }) => ccdOnDevice,
    fetch: async () => (await import('./ccd-kernels.ts')).CCD_KERNELS,
  },
  {
    isFor: ({ ccdOnDevice }, absent) => ccdOnDevice && !absent.has('guard'),
    fetch: async () => (await import('./guarantee-kernels.ts')).GUARANTEE_KERNELS,
  },
  {
    isFor: ({ rebuildsOnDevice }) => rebuildsOnDevice,
    fetch: async () => (await import('./rebuild-kernels.ts')).REBUILD_KERNELS,
  },
  {
    isFor: ({ models, points }, absent) =>
      points.firstEdge < points.count ||
      models.some(({ areas }) => areas.restAreas.length > 0) ||
      !absent.has('accelerations'),
    fetch: async () => (await import('./rare-kernels.ts')).RARE_KERNELS,
  },
  {
    isFor: hasAir,
    fetch: async () => (await import('./air-kernels.ts')).AIR_KERNELS,
  },
  {
    isFor: (_, absent) => !absent.has('gases'),
    fetch: async () => (await import('./gas-kernels.ts')).GAS_KERNELS,
  },
  {
    isFor: ({ models }) => models.some(({ cloth }) => cloth.restVolumes.length > 0),
    fetch: async () => (await import('./cloth-kernels.ts')).CLOTH_KERNELS,
  },
];

/** Compiled kernels by name; those that a world can't need are missing. */
export type Kernels = Readonly<Partial<Record<KernelName, Kernel>>>;

/** Values of WGSL override constants, by kernel and name. */
export type KernelOverrides = Readonly<Partial<Record<KernelName, Readonly<Record<string, number>>>>>;

/** Returns the overrides with which several threads solve one constraint (shaders/constraints/elastic/colour-shared.wgsl). */
export const shareConstraints = (mostThreads: 1 | 2 | 4): KernelOverrides =>
  Object.fromEntries(
    ['neoHookeanBodies', 'neoHookeanXpbdBodies', 'springsBodies'].map((name) => [name, { MOST_THREADS: mostThreads }]),
  );

/**
 * Compiles the kernels of a world: all but those that use the arrays of a feature that the world doesn't have.
 * @throws Error with the name of the first kernel that doesn't compile
 */
export async function createKernels(
  resources: KernelResources,
  overrides: KernelOverrides,
  world: World,
): Promise<Kernels> {
  const absent = absentBuffers(world);
  const late = LATE_KERNELS.filter(({ isFor }) => isFor(world, absent)).map(({ fetch }) => fetch());
  const texts: Readonly<Record<string, string>> = Object.assign({}, KERNELS, ...(await Promise.all(late)));
  const needed = Object.entries(texts).filter(([label, code]) =>
    buffersOf({ label, code }).every((buffer) => !absent.has(buffer)),
  );
  const kernels = await Promise.all(
    needed.map(([label, code]) =>
      createKernel(resources, { label, code, constants: overrides[label as KernelName] ?? {} }),
    ),
  );
  return Object.fromEntries(needed.map(([name], i) => [name, kernels[i]]));
}
