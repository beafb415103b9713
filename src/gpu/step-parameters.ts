import parametersSource from '../../shaders/shared/parameters.wgsl';
import { MATERIALS, MODES, type SimulationParameters } from '../simulation/parameters.ts';
import { contactCapacity, hitCapacity, queryCapacity } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import { packStruct, structLayout } from './struct-layout.ts';

const layout = structLayout(parametersSource, 'Parameters');

/** Bytes of the uniform. */
export const parametersSize = layout.size;

/** The contents of the uniform `parameters` (shaders/shared/parameters.wgsl). */
export function stepParameters(world: World, parameters: SimulationParameters, attachmentCount: number): ArrayBuffer {
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
    density: parameters.density,
    static_friction: parameters.staticFriction,
    dynamic_friction: parameters.dynamicFriction,
    contact_offset: parameters.contactOffset,
    drag_compliance: parameters.dragCompliance,
    culling: parameters.culling ? 1 : 0,
    mode: MODES.indexOf(parameters.mode),
    material: MATERIALS.indexOf(parameters.material),
    vertex_count: world.vertexCount,
    tet_count: world.tetCount,
    spring_count: world.springCount,
    face_count: world.faceCount,
    edge_count: world.edgeCount,
    surface_vertex_count: world.surfaceVertexCount,
    body_count: world.bodies.length,
    plane_count: world.planes.length,
    attachment_count: attachmentCount,
    query_capacity: queryCapacity(world),
    hit_capacity: hitCapacity(world),
    contact_capacity: contactCapacity(world),
  });
}
