import { defaultParameters } from '../../src/simulation/parameters.ts';
import { projectContacts } from '../../src/simulation/contacts/projection/passes.ts';
import { findContacts } from '../../src/simulation/contacts/sources.ts';
import { stageEntries } from '../../src/simulation/program.ts';
import type { World } from '../../src/simulation/world.ts';
import { ContactThread, type Entries, only } from '../collision/contact-thread.ts';
import { growth } from '../report/statistics.ts';
import { coiledNoodle } from '../paths/generated-cases.ts';
import { interleave } from '../measure/interleave.ts';
import type { Fallen } from './octopi-states.ts';
import { OneThread } from '../measure/threads.ts';
import type { StepTimes } from '../measure/step-runner.ts';

/** So many contacts, and the milliseconds that they took: once, or a round each. */
export interface ContactPoint {
  readonly contacts: number;
  readonly rounds: readonly number[];
}

/** What one contact takes at the fewest and at the most contacts: the fastest rounds [us]. */
export function costEach(points: readonly ContactPoint[]): string {
  const inOrder = [...points].sort((a, b) => a.contacts - b.contacts);
  const cost = ({ contacts, rounds }: ContactPoint) =>
    `${((1000 * Math.min(...rounds)) / contacts).toFixed(2)} us each at ${Math.round(contacts).toLocaleString('en-US')}`;
  return `${cost(inOrder[0])}, ${cost(inOrder.at(-1)!)}`;
}

/** In each round the exponent of the time over the contacts. */
export const contactExponents = (points: readonly ContactPoint[]): number[] =>
  points[0].rounds.map((_, round) =>
    growth(
      points.map(({ contacts }) => contacts),
      points.map(({ rounds }) => rounds[round]),
    ),
  );

/**
 * The clocks of a step that contacts run on [ms]: shortest paths, with what is made for them once a mesh, and projection, with the
 * colours and with the colliders, which look at all vertices.
 */
export const contactCost = ({ stages }: StepTimes): number => stages.path + stages.projection;

/** A moment is used where it has so many times the contacts of the one used before: differences far above what timing tells. */
const APART = 1.6;

/** Those of ever more contacts, each APART from the one before, from a number of contacts on. */
export function growingMoments<T extends { readonly contacts: number }>(moments: readonly T[], from: number): T[] {
  const used: T[] = [];
  let least = from;
  for (const moment of [...moments].sort((a, b) => a.contacts - b.contacts)) {
    if (moment.contacts < least) continue;
    used.push(moment);
    least = APART * moment.contacts;
  }
  return used;
}

/** Sweeps over the contacts in a step with contacts in the loop, by default. */
const PASSES = 6;
const contactStages = (world: World) => [
  ...only(
    stageEntries(findContacts({ ...defaultParameters(), mode: 'hybrid' }, world)),
    'shortestPath',
    'pathContacts',
    'colour',
  ),
  ...stageEntries([projectContacts(PASSES)]),
];

/** What contacts take at moments of one fall, on one thread: the bodies are the same, only contacts grow. */
export async function fallPoints(fall: Fallen, from: number): Promise<ContactPoint[]> {
  const threads = growingMoments(fall.moments, from).map((moment) => new ContactThread({ ...fall, ...moment }));
  for (const thread of threads) {
    thread.predictAndFind('hybrid');
    thread.keep();
  }
  const stages = contactStages(fall.world);
  const contestants = threads.map((thread, i) => ({
    name: `${i}`,
    runElsewhere: async () => timeContacts(thread, stages),
  }));
  const timings = await interleave(contestants);
  return timings.map(({ rounds }, i) => ({ contacts: threads[i].contacts, rounds }));
}

function timeContacts(thread: ContactThread, stages: Entries): number {
  thread.restore();
  const started = performance.now();
  thread.run(stages);
  return performance.now() - started;
}

/** Half lengths of noodles coiled into themselves [m]: from two thousand penetrating points to fifty thousand. */
const NOODLES = [16, 32, 64, 128];

/** Shortest paths of all penetrating points of ever longer noodles, on one thread, with all that is made for them. */
export async function coilPoints(): Promise<ContactPoint[]> {
  const cases = NOODLES.map((halfLength) => coiledNoodle(halfLength));
  const threads = cases.map((pathCase) => new OneThread(pathCase));
  const timings = await interleave(
    threads.map((thread, i) => ({ name: `${NOODLES[i]}`, run: () => thread.answer('flood') })),
  );
  return timings.map(({ rounds }, i) => ({ contacts: cases[i].queries.count, rounds }));
}
