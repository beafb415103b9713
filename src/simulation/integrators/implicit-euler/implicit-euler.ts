import { CONSTRAINTS } from '../../constraints/constraints.ts';
import { guaranteePasses } from '../../contacts/guarantee/passes.ts';
import { sourcesOf } from '../../contacts/sources.ts';
import type { SimulationParameters } from '../../parameters.ts';
import { DRIVE } from '../../script/passes.ts';
import type { World } from '../../world/world.ts';
import type { Integrator, StepPart } from '../../features.ts';
import { BEGIN, PREDICT } from '../xpbd/passes.ts';
import { BEGIN_SOLVE, END_SOLVE, LIST_CONTACTS, newtonPasses, predictWithForces, VELOCITIES_ALONE } from './passes.ts';

/**
 * One implicit Euler time step with penalty contacts: the order of all passes, on every backend.
 *
 * 1. Start: save positions x0 and velocities v0; find shortest paths of the points that penetrate at x0.
 * 2. Predict x += dt v, set scripted vertices, and add what the elements' forces would move; find hits of the motion from x0 to x (CCD).
 * 3. Solve: minimise inertia, elastic energy, and the penalty energy of contacts and colliders with friction: linearised once at x0, or by
 *    Newton's method.
 * 4. The guarantee keeps free what was free.
 * 5. Derive velocities from displacements.
 * Source: Chen et al. 2023, equation 7, and supplement, Algorithm 6; Baraff, Witkin 1998.
 */
function parts(parameters: SimulationParameters, world: World): readonly StepPart[] {
  const sources = sourcesOf(parameters, world);
  const find = (ofMotion: boolean) =>
    sources
      .filter(({ needsMotion = false }) => needsMotion === ofMotion)
      .flatMap((source) => source.find(parameters, world, 'only'));
  const startPasses = new Set([
    ...sources.flatMap((source) => source.atStart(parameters)),
    ...CONSTRAINTS.flatMap((constraint) => constraint.atStart?.(parameters, world) ?? []),
  ]);
  const { atStart, atEnd, afterVelocities } = guaranteePasses(parameters, world);
  return [
    { name: 'paths', passes: [...atStart, BEGIN, ...startPasses, ...find(false)], times: 1 },
    { name: 'predict', passes: [PREDICT, DRIVE, predictWithForces(parameters, world)], times: 1 },
    { name: 'contacts', passes: [...find(true), LIST_CONTACTS], times: 1 },
    { name: 'solve', passes: [BEGIN_SOLVE, ...newtonPasses(parameters, world), END_SOLVE], times: 1 },
    ...(atEnd.length > 0 ? [{ name: 'guarantee', passes: atEnd, times: 1 }] : []),
    { name: 'velocities', passes: [VELOCITIES_ALONE, ...afterVelocities], times: 1 },
  ];
}

/** The implicit Euler integrator. */
export const IMPLICIT_EULER: Integrator = { name: 'implicit-euler', parts };
