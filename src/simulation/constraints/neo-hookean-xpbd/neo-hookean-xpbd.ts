import type { Context } from '../../program/stage.ts';
import { byBody, byColour, type ConstraintKind } from '../elastic/batch.ts';
import { solveBody } from '../neo-hookean/neo-hookean.ts';

const TETRAHEDRA: ConstraintKind = {
  kind: 'neo-hookean-xpbd',
  colours: ({ elasticTets }) => elasticTets.colourOffsets,
  solve,
};

/**
 * One XPBD iteration over the stable Neo-Hookean tetrahedra as published, one colour after another. The energy is that of `neoHookean`
 * (neo-hookean.ts). A tetrahedron is two scalar constraints, solved one after the other: |F| with compliance 1 / (mu V), then
 * det F - restDeterminant with compliance 1 / (lambda V), where F is the deformation gradient and V the rest volume. Each has a multiplier,
 * which is summed over the step's iterations, and keeps the direction of each impulse as the gradient was in its iteration. So a converged
 * step is not quite an implicit Euler step: the difference falls with the time step (docs/method.md).
 *
 * Rayleigh damping acts on the change of each constraint's value, so on the changes of |F| and det F. In `neoHookean` it acts on all of the
 * strain. Near the rest shape |F| changes with volume alone, to first order, so that shear is hardly damped here.
 * Source: Macklin, Mueller 2021, section 3; of damping: Macklin, Mueller, Chentanez 2016, equation 26. `materialDamping` [s] is its
 * alpha beta, `damping` its gamma.
 */
export const neoHookeanXpbd = /* @__PURE__ */ byColour(TETRAHEDRA);
/** The iteration of `neoHookeanXpbd`, with whole bodies assigned to workers. */
export const neoHookeanXpbdByBody = /* @__PURE__ */ byBody(TETRAHEDRA);

function solve(context: Context, body: number, begin: number, end: number): void {
  const { parameters, kernels } = context;
  const isSingle = parameters.materialPrecision === 'float32';
  solveBody(context, body, begin, end, isSingle ? kernels.solveTetsXpbdFloat32 : kernels.solveTetsXpbd);
}
