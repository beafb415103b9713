import type { Switch } from '../../simulation/script/script.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { titleOf, valueInWords } from '../panel/parameter-words.ts';
import { type Message, sentence } from './messages.ts';

/** Maximum number of phrases in a notice, the most important first. The details name every change. */
const MAX_PHRASES = 2;
/** Ratio of two durations from which on the change is visible as slower or faster motion. */
const VISIBLE_RATIO = 1.1;

/** Visible effects of a greater and of a smaller parameter, in the order of importance. */
const EFFECTS: readonly (readonly [keyof SimulationParameters, string, string])[] = [
  ['gravity', 'gravity is stronger', 'gravity is weaker'],
  ['pressure', 'more gas fills the bodies', 'less gas fills the bodies'],
  ['youngsModulus', 'bodies are stiffer', 'bodies are softer'],
  ['dynamicFriction', 'surfaces rub more', 'surfaces slide more easily'],
  ['velocityDamping', 'motion is damped more', 'motion is damped less'],
];

/**
 * Says what a scene's script has changed, as a person would, and names each changed parameter in the details.
 * @param before parameters before the change
 * @param atStart parameters at the start of the run
 */
export function switchInWords(
  { time, parameters: changed }: Switch,
  before: SimulationParameters,
  atStart: SimulationParameters,
): Required<Pick<Message, 'text' | 'details'>> {
  const after = { ...before, ...changed };
  const phrases = [...collisionWords(before, after), ...speedWords(before, after, atStart), ...effects(before, after)];
  const said = phrases.slice(0, MAX_PHRASES).join('; ');
  return {
    text: sentence(said || 'the scene has changed some of its parameters'),
    details: parameterNotice(time, changed),
  };
}

function collisionWords(before: SimulationParameters, after: SimulationParameters): string[] {
  const phrases: string[] = [];
  if (before.mode !== after.mode) {
    const isOn = `collisions are ${after.mode === 'off' ? 'switched off' : 'switched on'}`;
    const isAnother = before.mode !== 'off' && after.mode !== 'off';
    phrases.push(isAnother ? `collisions are found in another way: ${valueInWords('mode', after.mode)}` : isOn);
  }
  if (before.flatten !== after.flatten) phrases.push(after.flatten ? 'all is pressed flat' : 'all is let go again');
  if (before.air !== after.air) phrases.push(`the air mesh is switched ${after.air}`);
  if (before.pathMethod !== after.pathMethod)
    phrases.push(
      `points inside a body find their way out by another method: ${valueInWords('pathMethod', after.pathMethod)}`,
    );
  return phrases;
}

/** Simulated time of a frame [s]: how fast the page's frames show the motion. */
const frameTime = ({ timeStep, stepsPerFrame }: SimulationParameters): number => timeStep * stepsPerFrame;

function speedWords(
  before: SimulationParameters,
  after: SimulationParameters,
  atStart: SimulationParameters,
): readonly string[] {
  const ratio = frameTime(after) / frameTime(before);
  if (ratio < 1 / VISIBLE_RATIO) return ['slow motion'];
  if (ratio <= VISIBLE_RATIO) return [];
  const isAsAtStart = Math.abs(Math.log(frameTime(after) / frameTime(atStart))) < Math.log(VISIBLE_RATIO);
  return [isAsAtStart ? 'the motion has its usual speed again' : 'faster motion'];
}

const effects = (before: SimulationParameters, after: SimulationParameters): readonly string[] =>
  EFFECTS.flatMap(([name, greater, smaller]) => {
    if (after[name] === before[name]) return [];
    return [after[name] > before[name] ? greater : smaller];
  });

/** Names each parameter that a scene's script has changed, with its value. @param time time of the change [s] */
export function parameterNotice(time: number, changed: Partial<SimulationParameters>): string {
  const parts = (Object.keys(changed) as (keyof SimulationParameters)[]).map(
    (name) => `${titleOf(name)} to ${valueInWords(name, changed[name])}`,
  );
  return `At ${time.toFixed(1)} s the scene set ${parts.join(', ')}.`;
}
