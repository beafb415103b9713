import { CONSTRAINTS } from '../../constraints/constraints.ts';
import { projectContacts } from '../../contacts/projection/passes.ts';
import { guaranteePasses } from '../../contacts/guarantee/passes.ts';
import { findContacts, sourcesOf } from '../../contacts/sources.ts';
import type { SimulationParameters } from '../../parameters.ts';
import { DRIVE } from '../../script/passes.ts';
import type { World } from '../../world/world.ts';
import type { Integrator, StepPart } from '../../features.ts';
import { BEGIN, PREDICT, VELOCITIES } from './passes.ts';

/**
 * One XPBD time step (extended position-based dynamics) with collision handling: the order of all passes, on every backend.
 *
 * 1. Start: save positions x0 and velocities v0; constraints reset what they sum up during the step (gas pressure resets its multiplier);
 *    contact sources run the passes that need positions x0, before vertices move.
 * 2. Predict x += dt v, then set the positions of scripted vertices.
 * 3. Iterate: solve each constraint in turn; project contacts, if `contacts` is `in-the-loop`; project colliders.
 * 4. Find contacts and project them; project colliders. The guarantee then keeps free what was free.
 * 5. Derive velocities from displacements.
 *
 * Source: Chen et al. 2023, supplement, Algorithm 5. With `contacts: end-of-step` the step is the published algorithm. With `in-the-loop`
 * contacts are also found after item 2 and projected in every iteration of item 3.
 */
function parts(parameters: SimulationParameters, world: World): readonly StepPart[] {
  const { contacts, iterations, contactPasses } = parameters;
  const passesOfConstraints = (when: 'atStart' | 'solve' | 'project' | 'atEnd') =>
    CONSTRAINTS.flatMap((constraint) => constraint[when]?.(parameters, world) ?? []);
  // A Set, since several contact sources may list the same pass, which must run once.
  const startPasses = new Set([
    ...sourcesOf(parameters, world).flatMap((source) => source.atStart(parameters)),
    ...passesOfConstraints('atStart'),
  ]);
  const inTheLoop = contacts === 'in-the-loop';
  // Contacts in the loop are found twice per step: first before the iterations, again after them.
  const findPasses = findContacts(parameters, world, inTheLoop ? 'again' : 'only');
  const projectTimes = (times: number) => [
    ...(times > 0 && findPasses.length > 0 ? [projectContacts(times)] : []),
    ...passesOfConstraints('project'),
  ];
  const { atStart, atEnd, afterVelocities } = guaranteePasses(parameters, world);
  const iteration = [...passesOfConstraints('solve'), ...projectTimes(inTheLoop ? 1 : 0)];
  return [
    { name: 'predict', passes: [...atStart, BEGIN, ...startPasses, PREDICT, DRIVE], times: 1 },
    ...(inTheLoop ? [{ name: 'contacts', passes: findContacts(parameters, world, 'first'), times: 1 }] : []),
    { name: 'solve', passes: iteration, times: iterations },
    { name: 'projection', passes: [...findPasses, ...projectTimes(contactPasses)], times: 1 },
    ...(atEnd.length > 0 ? [{ name: 'guarantee', passes: atEnd, times: 1 }] : []),
    { name: 'velocities', passes: [VELOCITIES, ...afterVelocities, ...passesOfConstraints('atEnd')], times: 1 },
  ];
}

/** The XPBD integrator. Source of XPBD: Macklin, Mueller, Chentanez 2016. */
export const XPBD: Integrator = { name: 'xpbd', parts };
