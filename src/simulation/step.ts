import type { Backend } from './backend.ts';
import { attachmentInputs, type Attachment } from './constraints/attachments/attachment.ts';
import { ENERGY } from './diagnostics/passes.ts';
import type { StepPart } from './integrators/integrator.ts';
import { integratorOf } from './integrators/integrators.ts';
import type { SimulationParameters } from './parameters.ts';
import type { Pass, StartCounters } from './pass.ts';
import type { Program } from './program.ts';
import { type ScriptedStep, scriptedInputs } from './script/scripted.ts';
import { keptArrays } from './state.ts';
import type { World } from './world.ts';

/** Input from outside, the same for a whole step. */
export interface StepInputs {
  readonly parameters: SimulationParameters;
  /** Vertices that a person pulls. */
  readonly attachments: readonly Attachment[];
  /** Input of the world's script; undefined where it has none. */
  readonly scripted?: ScriptedStep;
}

/** The parts of a step, in their order, on every backend. */
export const stepParts = (parameters: SimulationParameters, world: World): readonly StepPart[] =>
  integratorOf(parameters).parts(parameters, world);

/** The passes of the first `parts` parts of a step, by default of all, with a look for broken numbers behind them. */
export const stepPasses = (parameters: SimulationParameters, world: World, parts = Infinity): readonly Pass[] => [
  ...stepParts(parameters, world)
    .slice(0, parts)
    .flatMap(({ passes, times }) => Array.from({ length: times }, () => passes).flat()),
  ENERGY,
];

/** @param passes of stepPasses: whoever keeps them spares them to be listed anew */
export function stepProgram(inputs: StepInputs, world: World, passes = stepPasses(inputs.parameters, world)): Program {
  const { parameters, attachments, scripted } = inputs;
  const counters: StartCounters = { attachments: attachments.length, driven: scripted?.drivenCount ?? 0 };
  return {
    name: 'step',
    passes,
    parameters,
    inputs: { ...attachmentInputs(attachments, world.dimension), ...(scripted && scriptedInputs(scripted)) },
    counters,
    results: keptArrays(world),
    startsFromCheckpoint: true,
  };
}

/**
 * Runs one step from the state of now, which is the checkpoint that `restore` goes back to.
 * @param passes as stepProgram's
 * @returns the step's counters (COUNTERS in state.ts)
 * @throws WorkLostError, DeviceLostError
 */
export async function step(backend: Backend, inputs: StepInputs, passes?: readonly Pass[]): Promise<Uint32Array> {
  await backend.checkpoint();
  return backend.run(stepProgram(inputs, backend.world, passes));
}
