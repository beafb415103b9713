import { findAsPublished, findShortestPath } from '../../src/simulation/path/search.ts';
import { clearPathWork, type PathBody, pathBodies } from '../../src/simulation/path/path-body.ts';
import { UNLIMITED } from '../../src/simulation/path/limits.ts';
import {
  AS_PUBLISHED,
  DYNAMIC_WALK,
  type PaperSearch,
  type PaperSettings,
  STATIC_WALK,
} from '../../src/simulation/path/paper/settings.ts';
import { refitForPaths } from '../../src/simulation/path/passes.ts';
import { markdownTable } from '../../src/record/markdown-table.ts';
import { NONE } from '../../src/mesh/topology.ts';
import { interleave } from '../measure/interleave.ts';
import { OneThread } from '../measure/threads.ts';
import { ratio } from '../report/statistics.ts';
import type { Suite } from '../suite.ts';
import { type BenchCase, benchCases } from './path-speed.ts';

/** The settings that the paper's text names (supplement, 1.2; section 5), each changed alone. */
const both = (changed: Partial<PaperSettings>): PaperSearch => ({
  walk: { ...STATIC_WALK, ...changed },
  again: { ...DYNAMIC_WALK, ...changed },
});
const VARIANTS = [
  { name: 'as published', paper: AS_PUBLISHED, culling: true },
  { name: 'without culling', paper: AS_PUBLISHED, culling: false },
  {
    name: 'the dynamic version: all visited elements remembered, not 16',
    paper: { walk: DYNAMIC_WALK, again: DYNAMIC_WALK },
    culling: true,
  },
  { name: 'followed to the boundary, not to twice the distance', paper: both({ reach: Infinity }), culling: true },
  { name: 'tolerance of exit faces times 10', paper: both({ tolerance: 10 }), culling: true },
] as const;

/** Lengths that differ by less than this share count as equal. */
const SAME = 1e-6;

/** A case's queries, asked of the search functions themselves. */
class Asked {
  private readonly thread: OneThread;
  private readonly bodies: readonly PathBody[];

  constructor(readonly given: BenchCase) {
    this.thread = new OneThread(given.pathCase);
    this.thread.run([refitForPaths('paper')]);
    const { scratch, world, state } = this.thread.context;
    this.bodies = pathBodies(scratch.path.bodies, world, state);
  }

  get count(): number {
    return this.given.pathCase.queries.count;
  }

  /** Answers all queries as at the first time in a step. @param each called after each answer */
  answer(variant: (typeof VARIANTS)[number] | undefined, each?: (i: number, depth: number) => void): void {
    const { scratch, state } = this.thread.context;
    const { points, elem, obj, tobj, vertex } = this.given.pathCase.queries;
    const options = { culling: variant?.culling ?? false, limits: UNLIMITED, paper: variant?.paper ?? AS_PUBLISHED };
    const find = variant ? findAsPublished : findShortestPath;
    state.pathPasses[0]++;
    clearPathWork(scratch.path.work);
    for (let i = 0; i < this.count; i++) {
      const own = vertex[i] >= 0 && obj[i] === tobj[i] ? vertex[i] : NONE;
      const body = this.bodies[tobj[i]];
      find(scratch.path, body, points[3 * i], points[3 * i + 1], points[3 * i + 2], elem[i], own, options);
      const { face, depthSquared } = scratch.path.path;
      each?.(i, face === NONE ? Number.NaN : Math.sqrt(depthSquared));
    }
  }

  get work() {
    return this.thread.context.scratch.path.work;
  }
}

export const paperSearchSuite: Suite = {
  name: 'paper-search',
  summary: "the paper's own search, and the settings that its text names, each changed alone",
  duration: 'a minute',
  async run(tell) {
    const rows: string[][] = [];
    for (const given of benchCases()) {
      tell(given.name);
      rows.push(...(await measure(new Asked(given))));
    }
    const head = ['case', 'search', 'speed', 'candidates', 'walks', 'elements', 'overflows', 'wrong'];
    return { workloads: [], verdicts: [], tables: [markdownTable(head, rows, [2, 3, 4, 5, 6, 7]).join('\n')] };
  },
};

/** Measures a case: speed relative to the search as published, work per query, and answers that differ from those of the method `tree`. */
async function measure(asked: Asked): Promise<string[][]> {
  const exact = new Float64Array(asked.count);
  asked.answer(undefined, (i, depth) => {
    exact[i] = depth;
  });
  const timings = await interleave(
    VARIANTS.map((variant) => ({ name: variant.name, run: () => asked.answer(variant) })),
  );
  return VARIANTS.map((variant, k) => {
    let wrong = 0;
    asked.answer(variant, (i, depth) => {
      if (!(Math.abs(depth - exact[i]) <= SAME * exact[i]) && !(Number.isNaN(depth) && Number.isNaN(exact[i]))) wrong++;
    });
    const { candidates, traversals, tetsVisited, overflows } = asked.work;
    const perQuery = (sum: number) => (sum / asked.count).toFixed(1);
    const speed = ratio(timings[k].rounds, timings[0].rounds);
    return [
      asked.given.name,
      variant.name,
      speed.toFixed(2),
      perQuery(candidates),
      perQuery(traversals),
      perQuery(tetsVisited),
      String(overflows),
      `${wrong} of ${asked.count}`,
    ];
  });
}
