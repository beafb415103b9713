import type { PathMethod } from '../../path/tables.ts';
import type { SimulationParameters } from '../../parameters.ts';
import type { CounterTable } from '../../tables/table-definitions.ts';
import type { World } from '../../world/world.ts';

/** Counters of regions. */
export const REGION_COUNTERS = {
  /** Number of the step, set by the host. */
  step: { kind: 'length' },
  /** Queries of the last detection that may be of a deep region: inner points, and vertices whose path leads the way that they face. */
  deepSuspects: { kind: 'sum' },
  /** Regions of the last detection, shallow ones included, if there was a suspect; and those of them that are deep. */
  regions: { kind: 'length' },
  deepRegions: { kind: 'length', inFrame: 'per step' },
} as const satisfies CounterTable;

/** A path leads the way that its vertex faces if the cosine between the normals of its face and of the vertex is above this. */
export const LEAST_COSINE = 0.3;

/** Arguments of the stage `regions`: all of it, or only what follows once a kernel has found suspects. */
export const REGIONS = { all: 0, suspected: 1 } as const;

/** Path methods that are exact. The others stand beside them as rivals, and part bodies by their own answers alone. */
const EXACT: readonly PathMethod[] = ['flood', 'tree', 'paper'];
export const isExactMethod = (pathMethod: PathMethod): boolean => EXACT.includes(pathMethod);

/** Tests whether a step parts deep overlaps by regions. `recovery` decides when a world is made, and the other parameters in each step. */
export const partsRegions = (
  { mode, pathMethod, recovery }: Pick<SimulationParameters, 'mode' | 'pathMethod' | 'recovery'>,
  { arrayLengths }: Pick<World, 'arrayLengths'>,
): boolean =>
  recovery === 'regions' &&
  (mode === 'hybrid' || mode === 'dcd') &&
  isExactMethod(pathMethod) &&
  arrayLengths.deepUntil > 0;

/** Tests whether a step limits the speed at which bodies leave colliders. */
export const limitsColliders = ({ mode, recovery }: Pick<SimulationParameters, 'mode' | 'recovery'>): boolean =>
  recovery === 'regions' && (mode === 'hybrid' || mode === 'dcd');

/** Tests whether CCD parts edges that are crossed at the step's start. */
export const partsCrossedEdges = (
  parameters: Pick<SimulationParameters, 'mode' | 'pathMethod' | 'recovery' | 'crossedEdges'>,
  world: Pick<World, 'arrayLengths'>,
): boolean => {
  const { crossedEdges } = parameters;
  return crossedEdges === 'part' || (crossedEdges === 'auto' && partsRegions(parameters, world));
};
