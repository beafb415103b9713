import { FEW, type JoltTimes, MANY, timeBesideJolt } from './solve-jolt.ts';
import { constraintCount, createSolveCase, ITERATIONS, type Material, SOLVED, SolveThread } from './solve-case.ts';
import { OUR_WAYS, type OurWay, type Part, PARTS, type SolveTimes, solveWorkloads } from './solve-results.ts';
import { solveVerdicts } from './solve-verdicts.ts';
import { timeSolveWorkers } from './solve-workers.ts';
import type { Rounds } from '../report/statistics.ts';
import type { Suite } from '../suite.ts';
import type { Contestant, Timing } from '../measure/interleave.ts';
import type { ByWorkers } from '../measure/worker-clocks.ts';

export const solveSuite: Suite = {
  name: 'solve',
  summary: "constraints solved a second on octopi-8's coloured arrays, beside jolt-physics, on one thread and two",
  duration: 'two minutes',
  async run(tell) {
    const times = await measure(tell);
    return { workloads: solveWorkloads(times), verdicts: solveVerdicts(times), details: times };
  },
};

async function measure(tell: (what: string) => void): Promise<SolveTimes> {
  const solveCase = createSolveCase();
  const { world } = solveCase;
  tell('one thread');
  const threads = { simd: await SolveThread.withSimd(solveCase), typescript: new SolveThread(solveCase) };
  const single = await timeBesideJolt(
    solveCase,
    [
      { build: 'plain', threads: 0 },
      { build: 'simd', threads: 0 },
    ],
    OUR_WAYS.flatMap((way) => SOLVED.flatMap((material) => contestantsOf(threads[way], material))),
  );
  tell('two threads');
  const double = await timeBesideJolt(solveCase, [{ build: 'simd', threads: 1 }], []);
  const springs = await timeSolveWorkers(solveCase, 'mass-spring');
  const tets = await timeSolveWorkers(solveCase, 'neo-hookean');
  const [plain, simd] = single.jolt;
  return {
    tetrahedra: world.tetCount,
    counts: {
      'mass-spring': constraintCount(world, 'mass-spring'),
      'neo-hookean': constraintCount(world, 'neo-hookean'),
    },
    iterations: { untangle: ITERATIONS, few: FEW, many: MANY },
    untangle: { simd: ourTimes(single.others, 0), typescript: ourTimes(single.others, 1) },
    workers: { 'mass-spring': roundsOf(springs.whole), 'neo-hookean': roundsOf(tets.whole) },
    workersBare: { 'mass-spring': roundsOf(springs.bare), 'neo-hookean': roundsOf(tets.bare) },
    jolt: { plain, simd, simdTwoThreads: double.jolt[0] satisfies JoltTimes },
  };
}

/** Returns one contestant per part, in the order of PARTS. */
const contestantsOf = (thread: SolveThread, material: Material): Contestant[] => [
  { name: `${material} alone`, runElsewhere: async () => thread.timeConstraints(material) },
  { name: material, runElsewhere: async () => thread.time(material) },
];

/** Returns the times of the way at `index` of OUR_WAYS. @param timings per way, material and part */
function ourTimes(timings: readonly Timing[], index: number): SolveTimes['untangle'][OurWay] {
  const of = (material: Material, part: Part): Rounds => {
    const kind = SOLVED.length * index + SOLVED.indexOf(material);
    return timings[PARTS.length * kind + PARTS.indexOf(part)].rounds;
  };
  const partsOf = (material: Material) => ({ alone: of(material, 'alone'), whole: of(material, 'whole') });
  return { 'mass-spring': partsOf('mass-spring'), 'neo-hookean': partsOf('neo-hookean') };
}

const roundsOf = ({ one, two, oneByHost, twoByHost }: ByWorkers<Timing>): ByWorkers<Rounds> => ({
  one: one.rounds,
  two: two.rounds,
  oneByHost: oneByHost.rounds,
  twoByHost: twoByHost.rounds,
});
