import { defaultParameters } from '../../src/simulation/parameters.ts';
import { projectContacts } from '../../src/simulation/contacts/projection/passes.ts';
import { findContacts } from '../../src/simulation/contacts/sources.ts';
import { stageEntries } from '../../src/simulation/program/program.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { ContactThread, type Entries, only } from '../collision/contact-thread.ts';
import { growth } from '../report/statistics.ts';
import { coiledNoodle } from '../paths/generated-cases.ts';
import { interleave } from '../measure/interleave.ts';
import type { Fallen } from './octopi-states.ts';
import { OneThread } from '../measure/threads.ts';
import type { StepTimes } from '../measure/step-runner.ts';

/** A number of contacts and the time that they took [ms]: once, or per round. */
export interface ContactPoint {
  readonly contacts: number;
  readonly rounds: readonly number[];
}

/** Says the time per contact at the smallest and at the largest number of contacts, from the fastest rounds [us]. */
export function costEach(points: readonly ContactPoint[]): string {
  const inOrder = [...points].sort((a, b) => a.contacts - b.contacts);
  const cost = ({ contacts, rounds }: ContactPoint) =>
    `${((1000 * Math.min(...rounds)) / contacts).toFixed(2)} us each at ${Math.round(contacts).toLocaleString('en-US')}`;
  return `${cost(inOrder[0])}, ${cost(inOrder.at(-1)!)}`;
}

/** Returns the exponent of the time as a power of the number of contacts, in each round. */
export const contactExponents = (points: readonly ContactPoint[]): number[] =>
  points[0].rounds.map((_, round) =>
    growth(
      points.map(({ contacts }) => contacts),
      points.map(({ rounds }) => rounds[round]),
    ),
  );

/**
 * Returns the time of the parts of a step that depend on contacts [ms]. They are shortest paths, including preparations per mesh, and
 * projection, including colouring and colliders. Colliders process all vertices.
 */
export const contactCost = ({ stages }: StepTimes): number => stages.path + stages.projection;

/** Minimum factor between the numbers of contacts at two moments that are used, so that times differ by far more than timing errors. */
const APART = 1.6;

/** Chooses moments with growing numbers of contacts, each at least APART times the previous one. @param from minimum of the first one */
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

/** Number of sweeps over the contacts per step, by default, if `contacts` is `in-the-loop`. */
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

/** Times contacts at several moments of one fall, on one thread. The bodies are the same; only the number of contacts grows. */
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

/** Half lengths of coiled, self-penetrating noodles [m], with two thousand to fifty thousand penetrating points. */
const NOODLES = [16, 32, 64, 128];

/** Times shortest paths of all penetrating points, including preparations, for longer and longer noodles, on one thread. */
export async function coilPoints(): Promise<ContactPoint[]> {
  const cases = NOODLES.map((halfLength) => coiledNoodle(halfLength));
  const threads = cases.map((pathCase) => new OneThread(pathCase));
  const timings = await interleave(
    threads.map((thread, i) => ({ name: `${NOODLES[i]}`, run: () => thread.answer('flood') })),
  );
  return timings.map(({ rounds }, i) => ({ contacts: cases[i].queries.count, rounds }));
}
