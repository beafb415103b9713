import { springColours } from '../../world/model.ts';
import { materialAt } from '../../world/material.ts';
import type { Context } from '../../program/stage.ts';
import { solveAreaRange } from '../areas/areas.ts';
import { byBody, byColour, type ConstraintKind } from '../elastic/batch.ts';
import { displacementsOf } from '../elastic/displacements.ts';

const SPRINGS: ConstraintKind = {
  kind: 'mass-spring',
  colours: springColours,
  solve,
  momentsFromDisplacements: true,
};

/**
 * One XPBD iteration over the distance springs, one colour after another (Gauss-Seidel); of bodies in the plane, over their triangles' areas
 * after that (areas.ts). A spring has C = |a - b| - rest length for its ends a and b, compliance 1 / stiffness and Rayleigh damping. The
 * springs of a colour share no vertex, so they run in parallel.
 *
 * At the end of the step, moments.ts restores the angular momentum that a body lost. For this it needs the sum of the moments of all
 * impulses, each about its vertex's position x0 at the start of the step. For springs, the CPU computes this sum from the displacements
 * that the springs cause (sumDisplacements). The kernel springs.wgsl adds the moment of each spring instead.
 * Source: Macklin, Mueller, Chentanez 2016, equation 26. `materialDamping` [s] is the paper's alpha beta, `damping` is its gamma.
 */
export const springs = byColour(SPRINGS);
/** The iteration of `springs`, with whole bodies assigned to workers. */
export const springsByBody = byBody(SPRINGS);

function solve(context: Context, body: number, begin: number, end: number): void {
  const { models, bodies } = context.world;
  const springCount = models[bodies[body].model].springs.restLengths.length;
  if (begin < springCount) solveSpringRange(context, body, begin, end);
  else solveAreaRange(context, body, begin - springCount, end - springCount);
}

function solveSpringRange(context: Context, body: number, begin: number, end: number): void {
  const { world, state, parameters, scratch, kernels } = context;
  const { positionsT0, inverseMasses, multipliers } = state;
  const { model, material, vertexBase, multiplierBase } = world.bodies[body];
  const { vertices, restLengths } = world.models[model].springs;
  const dt = parameters.timeStep;
  const { springStiffness, materialDamping } = materialAt(
    world.materials,
    material,
    parameters,
    scratch.elastic.material,
  );
  const damping = materialDamping / dt;
  const solveSprings = parameters.materialPrecision === 'float32' ? kernels.solveSpringsFloat32 : kernels.solveSprings;
  solveSprings(
    positionsT0,
    displacementsOf(state),
    inverseMasses,
    multipliers,
    vertices,
    restLengths,
    vertexBase,
    multiplierBase,
    begin,
    end,
    1 / (springStiffness * dt * dt),
    damping,
    1 + damping,
  );
}
