import { FEW, type JoltTimes, MANY, timeBesideJolt } from './solve-jolt.ts';
import { constraintCount, createSolveCase, ITERATIONS, type Material, SolveThread } from './solve-case.ts';
import { type SolveTimes, solveVerdicts, solveWorkloads } from './solve-results.ts';
import { timeSolveWorkers } from './solve-workers.ts';
import type { Suite } from './suite.ts';

export const solveSuite: Suite = {
  name: 'solve',
  summary: "constraints solved a second on octopi-8's coloured arrays, beside jolt-physics, on one thread and two",
  duration: 'a minute',
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
  const ours = (material: Material) => ({ name: material, runElsewhere: async () => thread.time(material) });
  const single = await timeBesideJolt(
    solveCase,
    [
      { build: 'plain', threads: 0 },
      { build: 'simd', threads: 0 },
    ],
    [ours('mass-spring'), ours('neo-hookean')],
  );
  tell('two threads');
  const double = await timeBesideJolt(solveCase, [{ build: 'simd', threads: 1 }], []);
  const springs = await timeSolveWorkers(solveCase, 'mass-spring');
  const tets = await timeSolveWorkers(solveCase, 'neo-hookean');
  const [springTiming, tetTiming] = single.others;
  const [plain, simd] = single.jolt;
  return {
    tetrahedra: world.tetCount,
    counts: {
      'mass-spring': constraintCount(world, 'mass-spring'),
      'neo-hookean': constraintCount(world, 'neo-hookean'),
    },
    iterations: { untangle: ITERATIONS, few: FEW, many: MANY },
    untangle: { 'mass-spring': springTiming.rounds, 'neo-hookean': tetTiming.rounds },
    workers: {
      'mass-spring': { one: springs.one.rounds, two: springs.two.rounds },
      'neo-hookean': { one: tets.one.rounds, two: tets.two.rounds },
    },
    jolt: { plain, simd, simdTwoThreads: double.jolt[0] satisfies JoltTimes },
  };
}
