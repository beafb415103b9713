import type { SimulationParameters } from '../../parameters.ts';
import { materialAt } from '../../world/material.ts';
import type { Kernels } from '../../program/kernels.ts';
import type { Context } from '../../program/stage.ts';
import { byBody, byColour, type ConstraintKind } from '../elastic/batch.ts';
import { displacementsOf } from '../elastic/displacements.ts';
import { greatestSpread } from '../neo-hookean-xpbd/softening.ts';

const TETRAHEDRA: ConstraintKind = {
  kind: 'neo-hookean',
  colours: ({ elasticTets }) => elasticTets.colourOffsets,
  solve,
};

/**
 * One XPBD iteration over the stable Neo-Hookean tetrahedra, one colour after another. With F the deformation gradient, the energy
 * density is mu/2 (|F|^2 - 3) + lambda/2 (det F - restDeterminant)^2. It is finite for every F, so a flat or inverted tetrahedron
 * recovers. A tetrahedron that has collapsed to a line or a point doesn't recover by itself: there det F has no gradient, and F = 0 is
 * a local minimum of the energy. Only neighbouring tetrahedra can pull it out.
 *
 * A tetrahedron's multiplier is the sum of the impulses that it has applied in this step: one vector per edge from corner 0, so three.
 * An iteration computes the impulses that the stress at the current positions x requires, and applies the difference between them and
 * this sum. So a converged step is an implicit Euler step, whatever the time step and the number of iterations.
 * (Usually two scalar constraints are solved instead, as `neoHookeanXpbd` does. They balance each other at rest, and an impulse keeps the
 * direction that it had in its iteration. So shear acts like explicit springs there, and bodies tremble if a shear wave can pass an
 * element within one step. docs/method.md compares both.)
 *
 * The stiffness matrix of a tetrahedron's local system has two exact terms, mu M and lambda h h^T, where M is the metric of the rest
 * shape and h the gradient of det F. Terms that grow with stretch are replaced by upper bounds. With s the largest stretch, the bounds
 * are 2 s^2 times the viscosity, and s times the pressure for the curvature of det F. (With smaller bounds, a stretched and strongly
 * damped element overshoots further in each iteration.) With m the mean of the squared stretches, s^2 <= m + 2 sqrt(m^2 - (det F)^2 / m),
 * with equality at rest (proof in docs/method.md).
 * Source of the energy: Macklin, Mueller 2021; of impulses with compliance and damping: Macklin, Mueller, Chentanez 2016.
 */
export const neoHookean = /* @__PURE__ */ byColour(TETRAHEDRA);
/** The iteration of `neoHookean`, with whole bodies assigned to workers. */
export const neoHookeanByBody = /* @__PURE__ */ byBody(TETRAHEDRA);

/**
 * Computes the parameters of the energy mu/2 (|F|^2 - 3) + lambda/2 (det F - restDeterminant)^2. For small strains this energy acts as
 * linear elasticity with the Lame parameters lambda - mu (first) and mu (second). So lambda is the material's first Lame parameter plus
 * mu; it is finite for every Poisson ratio of at least 0 and below 1/2. restDeterminant = 1 + mu / lambda makes the rest shape free of
 * forces.
 * Source: Smith, de Goes, Kim 2018, section 3.4; Macklin, Mueller 2021, section 3.
 * @param to overwritten and returned
 */
export function neoHookeanParameters(
  { youngsModulus, poissonRatio }: Pick<SimulationParameters, 'youngsModulus' | 'poissonRatio'>,
  to = { mu: 0, lambda: 0, restDeterminant: 0 },
) {
  to.mu = youngsModulus / (2 * (1 + poissonRatio));
  to.lambda = to.mu / (1 - 2 * poissonRatio);
  to.restDeterminant = 1 + to.mu / to.lambda;
  return to;
}

function solve(context: Context, body: number, begin: number, end: number): void {
  const { parameters, kernels } = context;
  const isSingle = parameters.materialPrecision === 'float32';
  solveBody(context, body, begin, end, isSingle ? kernels.solveTetsFloat32 : kernels.solveTets);
}

/**
 * Solves tetrahedra of a body, `begin` to `end` - 1 of its model's list, with the kernel of a material that has this energy. Only that of
 * two constraints reads the last argument.
 */
export function solveBody(
  context: Context,
  body: number,
  begin: number,
  end: number,
  solveTets: Kernels['solveTetsXpbd'],
): void {
  const { world, state, parameters, scratch } = context;
  const { positionsT0, inverseMasses, multipliers, moments } = state;
  const { model, material, vertexBase, multiplierBase } = world.bodies[body];
  const { vertices, restMetrics, restVolumes } = world.models[model].elasticTets;
  const bodyMaterial = materialAt(world.materials, material, parameters, scratch.elastic.material);
  const { mu, lambda, restDeterminant } = neoHookeanParameters(bodyMaterial, scratch.elastic.elasticity);
  const dt = parameters.timeStep;
  solveTets(
    positionsT0,
    displacementsOf(state),
    inverseMasses,
    multipliers,
    moments,
    vertices,
    restMetrics,
    restVolumes,
    vertexBase,
    multiplierBase,
    begin,
    end,
    mu,
    lambda,
    restDeterminant,
    bodyMaterial.materialDamping / dt,
    dt,
    greatestSpread(mu, bodyMaterial.density, dt),
  );
}
