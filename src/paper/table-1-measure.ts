import type { Scene, SizeName } from '../scenes/scene.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { BrokenStateError, type Simulator } from '../simulation/simulator.ts';
import { COUNTERS, QUERY, type Words } from '../simulation/state.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { openSimulation } from '../cli/recordings/run-scene.ts';
import { ProgressBar } from '../node/progress-bar.ts';

/** What a row of the table is measured by. */
export interface RowSetUp {
  /** The paper's row. */
  readonly name: string;
  readonly scene: Scene;
  readonly size: SizeName;
  readonly backend: 'cpu' | 'gpu';
  readonly workers: number;
  /** In place of the scene's own. */
  readonly parameters: Partial<SimulationParameters>;
  /** Counted frames after which the run ends; undefined: the scene's end. */
  readonly frames: number | undefined;
}

/** A frame with what its record lacks. */
export interface MeasuredFrame {
  readonly row: FrameRow;
  /** Wall time of its steps, without what is measured at its end [ms]. */
  readonly stepsMs: number;
  readonly steps: number;
  readonly parameters: SimulationParameters;
  /** Shortest paths, summed over all detections of its steps. */
  readonly queriesAsked: number;
  /** Of its first step's last detection: queries, and points that they are of. A point may lie in several tetrahedra. */
  readonly queries: number;
  readonly points: number;
}

export interface MeasuredScene {
  readonly bodies: number;
  readonly vertices: number;
  readonly tetrahedra: number;
  /** The GPU's or the processor's name. */
  readonly adapter: string;
  readonly frames: readonly MeasuredFrame[];
  readonly broke: BrokenStateError | undefined;
}

/** Whether contacts were found in it. */
export const hasContacts = ({ row }: MeasuredFrame): boolean => row.contactsCcd + row.contactsDcd > 0;

/** Runs a scene and times its steps alone. */
export async function measureScene(setUp: RowSetUp): Promise<MeasuredScene> {
  const { scene, workers } = setUp;
  const size = scene.size[setUp.size];
  const parameters = { ...startParameters(scene, size), ...setUp.parameters };
  const { world, simulator } = await openSimulation({ scene, size, backend: setUp.backend, workers, parameters });
  const { backend } = simulator;
  const frames: MeasuredFrame[] = [];
  const timed = new TimedFrames(simulator);
  const broke = await runFrames(timed, scene.frames, setUp.frames ?? scene.frames, frames)
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

/** @param counted frames with contacts, or after one that had some, at most    @param out gets all frames */
async function runFrames(timed: TimedFrames, end: number, counted: number, out: MeasuredFrame[]): Promise<void> {
  const bar = new ProgressBar(process.stderr, end);
  let first = Infinity;
  try {
    for (let i = 0; i < Math.min(end, first + counted); i++) {
      const frame = await timed.next();
      out.push(frame);
      if (first === Infinity && hasContacts(frame)) first = i;
      bar.show(i + 1);
    }
  } finally {
    bar.clear();
  }
}

/** Frames whose steps are timed by the host's clock: a device's own leaves out what the host waits for. */
class TimedFrames {
  private readonly marks: Uint32Array;
  private mark = 0;

  constructor(private readonly simulator: Simulator) {
    this.marks = new Uint32Array(simulator.backend.world.points.count);
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

  /** Different ones among the points of the last detection's queries. */
  private async countPoints(queries: number): Promise<number> {
    if (queries === 0) return 0;
    const { u32 } = (await this.simulator.backend.read('queries')) as Words;
    const mark = ++this.mark;
    let count = 0;
    for (let i = 0; i < queries; i++) {
      const point = u32[QUERY.stride * i + QUERY.source];
      if (this.marks[point] === mark) continue;
      this.marks[point] = mark;
      count++;
    }
    return count;
  }
}
