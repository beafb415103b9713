import { CAPACITY_COUNT } from './capacities.ts';
import { DETECTION_COUNTERS } from './detect/tables.ts';
import { REGION_COUNTERS } from './contacts/regions/tables.ts';
import { CCD_COUNTERS } from './contacts/ccd/tables.ts';
import { PATH_COUNTERS } from './path/tables.ts';
import { FIELD_COUNTERS } from './path/distance-field/tables.ts';
import { GUARANTEE_COUNTERS } from './contacts/guarantee/tables.ts';
import { PROJECTION_COUNTERS } from './contacts/projection/tables.ts';
import { IMPLICIT_EULER_COUNTERS } from './integrators/implicit-euler/tables.ts';
import { GRAB_COUNTERS } from './constraints/grabs/tables.ts';
import { AIR_CONTACT_COUNTERS } from './contacts/air/tables.ts';
import { AIR_COUNTERS } from './constraints/air/tables.ts';
import { SCRIPT_COUNTERS } from './script/tables.ts';
import { DIAGNOSTIC_COUNTERS } from './diagnostics/tables.ts';
import type { CounterDefinition, CounterKind } from './tables/table-definitions.ts';

/** Counter tables of all features, in the order of the columns of a frame row (FrameRow in statistics.ts). */
const TABLES = {
  ...PROJECTION_COUNTERS,
  ...GUARANTEE_COUNTERS,
  ...IMPLICIT_EULER_COUNTERS,
  ...DETECTION_COUNTERS,
  ...CCD_COUNTERS,
  ...PATH_COUNTERS,
  ...FIELD_COUNTERS,
  ...REGION_COUNTERS,
  ...GRAB_COUNTERS,
  ...SCRIPT_COUNTERS,
  ...AIR_COUNTERS,
  ...AIR_CONTACT_COUNTERS,
  ...DIAGNOSTIC_COUNTERS,
};

export type CounterName = keyof typeof TABLES;
const NAMES = Object.keys(TABLES) as CounterName[];
const definitionOf = (name: CounterName): CounterDefinition => TABLES[name];

/**
 * Index of each counter in `State.counters`. If the parameter `contacts` is `in-the-loop`, a step detects contacts twice. Counters of
 * the kind `length` then hold the length in the last detection; all other counters combine both detections, as their kinds say.
 * The words from `needs` on, indexed by CAPACITY, hold the length that each list would have needed in the step, or 0 if the list was
 * long enough.
 */
export const COUNTERS = {
  ...(Object.fromEntries(NAMES.map((name, word) => [name, word])) as Record<CounterName, number>),
  needs: NAMES.length,
};
export const COUNTER_COUNT = NAMES.length + CAPACITY_COUNT;

/** Counters of the kind `length`: list lengths, and numbers that the host sets. */
export const LENGTHS: readonly CounterName[] = NAMES.filter((name) => definitionOf(name).kind === 'length');

/** Kind of each counter, by its index. */
const KINDS: readonly CounterKind[] = Array.from({ length: COUNTER_COUNT }, (_, word) =>
  word < NAMES.length ? definitionOf(NAMES[word]).kind : 'greatest',
);

/**
 * Merges `others`, the counters of another worker or device that ran part of the same program, into `counters`. Each counter's kind says
 * how its two values are combined. Counters of the kind `length` keep the value in `counters`.
 */
export function mergeCounters(counters: Uint32Array, others: Uint32Array): void {
  for (let word = 0; word < COUNTER_COUNT; word++) counters[word] = merged(KINDS[word], counters[word], others[word]);
}

function merged(kind: CounterKind, one: number, other: number): number {
  if (kind === 'length') return one;
  if (kind === 'sum') return one + other;
  // Kind `least`: 0 means that there is no value, so the other value counts.
  if (kind === 'greatest' || one === 0 || other === 0) return Math.max(one, other);
  return Math.min(one, other);
}

/** Names of the counters whose field `inFrame` is F. */
type In<F extends string> = {
  [K in CounterName]: (typeof TABLES)[K] extends { readonly inFrame: F } ? K : never;
}[CounterName];
/** Names of the counters that are columns of a frame row. A column is a mean per step or per shortest-path query, or a mean share. */
export type FrameCounter = In<'per step'> | In<'per query'> | In<'share'>;

/** Counters that are columns of a frame row. `inFrame` says whether a column is a mean per step, per query, or of a share. */
export const FRAME_COUNTERS = NAMES.flatMap((name) => {
  const { inFrame } = definitionOf(name);
  return inFrame ? [{ name: name as FrameCounter, inFrame }] : [];
});

/** Returns true if any list was too short. */
export function anyListTooShort(counters: Uint32Array): boolean {
  for (let i = 0; i < CAPACITY_COUNT; i++) if (counters[COUNTERS.needs + i] > 0) return true;
  return false;
}
