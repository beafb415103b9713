import type { Backend } from './backend.ts';
import type { Pull } from './constraints/grabs/hand.ts';
import { grabInputs } from './constraints/grabs/passes.ts';
import { ENERGY } from './diagnostics/measurements.ts';
import type { StepPart } from './features.ts';
import { integratorOf } from './integrators/integrators.ts';
import type { SimulationParameters } from './parameters.ts';
import { arrayOf, type Pass, type StartCounters } from './program/pass.ts';
import type { Program } from './program/program.ts';
import { scriptedInputs, type ScriptedStep } from './script/scripted.ts';
import { keptArrays } from './state.ts';
import type { World } from './world/world.ts';
import type { StageClock } from './program/stage.ts';

/** External input of one step. */
export interface StepInputs {
  /** Number of the step since the start; 0 by default. */
  readonly step?: number;
  readonly parameters: SimulationParameters;
  /** Pulls of the person's grabs. */
  readonly grabs: readonly Pull[];
  /** Input from the world's script; undefined if the world has no script. */
  readonly scripted?: ScriptedStep;
}

/** Returns the parts of a step in order. They are the same on every backend. */
export const stepParts = (parameters: SimulationParameters, world: World): readonly StepPart[] =>
  integratorOf(parameters).parts(parameters, world);

/** Returns the passes of the first `parts` parts of a step (by default all), and then ENERGY, which checks for invalid positions. */
export const stepPasses = (parameters: SimulationParameters, world: World, parts = Infinity): readonly Pass[] => [
  ...stepParts(parameters, world)
    .slice(0, parts)
    .flatMap(({ passes, times }) => Array.from({ length: times }, () => passes).flat()),
  ENERGY,
];

/** Returns the program of a step. @param passes result of stepPasses for these inputs; callers may cache it */
export function stepProgram(inputs: StepInputs, world: World, passes = stepPasses(inputs.parameters, world)): Program {
  const { step = 0, parameters, grabs, scripted } = inputs;
  const counters: StartCounters = { step, grabs: grabs.length, driven: scripted?.drivenCount ?? 0 };
  return {
    name: 'step',
    passes,
    parameters,
    inputs: { ...grabInputs(grabs, world.dimension), ...(scripted && scriptedInputs(scripted)) },
    counters,
    results: keptArrays(world),
    startsFromCheckpoint: true,
    invalidIf: 'broken',
  };
}

/**
 * Takes a checkpoint of the current state, then runs one step.
 * @param passes as in stepProgram
 * @returns the step's counters, indexed by COUNTERS
 * @throws WorkLostError, DeviceLostError
 */
export async function step(backend: Backend, inputs: StepInputs, passes?: readonly Pass[]): Promise<Uint32Array> {
  await backend.checkpoint();
  return backend.run(stepProgram(inputs, backend.world, passes));
}

/** Place where a pass runs. If it is `gpu, rest in workers`, workers finish the elements that the pass's kernels can't finish. */
export type Place = 'workers' | 'gpu' | 'gpu, rest in workers';

export function placeOf({ kernels, leftOver }: Pass, kind: Backend['kind']): Place {
  if (kind === 'cpu' || !kernels) return 'workers';
  return leftOver ? 'gpu, rest in workers' : 'gpu';
}

/** Returns for each clock the places where its passes run, each place named once. */
export function placesByClock(passes: readonly Pass[], kind: Backend['kind']): Map<StageClock, string> {
  const places = new Map<StageClock, Set<Place>>();
  for (const pass of passes) places.set(pass.clock, (places.get(pass.clock) ?? new Set()).add(placeOf(pass, kind)));
  return new Map([...places].map(([clock, found]) => [clock, [...found].join('; ')]));
}

/** Describes the parts of a step as lines of text: each pass with its name, clock and place, and the arrays that it reads and writes. */
export function describeParts(parts: readonly StepPart[], kind: Backend['kind']): string[] {
  return parts.flatMap(({ name, passes, times }) => [
    times === 1 ? name : `${name}, ${times} times`,
    ...passes.map((pass) => {
      const writes = pass.writes.map(arrayOf).join(', ') || 'counters alone';
      const columns = `  ${pass.name.padEnd(28)} ${pass.clock.padEnd(10)} ${placeOf(pass, kind).padEnd(21)}`;
      return `${columns} ${pass.reads.join(', ')} -> ${writes}`;
    }),
  ]);
}
