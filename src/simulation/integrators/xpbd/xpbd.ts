import { CONSTRAINTS } from '../../constraints/constraints.ts';
import { projectContacts } from '../../contacts/projection/passes.ts';
import { findContacts, sourcesOf } from '../../contacts/sources.ts';
import type { SimulationParameters } from '../../parameters.ts';
import { DRIVE } from '../../script/passes.ts';
import type { World } from '../../world.ts';
import type { Integrator, StepPart } from '../../features.ts';
import { BEGIN, PREDICT, VELOCITIES } from './passes.ts';

/**
 * One XPBD time step with collision handling, for any number of bodies: what runs, in its order, on every backend.
 *
 * Source: Chen et al. 2023, supplement, Algorithm 5. `contacts: end-of-step` is the algorithm as
 * written; `in-the-loop` finds contacts after predict too and projects them in every iteration.
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

/** Extended position-based dynamics (Macklin et al. 2016). */
export const XPBD: Integrator = { name: 'xpbd', parts };
