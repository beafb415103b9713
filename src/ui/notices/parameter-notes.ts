import { noteOnSoftening } from '../../simulation/constraints/neo-hookean-xpbd/softening-note.ts';
import { noteOnSheets } from '../../simulation/contacts/guarantee/note.ts';
import { noteOnOffset } from '../../simulation/contacts/projection/note.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { World } from '../../simulation/world/world.ts';
import { type Messages, sentence } from './messages.ts';

/**
 * Returns what has to be said of the parameters with which a world starts: what mode or path method can't do for sheets, that contacts are kept too far
 * apart, and that the material is softened. Pages fetch this code only where there may be something to say (mayNeedNotes in app/loader.ts).
 */
export function notesOnStart(world: World, parameters: SimulationParameters): string[] {
  // Names of parameters begin with small letters, also in a sentence.
  const phrases = [...noteOnSheets(world, parameters), ...noteOnSoftening(world, parameters)];
  return [...phrases.map((phrase) => `${phrase}.`), ...noteOnOffset(world, parameters).map(sentence)];
}

/** Says the same of parameters that the person has changed, as far as it wasn't so before. */
export function tellOfChange(
  messages: Pick<Messages, 'say' | 'tell'>,
  world: World,
  before: SimulationParameters,
  changed: Partial<SimulationParameters>,
): void {
  const parameters = { ...before, ...changed };
  const names = Object.keys(changed);
  for (const note of [...noteOnSheets(world, parameters, names), ...noteOnSoftening(world, parameters, before)])
    messages.say(`${note}.`);
  for (const note of noteOnOffset(world, parameters, names)) messages.tell(sentence(note));
}
