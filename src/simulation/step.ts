import type { Backend } from './backend.ts';
import { CONSTRAINTS } from './constraints.ts';
import { attachmentInputs, type Attachment } from './attachment.ts';
import type { SimulationParameters } from './parameters.ts';
import type { Pass, StartCounters } from './pass.ts';
import type { Program } from './program.ts';
import { COLLIDERS, projectContacts } from './project/passes.ts';
import { type ScriptedStep, scriptedInputs } from './script/scripted.ts';
import { BEGIN, ENERGY, PREDICT, VELOCITIES } from './solve/passes.ts';
import { findContacts, sourcesOf } from './sources.ts';
import { STEP_STATE } from './state.ts';
import type { World } from './world.ts';

/** Input from outside, the same for a whole step. */
export interface StepInputs {
  readonly parameters: SimulationParameters;
  /** Vertices that a person pulls. */
  readonly attachments: readonly Attachment[];
  /** Input of the world's script; undefined where it has none. */
  readonly scripted?: ScriptedStep;
}

/** A group of passes that is blamed as one when positions break. */
export interface StepPart {
  readonly name: string;
  readonly passes: readonly Pass[];
  /** How often they run, one round after another. */
  readonly times: number;
}

/**
 * One XPBD time step with collision handling, for any number of bodies: what runs, in its order, on every backend.
 *
 * Source: Chen et al. 2023, supplement, Algorithm 5. `contacts: end-of-step` is the algorithm as
 * written; `in-the-loop` finds contacts after predict too and projects them in every iteration.
 */
export function stepParts(parameters: SimulationParameters, world: World): readonly StepPart[] {
  const { contacts, iterations, contactPasses } = parameters;
  const atStart = new Set([
    ...sourcesOf(parameters, world).flatMap((source) => source.atStart(parameters)),
    ...CONSTRAINTS.flatMap((constraint) => constraint.atStart?.(parameters, world) ?? []),
  ]);
  const find = findContacts(parameters, world);
  const project = (passes: number) =>
    passes > 0 && find.length > 0 ? [projectContacts(passes), COLLIDERS] : [COLLIDERS];

  const inTheLoop = contacts === 'in-the-loop';
  const solve = CONSTRAINTS.flatMap((constraint) => constraint.solve(parameters, world));
  const iteration = [...solve, ...project(inTheLoop ? 1 : 0)];
  return [
    { name: 'predict', passes: [BEGIN, ...atStart, ...PREDICT], times: 1 },
    ...(inTheLoop ? [{ name: 'contacts', passes: find, times: 1 }] : []),
    { name: 'solve', passes: iteration, times: iterations },
    { name: 'projection', passes: [...find, ...project(contactPasses)], times: 1 },
    { name: 'velocities', passes: [VELOCITIES], times: 1 },
  ];
}

/** The program of the first `parts` parts of a step, by default of all, with a look for broken numbers behind them. */
export function stepProgram(inputs: StepInputs, world: World, parts = Infinity): Program {
  const { parameters, attachments, scripted } = inputs;
  const passes = stepParts(parameters, world)
    .slice(0, parts)
    .flatMap(({ passes, times }) => Array.from({ length: times }, () => passes).flat());
  const counters: StartCounters = { attachments: attachments.length, driven: scripted?.drivenCount ?? 0 };
  return {
    name: 'step',
    passes: [...passes, ENERGY],
    parameters,
    inputs: { ...attachmentInputs(attachments), ...(scripted && scriptedInputs(scripted)) },
    counters,
    results: STEP_STATE,
    startsFromCheckpoint: true,
  };
}

/**
 * Runs one step from the state of now, which is the checkpoint that `restore` goes back to.
 * @returns the step's counters (COUNTERS in state.ts)
 * @throws WorkLostError, DeviceLostError
 */
export async function step(backend: Backend, inputs: StepInputs): Promise<Uint32Array> {
  await backend.checkpoint();
  return backend.run(stepProgram(inputs, backend.world));
}
