import { WorkLostError, type Attachment, type Backend, type StepInputs } from './backend.ts';
import { inverseMasses } from './initial-state.ts';
import type { SimulationParameters } from './parameters.ts';
import { RebuildSchedule } from './rebuild-schedule.ts';
import { COUNTER_COUNT, COUNTERS } from './state.ts';
import { frameRow, FrameTally, hashState, type FrameRow } from './statistics.ts';
import { step } from './step.ts';

/** A state that left the numbers' range: which step, which part of it, which body. */
export class BrokenStateError extends Error {
  constructor(
    readonly step: number,
    readonly part: string,
    readonly body: number,
  ) {
    super(`step ${step}: body ${body} has positions that are not finite or too far away after '${part}'`);
  }
}

/** A slider moved or a vertex pulled, by the step before which it took effect. */
export interface RecordedInput {
  readonly step: number;
  readonly parameters?: Partial<SimulationParameters>;
  readonly attachments?: readonly Attachment[];
}

export interface FrameOptions {
  /** Also hash the bits of positions and velocities. */
  readonly hash?: boolean;
  /** Also count the surface edges that pierce surface triangles. */
  readonly piercing?: boolean;
  /** Steps of this frame; `stepsPerFrame` by default. */
  readonly steps?: number;
}

/** Tries of one step when workers or devices are lost under it. */
const MAX_TRIES = 3;

/** Runs a scene frame by frame on a backend, and keeps what a record needs. */
export class Simulator {
  /** Steps and frames done. */
  steps = 0;
  frames = 0;
  /** Simulated time [s]. */
  time = 0;
  /** Of the last step: what its contacts are found by. */
  counters: Uint32Array = new Uint32Array(COUNTER_COUNT);
  readonly inputs: RecordedInput[] = [];
  private readonly rebuilds = new RebuildSchedule();
  private massesChanged = false;
  private attachments: readonly Attachment[] = [];

  constructor(
    readonly backend: Backend,
    readonly parameters: SimulationParameters,
  ) {}

  setParameters(changed: Partial<SimulationParameters>): void {
    Object.assign(this.parameters, changed);
    if (changed.density !== undefined) this.massesChanged = true;
    this.inputs.push({ step: this.steps, parameters: { ...changed } });
  }

  setAttachments(attachments: readonly Attachment[]): void {
    this.attachments = attachments;
    this.inputs.push({ step: this.steps, attachments });
  }

  /**
   * Runs `parameters.stepsPerFrame` steps and measures their end.
   * @throws BrokenStateError when positions are no longer numbers
   */
  async frame(options: FrameOptions = {}): Promise<FrameRow> {
    const tally = new FrameTally();
    for (let i = 0; i < (options.steps ?? this.parameters.stepsPerFrame); i++) {
      tally.add(await this.step(), await this.backend.takeTimes());
    }
    const measured = await this.backend.measure();
    const energies = (await this.backend.read('energies')) as Float64Array;
    const piercing = options.piercing ? await this.backend.countPiercing() : undefined;
    tally.addTimes(await this.backend.takeTimes()); // with all measuring in it, which else the next frame would show
    const hash = options.hash ? await this.hash() : undefined;
    return frameRow({
      frame: this.frames++,
      time: this.time,
      tally,
      measured,
      world: this.backend.world,
      kineticEnergy: energies.reduce((sum, energy) => sum + energy, 0),
      piercing,
      hash,
    });
  }

  /** One step, tried again from x0 and v0 when work is lost. @returns its counters */
  private async step(): Promise<{ counters: Uint32Array; waited: boolean }> {
    if (this.massesChanged) {
      await this.backend.write('inverseMasses', inverseMasses(this.backend.world, this.parameters.density));
      this.massesChanged = false;
    }
    const inputs: StepInputs = { parameters: { ...this.parameters }, attachments: this.attachments };
    for (let tries = 1; ; tries++) {
      try {
        const waited = await this.rebuilds.beforeStep(this.backend, this.steps, inputs.parameters);
        const counters = await step(this.backend, inputs);
        if (counters[COUNTERS.broken]) await this.explain(inputs, counters[COUNTERS.broken]! - 1);
        this.steps++;
        this.counters = counters;
        this.time += inputs.parameters.timeStep;
        return { counters, waited };
      } catch (error) {
        if (!(error instanceof WorkLostError) || tries === MAX_TRIES) throw error;
        await this.backend.restore();
      }
    }
  }

  /** Does a broken step again, part by part, to name the part that broke it. */
  private async explain(inputs: StepInputs, body: number): Promise<never> {
    await this.backend.restore();
    await step(this.backend, inputs, async (part) => {
      const counters = await this.backend.finish();
      if (counters[COUNTERS.broken]) throw new BrokenStateError(this.steps, part, counters[COUNTERS.broken]! - 1);
    });
    throw new BrokenStateError(this.steps, 'step', body);
  }

  async hash(): Promise<string> {
    const positions = (await this.backend.read('positions')) as Float32Array;
    const velocities = (await this.backend.read('velocities')) as Float32Array;
    return hashState([positions, velocities]);
  }
}
