import type { Scene, SizeName } from '../scenes/scene.ts';
import { modeSwitches } from '../scenes/parts/ablations.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { BrokenStateError, type Simulator } from '../simulation/simulator.ts';
import { COUNTERS, QUERY, type Words } from '../simulation/state.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { openSimulation } from '../cli/recordings/run-scene.ts';
import { ProgressBar } from '../node/progress-bar.ts';

/** Settings of the run that a row of the table measures. */
export interface RowSetUp {
  /** Name of the paper's row. */
  readonly name: string;
  readonly scene: Scene;
  readonly size: SizeName;
  readonly backend: 'cpu' | 'gpu';
  readonly workers: number;
  /** Whether the row is in the scene's own setting, or in the paper's. In the latter the script switches nothing but the mode. */
  readonly setting: 'ours' | 'paper';
  /** Parameters that replace the scene's own. */
  readonly parameters: Partial<SimulationParameters>;
  /** Number of frames to run, counted from the first frame with a contact; undefined to run all frames of the scene. */
  readonly frames: number | undefined;
}

/** The figures of one frame as recordings have them, and further measurements that they don't have. */
export interface MeasuredFrame {
  readonly row: FrameRow;
  /** Wall time of the frame's steps, without the measurements at its end [ms]. */
  readonly stepsMs: number;
  readonly steps: number;
  readonly parameters: SimulationParameters;
  /** Number of shortest-path queries in all detections of all steps of the frame. */
  readonly queriesAsked: number;
  /** A sample: number of queries in one detection, the last one of the frame's first step. */
  readonly queries: number;
  /** Number of different points among these queries. A point in several tetrahedra has one query per tetrahedron. */
  readonly points: number;
}

/** A scene's measured run, from which a row of the table is computed. */
export interface MeasuredScene {
  readonly bodies: number;
  readonly vertices: number;
  readonly tetrahedra: number;
  /** The GPU's or the processor's name. */
  readonly adapter: string;
  readonly frames: readonly MeasuredFrame[];
  /** The error that ended the run, if the simulation broke. */
  readonly broke: BrokenStateError | undefined;
}

export const hasContacts = ({ row }: MeasuredFrame): boolean => row.contactsCcd + row.contactsDcd > 0;

/** Runs a scene for a row of Table 1, and times its steps without the measurements at the frames' ends. */
export async function measureScene(setUp: RowSetUp): Promise<MeasuredScene> {
  const { scene, workers } = setUp;
  const size = scene.size[setUp.size];
  const parameters = { ...startParameters(scene, size), ...setUp.parameters };
  const opened = { scene, size, backend: setUp.backend, workers, parameters };
  const { world, simulator } = await openSimulation(
    setUp.setting === 'ours' ? opened : { ...opened, changeSwitches: modeSwitches },
  );
  const { backend } = simulator;
  const frames: MeasuredFrame[] = [];
  const timedFrames = new TimedFrames(simulator);
  const broke = await runFrames(timedFrames, scene.frames, setUp.frames ?? scene.frames, frames)
    .then(() => undefined)
    .catch((error) => {
      if (error instanceof BrokenStateError) return error;
      throw error;
    })
    .finally(() => backend.dispose());
  return {
    bodies: world.bodies.length,
    vertices: world.vertexCount,
    tetrahedra: world.tetCount,
    adapter: backend.adapter,
    frames,
    broke,
  };
}

/**
 * Runs and times frames.
 * @param end maximum number of frames
 * @param counted maximum number of frames, counted from the first frame with a contact
 * @param measuredFrames receives all frames
 */
async function runFrames(
  timedFrames: TimedFrames,
  end: number,
  counted: number,
  measuredFrames: MeasuredFrame[],
): Promise<void> {
  const bar = new ProgressBar(process.stderr, end);
  let first = Infinity;
  try {
    for (let i = 0; i < Math.min(end, first + counted); i++) {
      const frame = await timedFrames.next();
      measuredFrames.push(frame);
      if (first === Infinity && hasContacts(frame)) first = i;
      bar.show(i + 1);
    }
  } finally {
    bar.clear();
  }
}

/**
 * Runs frames and times their steps by the host's clock. A GPU's timestamps would not do: they cover compute passes only, and not the
 * time between them, for example for readbacks.
 */
class TimedFrames {
  /** Per point: the value of `mark` when the point was last counted. */
  private readonly lastMarks: Uint32Array;
  /** Number of times that points were counted. */
  private mark = 0;

  constructor(private readonly simulator: Simulator) {
    this.lastMarks = new Uint32Array(simulator.backend.world.points.count);
  }

  async next(): Promise<MeasuredFrame> {
    const { simulator } = this;
    let steps = 0;
    let stepsMs = 0;
    let queriesAsked = 0;
    let queries = 0;
    let points = 0;
    let since = performance.now();
    const eachStep = async () => {
      stepsMs += performance.now() - since;
      const { counters } = simulator;
      queriesAsked += counters[COUNTERS.queriesAsked];
      if (steps++ === 0) {
        queries = counters[COUNTERS.queries];
        points = await this.countPoints(queries);
      }
      since = performance.now();
    };
    const row = await simulator.frame({ eachStep });
    return { row, stepsMs, steps, parameters: { ...simulator.parameters }, queriesAsked, queries, points };
  }

  /** Returns the number of different points among the queries of the last detection. */
  private async countPoints(queries: number): Promise<number> {
    if (queries === 0) return 0;
    const { u32 } = (await this.simulator.backend.read('queries')) as Words;
    const mark = ++this.mark;
    let count = 0;
    for (let i = 0; i < queries; i++) {
      const point = u32[QUERY.stride * i + QUERY.source];
      if (this.lastMarks[point] === mark) continue;
      this.lastMarks[point] = mark;
      count++;
    }
    return count;
  }
}
