import type { SimulationParameters } from '../../simulation/parameters.ts';
import { type Capacities, initialHits, initialQueries } from '../../simulation/capacities.ts';
import { limitsColliders, partsRegions } from '../../simulation/contacts/regions/tables.ts';
import { volumeUnits } from '../../simulation/diagnostics/overlap.ts';
import type { StartCounters } from '../../simulation/program/pass.ts';
import { hitsPerVertex } from '../../simulation/state.ts';
import { recordLayout } from '../../simulation/tables/records.ts';
import { materialValues } from './material-table.ts';
import { packRecord } from './topology-records.ts';
import type { World } from '../../simulation/world/world.ts';
import { PARAMETERS } from '../kernels/uniforms.ts';

/** Size of the uniform `parameters` [bytes]. */
export const parametersSize = 4 * recordLayout(PARAMETERS).stride;

type SameName = Extract<keyof typeof PARAMETERS, keyof SimulationParameters>;

/** Returns the values of the fields that have the same name in the simulation's parameters. Flags become 0 or 1. */
const fieldsOfSameName = (parameters: SimulationParameters) =>
  Object.fromEntries(
    (Object.keys(PARAMETERS) as SameName[])
      .filter((name) => name in parameters)
      .map((name) => [name, Number(parameters[name])]),
  ) as Record<SameName, number>;

/** Packs the contents of the uniform `parameters`. */
export function stepParameters(
  world: World,
  parameters: SimulationParameters,
  counters: StartCounters,
  capacities: Capacities,
): ArrayBuffer {
  const { timeStep } = parameters;
  return packRecord(PARAMETERS, {
    dt: timeStep,
    inverseDt: 1 / timeStep,
    ...fieldsOfSameName(parameters),
    ...materialValues(parameters),
    step: counters.step ?? 0,
    partsRegions: Number(partsRegions(parameters, world)),
    limitsColliders: Number(limitsColliders(parameters)),
    areWatched: Number(world.points.areWatched),
    volumeUnits: volumeUnits(world),
    vertexCount: world.vertexCount,
    tetCount: world.tetCount,
    springCount: world.springCount,
    bodyCount: world.bodies.length,
    materialCount: world.materials.length,
    colliderCount: world.colliders.length,
    grabCount: counters.grabs ?? 0,
    initialQueries: initialQueries(world),
    initialHits: initialHits(world),
    slotCount: world.slotCount,
    pairsPerPoint: capacities.pairsPerPoint,
    queryCapacity: capacities.queries,
    colourCapacity: capacities.colours,
    surfaceVertexCount: world.surfaceVertexCount,
    edgeCount: world.edgeCount,
    hitsPerVertex: hitsPerVertex(world),
    hitsPerEdge: capacities.hitsPerEdge,
    hitCapacity: capacities.hits,
  });
}
