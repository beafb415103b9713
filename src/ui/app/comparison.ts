import type { Script, Switch } from '../../simulation/script/script.ts';
import { hasEffect, PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';
import { quoted } from '../../math/text.ts';
import { ParameterError, parseParameter } from '../../simulation/tables/parse-parameters.ts';
import type { SceneBuild } from '../../scenes/scene.ts';
import { titleOf, valueInWords } from '../panel/parameter-words.ts';

/** Parameters in which the two halves of a comparison can differ. */
const COMPARABLE = ['mode', 'pathMethod', 'contacts', 'culling', 'integrator'] as const;
type ComparableName = (typeof COMPARABLE)[number];

/** The one parameter in which the right half differs from the left. */
export interface Comparison {
  readonly name: ComparableName;
  /** The right half's value, written as in links and on the command line: a flag is on or off. */
  readonly value: string;
}

function optionsOf(name: ComparableName): readonly string[] {
  const definition = PARAMETERS[name];
  return 'options' in definition ? definition.options : ['on', 'off'];
}

/** All comparisons, in the order of the panel's list. */
export const COMPARISONS: readonly Comparison[] = COMPARABLE.flatMap((name) =>
  optionsOf(name).map((value) => ({ name, value })),
);

/** Properties of a run that decide which comparisons are worth offering. */
export interface Comparable {
  readonly parameters: SimulationParameters;
  /** Changes of parameters by the scene's script. */
  readonly switches: readonly Switch[];
  /** Whether points have been inside bodies in this scene, so that paths were searched for them. */
  readonly hasPaths: boolean;
}

/**
 * Returns the comparisons from which a person can learn something: methods that the run uses at some time, in another value than its own.
 * A run that searches no paths looks the same with all path methods.
 */
export function worthComparing({ parameters, switches, hasPaths }: Comparable): readonly Comparison[] {
  const modes = [parameters.mode, ...switches.flatMap(({ parameters: { mode } }) => mode ?? [])];
  const isUsed: Readonly<Record<ComparableName, boolean>> = {
    mode: true,
    pathMethod: hasPaths && modes.some((mode) => mode === 'dcd' || mode === 'hybrid'),
    contacts: modes.some((mode) => mode !== 'off'),
    culling: hasPaths,
    integrator: true,
  };
  return COMPARISONS.filter(
    ({ name, value }) =>
      isUsed[name] && hasEffect(name, parameters) && parseParameter(name, value)[name] !== parameters[name],
  );
}

/** Whether a change of parameters changes what is worth comparing. */
export const changesComparisons = (changed: Partial<SimulationParameters>): boolean =>
  COMPARABLE.some((name) => name in changed);

/** Returns the compared parameter of one half in words, such as 'Mode: Discrete (DCD)'. */
export const sideInWords = ({ name }: Comparison, parameters: SimulationParameters): string =>
  `${titleOf(name)}: ${valueInWords(name, parameters[name])}`;

/** Other spellings of the values on and off, which the command line accepts too. */
const SPELLINGS: Partial<Record<string, string>> = { true: 'on', false: 'off' };

/**
 * Reads a comparison from a link, such as 'mode:dcd' or 'culling:off'.
 * @throws ParameterError if the text names no comparison
 */
export function readComparison(text: string): Comparison {
  const [name, value = ''] = text.split(':');
  const known = COMPARISONS.find(
    (comparison) => comparison.name === name && comparison.value === (SPELLINGS[value] ?? value),
  );
  if (known) return known;
  const isComparable = COMPARABLE.includes(name as ComparableName);
  const allowed = isComparable ? optionsOf(name as ComparableName).map((option) => `${name}:${option}`) : COMPARABLE;
  const form = isComparable ? '' : ', each followed by : and a value';
  throw new ParameterError(`compare is ${quoted(text)}; allowed are ${allowed.join(', ')}${form}`);
}

/** Returns the right half's parameters: those of the left half, except for the compared parameter. */
export const rightParameters = (
  parameters: SimulationParameters,
  { name, value }: Comparison,
): SimulationParameters => ({
  ...parameters,
  ...parseParameter(name, value),
});

/** Returns those changed parameters that the right half takes over from the left: all except the compared one. */
export function withoutCompared(
  changed: Partial<SimulationParameters>,
  { name }: Comparison,
): Partial<SimulationParameters> {
  const { [name]: _, ...rest } = changed;
  return rest;
}

/**
 * Returns the right half's build: that of the left half, except that the script never changes the compared parameter. (A script changes
 * parameters at given times.)
 */
export function rightBuild(build: SceneBuild, comparison: Comparison): SceneBuild {
  if (!build.script?.switches) return build;
  const switches = build.script.switches.map(({ time, parameters }) => ({
    time,
    parameters: withoutCompared(parameters, comparison),
  }));
  const script: Script = { ...build.script, switches };
  return { ...build, script };
}
