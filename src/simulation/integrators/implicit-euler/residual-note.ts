import type { SimulationParameters } from '../../parameters.ts';

/** Residual that is far above what the solves were to leave, as a multiple of linearTolerance. */
const FAR_ABOVE = 10;

type Given = Pick<SimulationParameters, 'integrator' | 'linearTolerance'>;

/**
 * Says that the linear solves of implicit Euler end long before they have converged.
 * @param residual residual left, as a share of that at a step's start, the mean over some frames
 * @returns sentences without their full stops: one or none
 */
export function noteOnResidual(residual: number, { integrator, linearTolerance }: Given): string[] {
  if (integrator !== 'implicit-euler' || !(residual > FAR_ABOVE * linearTolerance)) return [];
  return [
    `the linear solves of implicit Euler leave ${percent(residual)} of the residual, and linearTolerance allows ${percent(linearTolerance)}, so bodies may move too slowly; ` +
      'more linearIterations, solver=newton or a smaller timeStep help',
  ];
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;
