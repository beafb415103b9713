import type { Script } from '../../simulation/script/script.ts';
import { PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';
import { parseParameter } from '../../simulation/parse-parameters.ts';
import type { SceneBuild } from '../../scenes/scene.ts';
import { inWords, valueInWords } from '../panel/parameter-words.ts';

/** Methods that two halves of the page can differ in. */
export const COMPARED = ['mode', 'pathMethod', 'contacts', 'culling'] as const;
type ComparedName = (typeof COMPARED)[number];

/** What the right half has in place of the left one's. */
export interface Comparison {
  readonly name: ComparedName;
  /** As links and the command line write it: a flag is on or off. */
  readonly value: string;
}

function optionsOf(name: ComparedName): readonly string[] {
  const definition = PARAMETERS[name];
  return 'options' in definition ? definition.options : ['on', 'off'];
}

/** All comparisons, in the order of the list. */
export const COMPARISONS: readonly Comparison[] = COMPARED.flatMap((name) =>
  optionsOf(name).map((value) => ({ name, value })),
);

/** 'mode dcd' */
export const comparisonInWords = ({ name, value }: Comparison): string => `${inWords(name)} ${value}`;

/** What runs on a side, in words. */
export const sideInWords = ({ name }: Comparison, parameters: SimulationParameters): string =>
  comparisonInWords({ name, value: valueInWords(name, parameters[name]) });

/** Flags have two spellings, as elsewhere. */
const SPELLINGS: Partial<Record<string, string>> = { true: 'on', false: 'off' };

/** As links have it: 'mode:dcd', 'culling:off'. @returns what is wrong with it, in words, where it names no comparison */
export function readComparison(text: string): Comparison | string {
  const [name, value] = text.split(':');
  const known = COMPARISONS.find(
    (comparison) => comparison.name === name && comparison.value === (SPELLINGS[value] ?? value),
  );
  const isCompared = COMPARED.includes(name as ComparedName);
  const allowed = isCompared ? optionsOf(name as ComparedName).map((option) => `${name}:${option}`) : COMPARED;
  return known ?? `compare is '${text}'; allowed are ${allowed.join(', ')}${isCompared ? '' : ', each with :method'}`;
}

/** The right half's parameters. */
export const otherParameters = (
  parameters: SimulationParameters,
  { name, value }: Comparison,
): SimulationParameters => ({
  ...parameters,
  ...parseParameter(name, value),
});

/** What of a change concerns the right half too: its own method stays. */
export function withoutCompared(
  changed: Partial<SimulationParameters>,
  { name }: Comparison,
): Partial<SimulationParameters> {
  const { [name]: _, ...rest } = changed;
  return rest;
}

/** The right half's scene: its script doesn't touch the method that is compared. */
export function otherBuild(build: SceneBuild, comparison: Comparison): SceneBuild {
  if (!build.script?.switches) return build;
  const switches = build.script.switches.map(({ time, parameters }) => ({
    time,
    parameters: withoutCompared(parameters, comparison),
  }));
  const script: Script = { ...build.script, switches };
  return { ...build, script };
}
