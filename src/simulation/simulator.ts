import type { Attachment } from './constraints/attachments/attachment.ts';
import { type Backend, retryLost } from './backend.ts';
import { inUseOf, keptFeatureArrays } from './feature-arrays.ts';
import { inverseMasses } from './initial-state.ts';
import { countPiercing, measure } from './diagnostics/measure.ts';
import type { SimulationParameters } from './parameters.ts';
import type { Pass } from './pass.ts';
import { RebuildSchedule, TreeRebuild } from './tree-rebuild.ts';
import { hasCome, Scripted } from './script/scripted.ts';
import { COUNTER_COUNT, COUNTERS, MAX_ATTACHMENTS } from './state.ts';
import { frameRow, type FrameRow, FrameTally, hashState } from './statistics.ts';
import { step, type StepInputs, stepParts, stepPasses, stepProgram } from './step.ts';

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

/** Sliders moved and vertices pulled, by the step before which that took effect; one entry a step at most. */
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
  /** Called after each step. */
  readonly eachStep?: () => Promise<void>;
}

/** A step's own figures. */
export interface StepOutcome {
  /** By COUNTERS: contacts, queries, what found no room. */
  readonly counters: Uint32Array;
  /** Whether it had to wait for a rebuild of trees. */
  readonly waited: boolean;
}

/**
 * Runs a world on a backend, step by step or frame by frame, and keeps what a record needs. Positions are read from the
 * backend: `await simulator.backend.read('positions')`.
 */
export class Simulator {
  /** Steps and frames done. */
  steps = 0;
  frames = 0;
  /** Simulated time [s]. */
  time = 0;
  /** Of the last step: what its contacts are found by. */
  counters: Uint32Array = new Uint32Array(COUNTER_COUNT);
  /** What changed, in the order of steps. */
  readonly inputs: RecordedInput[] = [];
  /** Never changed, but replaced: a step under way keeps its own. */
  private current: Readonly<SimulationParameters>;
  /** The passes of a step with these parameters. */
  private planned: { readonly parameters: SimulationParameters; readonly passes: readonly Pass[] } | undefined;
  private readonly rebuilds = new RebuildSchedule();
  private readonly trees: TreeRebuild;
  private readonly scripted: Scripted;
  /** How many of the world's switches have been thrown. */
  private thrown = 0;
  private massesChanged = false;
  /** What changed since the last step began: it takes effect with the next one. */
  private pending: Omit<RecordedInput, 'step'> = {};
  private pulled: readonly Attachment[] = [];

  /** @param parameters at the start, of which a copy is kept; what the script sets at the start is set at once */
  constructor(
    readonly backend: Backend,
    parameters: SimulationParameters,
  ) {
    this.current = { ...parameters };
    this.scripted = new Scripted(backend.world);
    this.trees = new TreeRebuild(backend);
    this.throwSwitches();
  }

  /** As the next step will have them, whichever setParameters and the script's switches have changed. */
  get parameters(): Readonly<SimulationParameters> {
    return this.current;
  }

  /** Changes parameters from the next step on. */
  setParameters(changed: Partial<SimulationParameters>): void {
    this.current = { ...this.current, ...changed };
    if (changed.density !== undefined) this.massesChanged = true;
    this.pending = { ...this.pending, parameters: { ...this.pending.parameters, ...changed } };
  }

  /** The vertices that the next step will pull. */
  get attachments(): readonly Attachment[] {
    return this.pulled;
  }

  /** Sets which vertices the next steps pull, and to where. @throws RangeError where there are more than `MAX_ATTACHMENTS` */
  setAttachments(attachments: readonly Attachment[]): void {
    if (attachments.length > MAX_ATTACHMENTS)
      throw new RangeError(`${attachments.length} vertices are dragged; expected at most ${MAX_ATTACHMENTS}`);
    this.pulled = attachments;
    this.pending = { ...this.pending, attachments };
  }

  /**
   * Runs `parameters.stepsPerFrame` steps and measures their end.
   * @throws BrokenStateError when positions are no longer numbers
   */
  async frame(options: FrameOptions = {}): Promise<FrameRow> {
    this.throwSwitches(); // one of them may say how many steps a frame has
    const tally = new FrameTally();
    const steps = options.steps ?? this.parameters.stepsPerFrame;
    for (let i = 0; i < steps; i++) {
      tally.add(await this.step(), await this.backend.takeTimes());
      await options.eachStep?.();
    }
    const measured = await this.measure();
    const energies = await this.backend.read('energies');
    const piercing = options.piercing ? await countPiercing(this.backend, this.parameters) : undefined;
    tally.addTimes(await this.backend.takeTimes()); // with all measuring in it, which else the next frame would show
    const hash = options.hash ? await this.hash() : undefined;
    return frameRow({
      frame: this.frames++,
      step: this.steps,
      time: this.time,
      tally,
      measured,
      world: this.backend.world,
      kineticEnergy: energies.reduce((sum, energy) => sum + energy, 0),
      piercing,
      hash,
    });
  }

  /** Depths [m] and energies [J] of the positions of now, into the backend's arrays. @returns counters of this alone */
  measure(): Promise<Uint32Array> {
    return measure(this.backend, this.parameters);
  }

  /**
   * Runs one step of `parameters.timeStep` and measures nothing; it is tried again from its start when work is lost with a
   * worker. One step at a time: await it before the next. Where it fails, the state is that of the step's start, but for a lost
   * device, which has none.
   * @throws BrokenStateError when positions are no longer numbers
   * @throws WorkLostError when work is lost again and again
   * @throws DeviceLostError when the device is lost
   */
  async step(): Promise<StepOutcome> {
    this.throwSwitches();
    const inputs = this.takeInputs();
    if (this.scripted.releases(this.time)) this.massesChanged = true;
    let massesChanged = this.massesChanged;
    this.massesChanged = false;
    const { world } = this.backend;
    let waited = false;
    let begun = false;
    const tryStep = async () => {
      // Before its begin, the backend's x0 and v0 are still those of the step before.
      if (begun) await this.backend.restore();
      if (massesChanged) {
        await this.backend.write('inverseMasses', inverseMasses(world, inputs.parameters.density, this.time));
        massesChanged = false;
      }
      if (await this.rebuilds.beforeStep(this.trees, this.steps, inputs.parameters)) waited = true;
      begun = true;
      const done = await step(this.backend, inputs, this.passesOf(inputs.parameters));
      if (done[COUNTERS.broken]) await this.explain(inputs, done[COUNTERS.broken]! - 1);
      return done;
    };
    const counters = await retryLost(tryStep).catch(async (error: unknown) => {
      this.massesChanged ||= massesChanged;
      if (begun) await this.backend.restore().catch(() => undefined); // a lost device has no state to go back to
      throw error;
    });
    this.steps++;
    this.counters = counters;
    this.time += inputs.parameters.timeStep;
    return { counters, waited };
  }

  /** The script's own changes aren't inputs: whoever repeats the run has the script. */
  private throwSwitches(): void {
    const { switches = [] } = this.backend.world.script;
    for (; this.thrown < switches.length && hasCome(switches[this.thrown].time, this.time); this.thrown++) {
      const { parameters } = switches[this.thrown];
      this.current = { ...this.current, ...parameters };
      if (parameters.density !== undefined) this.massesChanged = true;
    }
  }

  /** Records what changed since the last step. @returns what the step under way has, whatever changes meanwhile */
  private takeInputs(): StepInputs {
    if (this.pending.parameters || this.pending.attachments) this.inputs.push({ step: this.steps, ...this.pending });
    this.pending = {};
    const scripted = this.scripted.step(this.time, this.parameters.timeStep);
    return { parameters: this.current, attachments: this.pulled, scripted };
  }

  private passesOf(parameters: SimulationParameters): readonly Pass[] {
    if (this.planned?.parameters !== parameters)
      this.planned = { parameters, passes: stepPasses(parameters, this.backend.world) };
    return this.planned.passes;
  }

  /** Does a broken step again, each time with one part more, to name the part that broke it. */
  private async explain(inputs: StepInputs, body: number): Promise<never> {
    const { world } = this.backend;
    for (const [i, { name }] of stepParts(inputs.parameters, world).entries()) {
      await this.backend.restore();
      const counters = await this.backend.run(stepProgram(inputs, world, stepPasses(inputs.parameters, world, i + 1)));
      if (counters[COUNTERS.broken]) throw new BrokenStateError(this.steps, name, counters[COUNTERS.broken]! - 1);
    }
    throw new BrokenStateError(this.steps, 'step', body);
  }

  /**
   * A hash of the bits of all positions and velocities, and of features' topology and histories as far as they are in use: equal
   * states have equal ones, whatever the capacities of their lists.
   */
  async hash(): Promise<string> {
    const { backend } = this;
    const positions = await backend.read('positions');
    const velocities = await backend.read('velocities');
    const kept: Record<string, Float32Array | Uint32Array> = {};
    for (const name of keptFeatureArrays(backend.world)) kept[name] = await backend.read(name);
    return hashState([positions, velocities, ...inUseOf(kept)]);
  }
}
