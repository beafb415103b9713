import { CAPACITY_COUNT } from './capacities.ts';
import { DETECTION_COUNTERS } from './detect/tables.ts';
import { PATH_COUNTERS } from './path/tables.ts';
import { PROJECTION_COUNTERS } from './contacts/projection/tables.ts';
import { ATTACHMENT_COUNTERS } from './constraints/attachments/tables.ts';
import { SCRIPT_COUNTERS } from './script/tables.ts';
import { DIAGNOSTIC_COUNTERS } from './diagnostics/tables.ts';
import type { CounterDefinition, CounterKind } from './table-definitions.ts';

/** Each feature's own, in the order in which frames' rows show them. */
const TABLES = {
  ...PROJECTION_COUNTERS,
  ...DETECTION_COUNTERS,
  ...PATH_COUNTERS,
  ...ATTACHMENT_COUNTERS,
  ...SCRIPT_COUNTERS,
  ...DIAGNOSTIC_COUNTERS,
};

export type CounterName = keyof typeof TABLES;
const NAMES = Object.keys(TABLES) as CounterName[];
const definitionOf = (name: CounterName): CounterDefinition => TABLES[name];

/**
 * Counters of one program, by their words in `State.counters`. A step with contacts `in-the-loop` detects twice: lengths are of the
 * last detection; the others are of both, as their kinds say. From `needs` on: the length that a list lacked, by CAPACITY: the
 * longest over the step's detections; 0 where all found room.
 */
export const COUNTERS = {
  ...(Object.fromEntries(NAMES.map((name, word) => [name, word])) as Record<CounterName, number>),
  needs: NAMES.length,
};
export const COUNTER_COUNT = NAMES.length + CAPACITY_COUNT;

/** Counters that are lengths of lists or come from outside. */
export const LENGTHS: readonly CounterName[] = NAMES.filter((name) => definitionOf(name).kind === 'length');

/** By the counters' words. */
const KINDS: readonly CounterKind[] = Array.from({ length: COUNTER_COUNT }, (_, word) =>
  word < NAMES.length ? definitionOf(NAMES[word]).kind : 'greatest',
);

/** Adds to counters what another has counted of the same program, by the counters' kinds. Lengths stay: who set them last knows them. */
export function mergeCounters(counters: Uint32Array, others: Uint32Array): void {
  for (let word = 0; word < COUNTER_COUNT; word++) counters[word] = merged(KINDS[word], counters[word], others[word]);
}

function merged(kind: CounterKind, one: number, other: number): number {
  if (kind === 'length') return one;
  if (kind === 'sum') return one + other;
  if (kind === 'greatest' || one === 0 || other === 0) return Math.max(one, other);
  return Math.min(one, other);
}

type In<F extends string> = {
  [K in CounterName]: (typeof TABLES)[K] extends { readonly inFrame: F } ? K : never;
}[CounterName];
/** Counters in a frame's row: a mean per step, or per query of the step's detections. */
export type FrameCounter = In<'per step'> | In<'per query'>;

/** How a frame's row shows a counter; undefined where it doesn't. */
export const FRAME_COUNTERS = NAMES.flatMap((name) => {
  const { inFrame } = definitionOf(name);
  return inFrame ? [{ name: name as FrameCounter, inFrame }] : [];
});

/** Whether a list had no room. */
export function lackedRoom(counters: Uint32Array): boolean {
  for (let i = 0; i < CAPACITY_COUNT; i++) if (counters[COUNTERS.needs + i] > 0) return true;
  return false;
}
