import { NOTHING_DRAWS } from '../render/drawing.ts';
import type { Scene } from '../scenes/scene.ts';
import { BrokenStateError } from '../simulation/simulator.ts';

/** How fast people read [words a second], and the least that a message stays [s]. */
const WORDS_A_SECOND = 3;
const LEAST_SECONDS = 8;

/** Its figure in the paper, and what to look for; its title stands above the figures. */
export const aboutScene = ({ figure, description }: Scene): string =>
  figure === undefined ? description : `Figure ${figure}. ${description}`;

export const deviceLost = (reason: string): string =>
  `The graphics device was lost (${reason || 'no reason given'}): the scene started again on a new one.`;

/** @param news what hasn't been said yet and may explain it */
export function failureInWords(error: unknown, news: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof BrokenStateError) return `The simulation broke. ${message}`;
  if (message === NOTHING_DRAWS) return message;
  return `Something failed: ${message}${news.length > 0 ? ` (${news.join(' ')})` : ''}`;
}

/** How long a text stays [s]. */
export const readingTime = (text: string): number => LEAST_SECONDS + text.split(/\s+/).length / WORDS_A_SECOND;
