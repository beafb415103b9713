import { CONTACT, type State } from '../../state.ts';

/**
 * The choice of the deepest of more hits than the world may have contacts (mostHits). That happens where bodies have burst, and every edge
 * sweeps through all others. Of equally deep hits, those are chosen that come first in the list of all hits, so that the choice is the same for
 * any number of workers.
 */
export interface HitChoice {
  /** Depth of each hit at the end of its step [m]; -Infinity for hits without a normal, which make no contact. */
  depths: Float32Array;
  /** Depths of all hits, sorted. */
  sorted: Float32Array;
  /** Hits deeper than this are chosen [m]. */
  least: number;
  /** Number of hits of exactly this depth that are still to be chosen. */
  ties: number;
}

export const createHitChoice = (): HitChoice => ({
  depths: new Float32Array(0),
  sorted: new Float32Array(0),
  least: 0.5,
  ties: 0,
});

/** Makes room for the depths of all hits. */
export function prepareChoice(choice: HitChoice, hitCount: number): void {
  if (choice.depths.length >= hitCount) return;
  choice.depths = new Float32Array(hitCount);
  choice.sorted = new Float32Array(hitCount);
}

/** Returns how far the two sides of a contact are past each other at the current positions [m]. @param at offset of the contact's record */
export function depthOfContact({ contacts: { f32, u32 }, positions }: State, at: number): number {
  let depth = f32[at + CONTACT.offset];
  for (let k = 0; k < u32[at + CONTACT.count]; k++) {
    const v = 3 * u32[at + CONTACT.vertices + k];
    const weight = f32[at + CONTACT.weights + k];
    for (let j = 0; j < 3; j++) depth -= weight * f32[at + CONTACT.normal + j] * positions[v + j];
  }
  return Number.isNaN(depth) ? -Infinity : depth;
}

/** Chooses the deepest hits of all whose depths are known. @param hitCount number of all hits    @param room number of them that are chosen */
export function chooseDeepest(choice: HitChoice, hitCount: number, room: number): void {
  const sorted = choice.sorted.subarray(0, hitCount);
  sorted.set(choice.depths.subarray(0, hitCount));
  sorted.sort();
  choice.least = sorted[hitCount - room];
  choice.ties = 0;
  for (let i = hitCount - room; i < hitCount && sorted[i] === choice.least; i++) choice.ties++;
}

/** Whether hit i is chosen. Call it once for each hit, in the order of the list. */
export function isChosen(choice: HitChoice, i: number): boolean {
  if (choice.depths[i] > choice.least) return true;
  if (choice.depths[i] < choice.least || choice.ties === 0) return false;
  choice.ties--;
  return true;
}
