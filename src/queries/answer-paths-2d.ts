import type { PathAnswers } from '../engine/answer-path-queries.ts';
import { NONE } from '../mesh/topology.ts';
import { answerQueries2d, createPaths2d, type Paths2d } from '../simulation/path-2d/answer-queries.ts';
import {
  clearPathWork2d,
  createPathScratch2d,
  PATH_OPTIONS_2D,
  type PathWork2d,
} from '../simulation/path-2d/scratch.ts';
import { type AnsweredPaths, timePasses } from './answer-paths.ts';
import type { PathCase2d } from './path-case.ts';

/** Answers the shortest-path queries of a 2D file (a path case), on the CPU or on a GPU. */
export interface PathBackend2d {
  readonly kind: 'cpu' | 'gpu';
  readonly adapter: string;
  /** Answers all queries once. @returns the answers, counters of the work, and the time without transfers of data [ms] */
  answer(culling: boolean): Promise<{ paths: Paths2d; work: Readonly<PathWork2d>; ms: number }>;
  dispose(): void;
}

/** Returns a backend that answers the queries on the calling thread. @param adapter the processor's name */
export const cpuPathBackend2d = ({ bodies, queries }: PathCase2d, adapter: string): PathBackend2d => {
  const scratch = createPathScratch2d();
  return {
    kind: 'cpu',
    adapter,
    async answer(culling) {
      const paths = createPaths2d(queries.count);
      clearPathWork2d(scratch.work);
      const started = performance.now();
      answerQueries2d(scratch, bodies, queries, { ...PATH_OPTIONS_2D, culling }, paths);
      return { paths, work: { ...scratch.work }, ms: performance.now() - started };
    },
    dispose() {},
  };
};

/** Answers all queries. Then repeats the work, first to warm up, then to time it. */
export async function answerPaths2d(
  backend: PathBackend2d,
  pathCase: PathCase2d,
  culling: boolean,
): Promise<AnsweredPaths> {
  const started = performance.now();
  const untimed = await answerUntimed2d(backend, pathCase, culling);
  return { ...untimed, ...(await timePasses(async () => (await backend.answer(culling)).ms, started)) };
}

/** Answers all queries once. */
export async function answerUntimed2d(
  backend: PathBackend2d,
  pathCase: PathCase2d,
  culling: boolean,
): Promise<Pick<AnsweredPaths, 'answers' | 'work'>> {
  const { paths, work } = await backend.answer(culling);
  const { candidates, traversals, trianglesVisited, overflows, undecidedByCulling } = work;
  const answers = pathAnswers2d(paths, pathCase);
  const missing = answers.distance.filter((distance) => distance === null).length;
  return {
    answers,
    work: {
      candidates,
      traversals,
      tetsVisited: trianglesVisited,
      boundsTested: 0,
      overflows,
      undecidedByCulling,
      missing,
    },
  };
}

function pathAnswers2d(paths: Paths2d, { bodies, queries }: PathCase2d): PathAnswers {
  const answers: PathAnswers = { distance: [], point: [], face: [] };
  paths.segments.forEach((segment, q) => {
    if (segment === NONE) {
      answers.distance.push(null);
      answers.point.push(-1, -1);
      answers.face.push(-1, -1);
      return;
    }
    const { segments } = bodies[queries.bodies[q]].topology;
    answers.distance.push(paths.distances[q]);
    answers.point.push(paths.points[2 * q], paths.points[2 * q + 1]);
    answers.face.push(segments[2 * segment], segments[2 * segment + 1]);
  });
  return answers;
}
