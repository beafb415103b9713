import { FEW, type JoltTimes, MANY, timeBesideJolt } from './solve-jolt.ts';
import { constraintCount, createSolveCase, ITERATIONS, type Material, SolveThread } from './solve-case.ts';
import { type SolveTimes, solveWorkloads } from './solve-results.ts';
import { solveVerdicts } from './solve-verdicts.ts';
import { timeSolveWorkers } from './solve-workers.ts';
import type { Rounds } from '../report/statistics.ts';
import type { Suite } from '../suite.ts';
import type { Timing } from '../measure/interleave.ts';
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
  const thread = new SolveThread(solveCase);
  const ours = (material: Material) => [
    { name: material, runElsewhere: async () => thread.time(material) },
    { name: `${material} alone`, runElsewhere: async () => thread.timeConstraints(material) },
  ];
  const single = await timeBesideJolt(
    solveCase,
    [
      { build: 'plain', threads: 0 },
      { build: 'simd', threads: 0 },
    ],
    [...ours('mass-spring'), ...ours('neo-hookean')],
  );
  tell('two threads');
  const double = await timeBesideJolt(solveCase, [{ build: 'simd', threads: 1 }], []);
  const springs = await timeSolveWorkers(solveCase, 'mass-spring');
  const tets = await timeSolveWorkers(solveCase, 'neo-hookean');
  const [springTiming, springsAlone, tetTiming, tetsAlone] = single.others;
  const [plain, simd] = single.jolt;
  return {
    tetrahedra: world.tetCount,
    counts: {
      'mass-spring': constraintCount(world, 'mass-spring'),
      'neo-hookean': constraintCount(world, 'neo-hookean'),
    },
    iterations: { untangle: ITERATIONS, few: FEW, many: MANY },
    untangle: { 'mass-spring': springTiming.rounds, 'neo-hookean': tetTiming.rounds },
    untangleAlone: { 'mass-spring': springsAlone.rounds, 'neo-hookean': tetsAlone.rounds },
    workers: { 'mass-spring': roundsOf(springs), 'neo-hookean': roundsOf(tets) },
    jolt: { plain, simd, simdTwoThreads: double.jolt[0] satisfies JoltTimes },
  };
}

const roundsOf = ({ one, two, oneByHost, twoByHost }: ByWorkers<Timing>): ByWorkers<Rounds> => ({
  one: one.rounds,
  two: two.rounds,
  oneByHost: oneByHost.rounds,
  twoByHost: twoByHost.rounds,
});
