import { CONTACT_SOURCES, sourcesOf } from './contact-sources.ts';
import type { Script, Switch } from '../../simulation/script/script.ts';
import { hasEffect, PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';
import { quoted } from '../../math/text.ts';
import { ParameterError, parseParameter } from '../../simulation/tables/parse-parameters.ts';
import type { SceneBuild } from '../../scenes/scene.ts';
import { optionTitle, titleOf, valueInWords } from '../panel/parameter-words.ts';

/**
 * Parameters in which the two halves of a comparison can differ, and `sources`: the two parameters that say which contact sources act in
 * a scene with an air mesh.
 */
const COMPARABLE = ['mode', 'sources', 'pathMethod', 'contacts', 'culling', 'integrator'] as const;
type ComparableName = (typeof COMPARABLE)[number];
type Parameter = keyof SimulationParameters;

/** The one parameter in which the right half differs from the left, or the contact sources. */
export interface Comparison {
  readonly name: ComparableName;
  /** The right half's value, written as in links and on the command line: a flag is on or off. */
  readonly value: string;
}

/** Returns the parameters that a comparison sets in the right half. */
export const comparedParameters = ({ name }: Pick<Comparison, 'name'>): readonly Parameter[] =>
  name === 'sources' ? ['mode', 'air'] : [name];

/** Returns the right half's values of the compared parameters. @throws ParameterError if the value is not one of the parameter's */
function rightValues({ name, value }: Comparison): Partial<SimulationParameters> {
  if (name !== 'sources') return parseParameter(name, value);
  const { mode, air } = CONTACT_SOURCES[value]!;
  return { mode, air };
}

function optionsOf(name: ComparableName): readonly string[] {
  if (name === 'sources') return Object.keys(CONTACT_SOURCES);
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
  /** Dimension of the air mesh; undefined if the scene has none. */
  readonly air?: 2 | 3 | undefined;
}

/**
 * Returns the comparisons from which a person can learn something: methods that the run uses at some time, in another value than its own.
 * A run that searches no paths looks the same with all path methods.
 */
export function worthComparing({ parameters, switches, hasPaths, air }: Comparable): readonly Comparison[] {
  const modes = [parameters.mode, ...switches.flatMap(({ parameters: { mode } }) => mode ?? [])];
  const hasSources = air !== undefined && parameters.integrator === 'xpbd';
  const isUsed: Readonly<Record<ComparableName, boolean>> = {
    // In a scene with air, the sources say the same and more.
    mode: !hasSources && air !== 2,
    sources: hasSources,
    pathMethod: hasPaths && modes.some((mode) => mode === 'dcd' || mode === 'hybrid'),
    contacts: modes.some((mode) => mode !== 'off'),
    culling: hasPaths,
    integrator: true,
  };
  return COMPARISONS.filter((comparison) => {
    const { name } = comparison;
    const values = rightValues(comparison);
    // Only air acts on bodies in the plane.
    if (!isUsed[name] || (air === 2 && name === 'sources' && values.mode !== 'off')) return false;
    if (name !== 'sources' && !hasEffect(name, parameters)) return false;
    return comparedParameters(comparison).some((parameter) => values[parameter] !== parameters[parameter]);
  });
}

/** Whether a change of parameters changes what is worth comparing. */
export const changesComparisons = (changed: Partial<SimulationParameters>): boolean =>
  COMPARABLE.some((name) => comparedParameters({ name }).some((parameter) => parameter in changed));

/** Returns the compared parameter of one half in words, such as 'Mode: Discrete (DCD)'. */
export const sideInWords = ({ name }: Comparison, parameters: SimulationParameters): string =>
  name === 'sources'
    ? sourcesInWords(sourcesOf(parameters))
    : `${titleOf(name)}: ${valueInWords(name, parameters[name])}`;

const sourcesInWords = (value: string): string => CONTACT_SOURCES[value]!.title;

/** Returns a comparison in words, such as 'Mode: Discrete (DCD)'. */
export function comparisonInWords({ name, value }: Comparison): string {
  if (name === 'sources') return sourcesInWords(value);
  return `${titleOf(name)}: ${PARAMETERS[name].kind === 'flag' ? value : optionTitle(name, value)}`;
}

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
export const rightParameters = (parameters: SimulationParameters, comparison: Comparison): SimulationParameters => ({
  ...parameters,
  ...rightValues(comparison),
});

/** Returns those changed parameters that the right half takes over from the left: all except the compared one. */
export function withoutCompared(
  changed: Partial<SimulationParameters>,
  comparison: Comparison,
): Partial<SimulationParameters> {
  const compared: readonly string[] = comparedParameters(comparison);
  return Object.fromEntries(Object.entries(changed).filter(([name]) => !compared.includes(name)));
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
