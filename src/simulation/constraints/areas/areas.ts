import type { Context } from '../../program/stage.ts';
import { materialAt } from '../../world/material.ts';
import { displacementsOf } from '../elastic/displacements.ts';

/**
 * One XPBD iteration over the areas of a planar body's triangles `begin` to `end` - 1, which share no vertex.
 *
 * Springs alone don't know on which side of an edge a vertex was: they hold a mirrored body as well as the body, and if all vertices are
 * on one line, none of them pulls out of it. The signed area does: C = A(x) - A0, with A = 1/2 (b - a) x (c - a), below 0 if the triangle
 * is inverted. The energy of a triangle is K / 2 (A / A0 - 1)^2 A0, so `areaStiffness` K [N/m] is the area's resistance per relative
 * change, and the compliance of C is A0 / K.
 *
 * A body whose vertices are all on one line gets its shape back. A mirrored body turns back only by way of flat states, in which springs
 * are compressed: for a square of two triangles the force of areas exceeds that of the springs all the way if K is above twice their
 * stiffness. But areas are a memory of each triangle, not of the whole: a mirrored body with inner vertices may come to rest crumpled,
 * with all areas positive, because its triangles wind around a vertex twice.
 * Source of the signed area: Mueller, Chentanez, Kim, Macklin 2015, Air Meshes, equation 1 (without the absolute value, which would make
 * it useless); of compliance, multipliers and damping: Macklin, Mueller, Chentanez 2016, equation 26.
 */
export function solveAreaRange(context: Context, body: number, begin: number, end: number): void {
  const { world, state, parameters, scratch, kernels } = context;
  const { model, material, vertexBase, multiplierBase } = world.bodies[body];
  const { areas, springs } = world.models[model];
  const dt = parameters.timeStep;
  const { areaStiffness, materialDamping } = materialAt(
    world.materials,
    material,
    parameters,
    scratch.elastic.material,
  );
  if (areaStiffness === 0) return;
  const solveRange = parameters.materialPrecision === 'float32' ? kernels.solveAreasFloat32 : kernels.solveAreas;
  solveRange(
    state.positionsT0,
    displacementsOf(state),
    state.inverseMasses,
    state.multipliers,
    areas.triangles,
    areas.restAreas,
    vertexBase,
    multiplierBase + springs.restLengths.length,
    begin,
    end,
    1 / (areaStiffness * dt * dt),
    materialDamping / dt,
  );
}
