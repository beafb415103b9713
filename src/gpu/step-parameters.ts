import parametersSource from '../../shaders/shared/parameters.wgsl';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { type Capacities, initialHits, initialQueries } from '../simulation/capacities.ts';
import type { StartCounters } from '../simulation/pass.ts';
import type { World } from '../simulation/world.ts';
import { packStruct, structLayout } from './struct-layout.ts';

const layout = structLayout(parametersSource, 'Parameters');

/** Bytes of the uniform. */
export const parametersSize = layout.size;

/** The contents of the uniform `parameters` (shaders/shared/parameters.wgsl). */
export function stepParameters(
  world: World,
  parameters: SimulationParameters,
  counters: StartCounters,
  capacities: Capacities,
): ArrayBuffer {
  const { timeStep, youngsModulus, poissonRatio } = parameters;
  return packStruct(layout, {
    dt: timeStep,
    inverse_dt: 1 / timeStep,
    gravity: parameters.gravity,
    velocity_damping: parameters.velocityDamping,
    mu: youngsModulus / (2 * (1 + poissonRatio)),
    lambda: (youngsModulus * poissonRatio) / ((1 + poissonRatio) * (1 - 2 * poissonRatio)),
    spring_stiffness: parameters.springStiffness,
    material_damping: parameters.materialDamping,
    static_friction: parameters.staticFriction,
    dynamic_friction: parameters.dynamicFriction,
    contact_offset: parameters.contactOffset,
    depenetration_speed: parameters.depenetrationSpeed,
    drag_compliance: parameters.dragCompliance,
    culling: parameters.culling ? 1 : 0,
    vertex_count: world.vertexCount,
    body_count: world.bodies.length,
    collider_count: world.colliders.length,
    attachment_count: counters.attachments ?? 0,
    initial_queries: initialQueries(world),
    initial_hits: initialHits(world),
    pairs_per_point: capacities.pairsPerPoint,
    query_capacity: capacities.queries,
    colour_capacity: capacities.colours,
  });
}
