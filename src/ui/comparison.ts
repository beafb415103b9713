import type { Script } from '../simulation/script/script.ts';
import { type ChoiceParameter, PARAMETERS, type SimulationParameters } from '../simulation/parameters.ts';
import type { SceneBuild } from '../scenes/scene.ts';
import { inWords } from './parameter-words.ts';

/** Methods that two halves of the page can differ in. */
export const COMPARED = ['mode', 'pathMethod', 'contacts'] as const;
type ComparedName = (typeof COMPARED)[number];

/** What the right half has in place of the left one's. */
export interface Comparison {
  readonly name: ComparedName;
  readonly value: string;
}

const optionsOf = (name: ComparedName): readonly string[] => (PARAMETERS[name] as ChoiceParameter).options;

/** All comparisons, in the order of the list. */
export const COMPARISONS: readonly Comparison[] = COMPARED.flatMap((name) =>
  optionsOf(name).map((value) => ({ name, value })),
);

/** 'mode dcd' */
export const comparisonInWords = ({ name, value }: Comparison): string => `${inWords(name)} ${value}`;

/** As links have it: 'mode:dcd'. @returns what is wrong with it, in words, where it names no comparison */
export function readComparison(text: string): Comparison | string {
  const [name, value] = text.split(':');
  const known = COMPARISONS.find((comparison) => comparison.name === name && comparison.value === value);
  const isCompared = COMPARED.includes(name as ComparedName);
  const allowed = isCompared ? optionsOf(name as ComparedName).map((option) => `${name}:${option}`) : COMPARED;
  return known ?? `compare is '${text}'; allowed are ${allowed.join(', ')}${isCompared ? '' : ', each with :method'}`;
}

/** The right half's parameters. */
export const otherParameters = (parameters: SimulationParameters, { name, value }: Comparison): SimulationParameters =>
  ({ ...parameters, [name]: value }) as SimulationParameters;

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
