import { writeQuery } from '../src/engine/answer-path-queries.ts';
import type { PathCase } from '../src/cli/path-case.ts';
import { NONE } from '../src/mesh/topology.ts';
import { refit } from '../src/simulation/detect/passes.ts';
import { initialState } from '../src/simulation/initial-state.ts';
import { defaultParameters, type SimulationParameters } from '../src/simulation/parameters.ts';
import type { PathMethod } from '../src/simulation/path/tables.ts';
import { answerPaths, refitForPaths } from '../src/simulation/path/passes.ts';
import { shortestPath } from '../src/simulation/path/shortest-path.ts';
import type { Pass } from '../src/simulation/pass.ts';
import { runProgram, type StageTable } from '../src/simulation/run-program.ts';
import { stageEntries } from '../src/simulation/program.ts';
import type { Context } from '../src/simulation/stage.ts';
import { STAGES } from '../src/simulation/stages.ts';
import { PATH, QUERY, type State, type Words } from '../src/simulation/state.ts';
import { createScratch } from '../src/simulation/scratch.ts';

const words = (count: number): Words => {
  const u32 = new Uint32Array(count);
  return { u32, f32: new Float32Array(u32.buffer) };
};

/** A case and its queries on one thread, where stages run as on a pool's only worker. */
export class OneThread {
  readonly context: Context;
  private readonly stages: StageTable;

  constructor(readonly pathCase: PathCase) {
    const { world, positions, queries } = pathCase;
    const state = initialState(world, positions, defaultParameters(), (bytes) => new SharedArrayBuffer(bytes));
    // A step has room for one query a surface vertex; a case may hold more.
    const room = { queries: words(QUERY.stride * queries.count), paths: words(PATH.stride * queries.count) };
    this.context = {
      world,
      state: { ...state, ...room },
      parameters: defaultParameters(),
      argument: 0,
      workerCount: 1,
      scratch: createScratch(),
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
    const entries = stageEntries(passes);
    runProgram(this.context, { parameters: { ...defaultParameters(), ...parameters }, entries }, this.stages, 0);
  }

  refit(): void {
    this.run([refit]);
  }

  /** Answers every query once, with all that a step makes once for them. */
  answer(pathMethod: PathMethod, culling = true): void {
    this.run([refitForPaths(pathMethod), answerPaths(pathMethod)], { pathMethod, culling });
  }

  /** The answers' lengths at the moment [m]; not a number where no path was found. */
  depths(): Float32Array {
    const { f32, u32 } = this.state.paths;
    return Float32Array.from({ length: this.pathCase.queries.count }, (_, q) =>
      u32[PATH.stride * q + PATH.face] === NONE ? Number.NaN : f32[PATH.stride * q + PATH.depth],
    );
  }
}
