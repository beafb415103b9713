import { neoHookeanParameters } from '../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import { interleave, type Timing } from '../measure/interleave.ts';
import { ratio, type Rounds } from '../report/statistics.ts';
import type { Verdict } from '../report/report.ts';
import { SolveThread } from '../solve/solve-case.ts';
import type { Suite } from '../suite.ts';
import { convergedStep, errorsAfter } from './converged-step.ts';
import { cantilever, type MaterialCase, movingOctopi } from './material-cases.ts';
import { type Division, errorsOfDivisions } from './substeps.ts';
import {
  COMPARED,
  type Compared,
  COUNTS,
  divisionTable,
  divisionWorkloads,
  runWorkloads,
  type Shiver,
  shiverTable,
  shiverWorkloads,
  type StepResult,
  stepTable,
  stepWorkloads,
  WAYS,
} from './materials-results.ts';
import { shiver, wholeRun } from './whole-runs.ts';

/** Iterations per timed run. */
const TIMED = 10;

/** Values of c dt / cell, and numbers of iterations, with which a free cube may shiver. */
const COURANTS = [0.3, 0.6, 0.9, 1.2, 1.5, 2.4];
const ITERATIONS = [5, 40];

/** Divisions of a scene's step: as it is, and in shorter ones with one iteration each (Macklin et al. 2019, Small Steps). */
const DIVISIONS: readonly Division[] = COMPARED.flatMap((material) => [
  { material, substeps: 1, iterations: 5 },
  { material, substeps: 1, iterations: 15 },
  ...[2, 5, 10, 20].map((substeps) => ({ material, substeps, iterations: 1 })),
]);

export const materialsSuite: Suite = {
  name: 'materials',
  summary:
    'the tetrahedron as a block and as two constraints: error per iteration and per millisecond, and bodies at rest',
  duration: 'five minutes',
  async run(tell) {
    const steps: StepResult[] = [];
    const undamped = (each: MaterialCase): MaterialCase => ({
      ...each,
      name: `${each.name}, undamped`,
      parameters: { ...each.parameters, materialDamping: 0 },
    });
    tell('octopi fall');
    const octopi = await movingOctopi();
    for (const each of [cantilever(), undamped(octopi), octopi]) {
      tell(each.name);
      steps.push(await compareStep(each));
    }
    const shivers: Shiver[] = [];
    for (const iterations of ITERATIONS)
      for (const courant of COURANTS) {
        tell(`a free cube, c dt / cell = ${courant}, ${iterations} iterations`);
        shivers.push({ iterations, courant, energies: await each((kind) => shiver(kind, courant, iterations)) });
      }
    tell('octopi-8 in shorter steps');
    const errors = await errorsOfDivisions(undamped(octopi), DIVISIONS);
    const divisions = DIVISIONS.map((division, i) => ({ ...division, error: errors[i] }));
    tell('octopi-8 from start to rest');
    const runs = await each((kind) => wholeRun(kind));
    return {
      workloads: [
        ...steps.flatMap(stepWorkloads),
        ...shivers.flatMap(shiverWorkloads),
        ...divisionWorkloads(divisions),
        ...runWorkloads(runs),
      ],
      verdicts: steps.map(verdictOf),
      details: { counts: COUNTS, steps, shivers, divisions, runs },
      tables: [...steps.map(stepTable), shiverTable(shivers), divisionTable(divisions)],
    };
  },
};

/** Runs something for both materials, one after the other. */
async function each<T>(run: (material: Compared) => Promise<T>): Promise<Record<Compared, T>> {
  return { 'neo-hookean': await run('neo-hookean'), 'neo-hookean-xpbd': await run('neo-hookean-xpbd') };
}

async function compareStep(each: MaterialCase): Promise<StepResult> {
  const threads = { simd: await SolveThread.withSimd(each), typescript: new SolveThread(each) };
  const { iterations, change, ...rest } = convergedStep(each, threads.typescript);
  const errors = (material: Compared) => errorsAfter(threads.simd, material, { iterations, change, ...rest }, COUNTS);
  const contestants = COMPARED.flatMap((material) => WAYS.map((way) => ({ material, way })));
  const timings = await interleave(
    contestants.map(({ material, way }) => ({
      name: `${material} ${way}`,
      runElsewhere: async () => threads[way].time(material, TIMED),
    })),
  );
  const roundsOf = (material: Compared) => ({
    simd: roundsAt(timings, `${material} simd`),
    typescript: roundsAt(timings, `${material} typescript`),
  });
  return {
    name: each.name,
    tetrahedra: each.world.tetCount,
    courant: courantOf(each),
    converged: { iterations, change },
    own: each.parameters.iterations,
    errors: { 'neo-hookean': errors('neo-hookean'), 'neo-hookean-xpbd': errors('neo-hookean-xpbd') },
    rounds: { 'neo-hookean': roundsOf('neo-hookean'), 'neo-hookean-xpbd': roundsOf('neo-hookean-xpbd') },
  };
}

/** Returns c dt / cell, with c the speed of shear waves and the mean length of the edges for the cell. */
function courantOf({ world, parameters }: MaterialCase): number {
  const lengths = world.models[0].springs.restLengths;
  const cell = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return (Math.sqrt(neoHookeanParameters(parameters).mu / parameters.density) * parameters.timeStep) / cell;
}

const roundsAt = (timings: readonly Timing[], name: string): Rounds =>
  timings.find((timing) => timing.name === name)!.rounds.map((ms) => ms / TIMED);

/** The reason for the default: in the time of the step's own iterations, the block comes nearer to the converged step. */
function verdictOf({ name, own, errors, rounds }: StepResult): Verdict {
  const most = own / ratio(rounds['neo-hookean'].simd, rounds['neo-hookean-xpbd'].simd);
  const affordable = COUNTS.findLastIndex((count) => count <= Math.max(most, COUNTS[0]));
  return {
    what: `${name}: error of two constraints after ${COUNTS[affordable]} iterations over the block's after ${own}`,
    value: errors['neo-hookean-xpbd'][affordable] / errors['neo-hookean'][COUNTS.indexOf(own)],
    relation: '>=',
    bound: 1,
  };
}
