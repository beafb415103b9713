import { CONSTRAINTS } from '../../constraints/constraints.ts';
import { projectContacts } from '../../contacts/projection/passes.ts';
import { findContacts, sourcesOf } from '../../contacts/sources.ts';
import type { SimulationParameters } from '../../parameters.ts';
import { DRIVE } from '../../script/passes.ts';
import type { World } from '../../world.ts';
import type { Integrator, StepPart } from '../../features.ts';
import { BEGIN, PREDICT, VELOCITIES } from './passes.ts';

/**
 * One XPBD time step (extended position-based dynamics) with collision handling: the order of all passes, on every backend.
 *
 * 1. Start: save positions x0 and velocities v0; constraints clear their sums over the step; contact sources run the passes that need
 *    positions x0, before vertices move.
 * 2. Predict x += dt v, then set the positions of scripted vertices.
 * 3. Iterate: solve each constraint in turn; project contacts, if `contacts` is `in-the-loop`; project colliders.
 * 4. Find contacts and project them; project colliders; derive velocities from displacements.
 *
 * Source: Chen et al. 2023, supplement, Algorithm 5. With `contacts: end-of-step` the step is the published algorithm. With `in-the-loop`
 * the step also finds contacts after step 2 and projects them in every iteration.
 */
function parts(parameters: SimulationParameters, world: World): readonly StepPart[] {
  const { contacts, iterations, contactPasses } = parameters;
  const ofConstraints = (when: 'atStart' | 'solve' | 'project') =>
    CONSTRAINTS.flatMap((constraint) => constraint[when]?.(parameters, world) ?? []);
  const atStart = new Set([
    ...sourcesOf(parameters, world).flatMap((source) => source.atStart(parameters)),
    ...ofConstraints('atStart'),
  ]);
  const find = findContacts(parameters, world);
  const project = (passes: number) => [
    ...(passes > 0 && find.length > 0 ? [projectContacts(passes)] : []),
    ...ofConstraints('project'),
  ];
  const inTheLoop = contacts === 'in-the-loop';
  const iteration = [...ofConstraints('solve'), ...project(inTheLoop ? 1 : 0)];
  return [
    { name: 'predict', passes: [BEGIN, ...atStart, PREDICT, DRIVE], times: 1 },
    ...(inTheLoop ? [{ name: 'contacts', passes: find, times: 1 }] : []),
    { name: 'solve', passes: iteration, times: iterations },
    { name: 'projection', passes: [...find, ...project(contactPasses)], times: 1 },
    { name: 'velocities', passes: [VELOCITIES], times: 1 },
  ];
}

/** The XPBD integrator. Source of XPBD: Macklin, Mueller, Chentanez 2016. */
export const XPBD: Integrator = { name: 'xpbd', parts };
