import { TYPESCRIPT_KERNELS } from '../../src/simulation/program/kernels.ts';
import { writeQuery } from '../../src/engine/answer-path-queries.ts';
import type { PathCase } from '../../src/queries/path-case.ts';
import { NONE } from '../../src/mesh/topology.ts';
import { CLASSIFY, refit } from '../../src/simulation/detect/passes.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import type { PathMethod } from '../../src/simulation/path/tables.ts';
import { answerPaths, preparePaths, refitForPaths } from '../../src/simulation/path/passes.ts';
import { shortestPath } from '../../src/simulation/path/shortest-path.ts';
import { modelDataOf, type Pass } from '../../src/simulation/program/pass.ts';
import { runProgram, type StageTable } from '../../src/simulation/program/run-program.ts';
import { makeModelData } from '../../src/simulation/model-data.ts';
import { stageEntries } from '../../src/simulation/program/program.ts';
import type { Context } from '../../src/simulation/program/stage.ts';
import { STAGES } from '../../src/simulation/stages.ts';
import { CONTAINMENT, PATH, QUERY, type State, type Words } from '../../src/simulation/state.ts';
import { createScratch } from '../../src/simulation/scratch.ts';
import { openNodeBackend } from '../../src/cli/backends.ts';
import type { Backend } from '../../src/simulation/backend.ts';
import { initialQueries } from '../../src/simulation/capacities.ts';
import { answerQueriesInState } from '../../src/simulation/diagnostics/measure.ts';
import { interleave, type Timing } from './interleave.ts';
import { type ByWorkers, timeOneAndTwo } from './worker-clocks.ts';

const words = (count: number): Words => {
  const u32 = new Uint32Array(count);
  return { u32, f32: new Float32Array(u32.buffer) };
};

/** A path case and its queries on one thread, which runs stages like the only worker of a pool. */
export class OneThread {
  readonly context: Context;
  private readonly stages: StageTable;

  constructor(readonly pathCase: PathCase) {
    const { world, positions, queries } = pathCase;
    const state = initialState(world, positions, defaultParameters(), (bytes) => new SharedArrayBuffer(bytes));
    // A step's arrays have space for one query per surface vertex, but a case may have more queries.
    const room = { queries: words(QUERY.stride * queries.count), paths: words(PATH.stride * queries.count) };
    this.context = {
      world,
      state: { ...state, ...room },
      parameters: defaultParameters(),
      argument: 0,
      scratch: createScratch(),
      kernels: TYPESCRIPT_KERNELS,
    };
    for (let q = 0; q < queries.count; q++) writeQuery(room.queries, q, queries, q, world);
    const count: typeof shortestPath.count = (context, phase) =>
      phase === 0 ? shortestPath.count(context, phase) : queries.count;
    this.stages = { ...STAGES, shortestPath: { ...shortestPath, count } };
  }

  get state(): State {
    return this.context.state;
  }

  run(passes: readonly Pass[], parameters: Partial<SimulationParameters> = {}): void {
    makeModelData(this.context.world, modelDataOf(passes));
    const entries = stageEntries(passes);
    runProgram(this.context, { parameters: { ...defaultParameters(), ...parameters }, entries }, this.stages, 0);
  }

  refit(): void {
    this.run([refit]);
  }

  /** Answers every query once, including the preparations that a step makes once for all queries. */
  answer(pathMethod: PathMethod, culling = true): void {
    const passes = [refitForPaths(pathMethod), ...preparePaths(pathMethod), answerPaths(pathMethod)];
    this.run(passes, { pathMethod, culling });
  }

  /** Returns the path lengths of the current answers [m]; NaN if no path was found. */
  depths(): Float32Array {
    const { f32, u32 } = this.state.paths;
    return Float32Array.from({ length: this.pathCase.queries.count }, (_, q) =>
      u32[PATH.stride * q + PATH.face] === NONE ? Number.NaN : f32[PATH.stride * q + PATH.depth],
    );
  }
}

export interface WorkerTimings extends ByWorkers<Timing> {
  readonly queries: number;
}

/** Times a pool of one worker and a pool of two. The case's queries are repeated until they fill a step's capacity. */
export async function timeTwoWorkers(pathCase: PathCase): Promise<WorkerTimings> {
  const { world, positions, queries } = pathCase;
  const count = initialQueries(world);
  const f32 = new Float32Array(QUERY.stride * count);
  const words = { f32, u32: new Uint32Array(f32.buffer) };
  for (let i = 0; i < count; i++) writeQuery(words, i, queries, i % queries.count, world);
  const open = async (workers: number) => {
    const backend = await openNodeBackend('cpu', world, positions, defaultParameters(), workers);
    await backend.write('queries', f32);
    return backend;
  };
  const answer = async (backend: Backend) => {
    const started = performance.now();
    await answerQueriesInState(backend, count, defaultParameters());
    const host = performance.now() - started;
    const { refit, path } = await backend.takeTimes();
    return { stages: refit + path, host };
  };
  return { queries: count, ...(await timeOneAndTwo(open, answer)) };
}

const [, classify] = CLASSIFY;
const ALL: readonly Pass[] = [{ ...classify, stages: [{ stage: 'containment', argument: CONTAINMENT.measured }] }];

/** Times DCD of all surface vertices against all tetrahedra, without refitting the boxes. */
export async function timeDetection(thread: OneThread): Promise<Timing> {
  thread.refit();
  const [timing] = await interleave([{ name: 'detection', run: () => thread.run(ALL) }]);
  return timing;
}
