import type { Grab } from './constraints/grabs/hand.ts';
import { type Backend, type Readback, retryLost } from './backend.ts';
import { inUseOf, keptFeatureArrays } from './feature-arrays.ts';
import { inverseMasses } from './initial-state.ts';
import { countPiercing, measure, measureProgram } from './diagnostics/measure.ts';
import { type Exit, exitInWords, exitOf } from './diagnostics/exit.ts';
import { MAX_COORDINATE } from './diagnostics/stages.ts';
import { isKnownFree } from './contacts/guarantee/rounds.ts';
import { partsRegions } from './contacts/regions/tables.ts';
import { REBUILD_ON_DEVICE } from './detect/rebuild-passes.ts';
import type { SimulationParameters } from './parameters.ts';
import type { Pass } from './program/pass.ts';
import type { Program } from './program/program.ts';
import { RebuildSchedule, TreeRebuild } from './tree-rebuild.ts';
import type { RecordedInput } from './snapshot.ts';
import { RunInputs } from './run-inputs.ts';
import { COUNTER_COUNT, COUNTERS } from './state.ts';
import { frameRow, type FrameRow, FrameTally, hashState } from './statistics.ts';
import { type StepInputs, stepParts, stepPasses, stepProgram } from './step.ts';

export type { RecordedInput };

/** Thrown when positions are not finite or too far from the origin. The message names the step, the part of the step and the body. */
export class BrokenStateError extends Error {
  /** @param exit where the body has left the world; undefined if a position is not finite */
  constructor(
    readonly step: number,
    readonly part: string,
    readonly body: number,
    readonly exit?: Exit,
  ) {
    const fault = exit ? exitInWords(exit, MAX_COORDINATE, part) : `has positions that are not finite after '${part}'`;
    super(`step ${step}: body ${body} ${fault}`);
  }
}

export interface FrameOptions {
  /** True to hash the state at the end of the frame (Simulator.hash). */
  readonly hash?: boolean;
  /** True to count the surface edges that intersect surface triangles. */
  readonly piercing?: boolean;
  /** True to leave out on the processor what would find no overlap, in frames that are known to be free (contacts/guarantee). */
  readonly trustsFreedom?: boolean;
  /** Number of steps in this frame; `stepsPerFrame` by default. */
  readonly steps?: number;
  /** Called and awaited after each step. */
  readonly eachStep?: () => Promise<void>;
}

/** Result of one step. */
export interface StepOutcome {
  /** Counters of the step, indexed by COUNTERS. */
  readonly counters: Uint32Array;
  /** True if the step had to wait for a rebuild of the BVHs. */
  readonly waited: boolean;
}

/** A step that is planned: its inputs, which don't change any more. */
interface PlannedStep {
  /** Index of the step, and simulated time at its beginning [s]. */
  readonly step: number;
  readonly time: number;
  readonly inputs: StepInputs;
  /** Number of the script's switches that have taken effect. */
  readonly appliedSwitches: number;
  /** Whether the step begins with a rebuild of the trees on the device. */
  readonly rebuildsTrees: boolean;
  /** Whether the inverse masses have to be computed before the step. */
  massesChanged: boolean;
}

/**
 * Runs a world on a backend, step by step or frame by frame, and records its inputs. Read positions from the backend:
 * `await simulator.backend.read('positions')`.
 */
export class Simulator {
  /** Number of completed steps and of completed frames. */
  steps = 0;
  frames = 0;
  /** Simulated time [s]. */
  time = 0;
  /** Number of steps that were completed when the tests of watched points began that have run in every step since (Course). */
  private watchedSince = 0;
  /** Counters of the last step. */
  counters: Uint32Array = new Uint32Array(COUNTER_COUNT);
  /** Data that the device has sent back for the last frame's steps and measuring; undefined if there is no device. */
  readback: Readback | undefined;
  protected readonly runInputs: RunInputs;
  /** Cache: the passes of a step with `parameters`. */
  private plannedStep: { readonly parameters: SimulationParameters; readonly passes: readonly Pass[] } | undefined;
  protected readonly rebuilds = new RebuildSchedule();
  protected readonly trees: TreeRebuild;
  /** Steps that are planned but haven't run, because a backend could not run them together. */
  private readonly planned: PlannedStep[] = [];

  /** @param parameters parameters at the start. They are copied; the script's switches for time 0 then change the copy at once */
  constructor(
    readonly backend: Backend,
    parameters: SimulationParameters,
  ) {
    this.runInputs = new RunInputs(backend.world, parameters);
    this.trees = new TreeRebuild(backend);
  }

  /** Parameters of the next step, as setParameters and the script's switches have changed them. */
  get parameters(): Readonly<SimulationParameters> {
    return this.runInputs.parameters;
  }

  /**
   * Changes parameters. The change takes effect in the next step. Parameters that a world is made for, such as the integrator, keep their
   * values (onReset in the parameters' tables): they take effect in another world.
   */
  setParameters(requested: Partial<SimulationParameters>): void {
    this.runInputs.setParameters(requested);
  }

  /** Recorded inputs, in the order of steps. */
  get inputs(): readonly RecordedInput[] {
    return this.runInputs.recorded;
  }

  /** Grabs of the next step. */
  get grabs(): readonly Grab[] {
    return this.runInputs.hand.grabs;
  }

  /**
   * Sets what is grabbed from the next step on; grabs that aren't among these let go.
   * @throws RangeError if there are more than `MAX_GRABS`, or if they hold too many vertices; nothing changes then
   */
  setGrabs(grabs: readonly Grab[]): void {
    this.runInputs.setGrabs(grabs);
  }

  /**
   * Runs `parameters.stepsPerFrame` steps and measures the resulting state.
   * @throws BrokenStateError when positions are not finite or too far from the origin
   */
  async frame(options: FrameOptions = {}): Promise<FrameRow> {
    this.runInputs.applySwitches(this.time); // A switch may change stepsPerFrame.
    const tally = new FrameTally();
    const before = this.backend.readback;
    const steps = options.steps ?? this.parameters.stepsPerFrame;
    let measured: Uint32Array | undefined;
    for (let done = 0; done < steps; ) {
      const together = options.eachStep ? undefined : await this.runTogether(steps - done);
      for (const outcome of together?.outcomes ?? [await this.step()]) {
        tally.add(outcome);
        done++;
      }
      measured = together?.measured;
      tally.addTimes(await this.backend.takeTimes());
      await options.eachStep?.();
    }
    const isFree = options.trustsFreedom === true && this.isFree;
    measured ??= await this.measure(isFree);
    const energies = await this.backend.read('energies');
    const after = this.backend.readback;
    // Counting piercing edges and hashing read whole arrays, which no frame needs.
    this.readback = before && after && { bytes: after.bytes - before.bytes, waits: after.waits - before.waits };
    const piercing = options.piercing ? (isFree ? 0 : await countPiercing(this.backend, this.parameters)) : undefined;
    tally.addTimes(await this.backend.takeTimes()); // Count the time of measuring for this frame, not for the next one.
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

  /**
   * Measures penetration depths and kinetic energies at the current positions. Read them from the backend's arrays `depths` [m] and
   * `energies` [J].
   * @param isFree leaves out on the processor what would find 0, in a state that is known to be free
   * @returns counters of this measurement
   */
  measure(isFree = false): Promise<Uint32Array> {
    return measure(this.backend, this.parameters, { step: this.steps, watchedSince: this.watchedSince, isFree });
  }

  /** Whether the state is known to be free and without an inverted element. What the device knows isn't asked. */
  get isFree(): boolean {
    const { kind, pool } = this.backend;
    return kind === 'cpu' && isKnownFree(pool.state, this.steps);
  }

  /**
   * Runs one step of length `parameters.timeStep` without measuring. Await each step before you start the next. If a worker dies, the step
   * is repeated from its start. If the step fails, the state is again that at the step's start; but if the device was lost, there is no
   * state.
   * @throws BrokenStateError when positions are not finite or too far from the origin
   * @throws WorkLostError when workers died in MAX_TRIES tries in a row
   * @throws DeviceLostError when the device is lost
   */
  async step(): Promise<StepOutcome> {
    if (this.planned.length === 0) this.planStep();
    const [planned] = this.planned as [PlannedStep];
    const { inputs } = planned;
    let waited = false;
    let begun = false;
    const tryStep = async () => {
      // Restore only if an earlier try may have taken this step's checkpoint. Until then the checkpoint is that of the previous step.
      if (begun) await this.backend.restore();
      if (await this.prepare(planned)) waited = true;
      begun = true;
      await this.backend.checkpoint();
      const stepCounters = await this.backend.run(this.programOf(planned));
      if (stepCounters[COUNTERS.broken]) await this.findBrokenPart(inputs, stepCounters[COUNTERS.broken]! - 1);
      return stepCounters;
    };
    const counters = await retryLost(tryStep).catch(async (error: unknown) => {
      this.unplan();
      if (begun) await this.backend.restore().catch(() => undefined); // Restoring fails if the device is lost: there is no state then.
      throw error;
    });
    this.planned.shift();
    return this.complete(planned, counters, waited);
  }

  /**
   * Runs up to `count` steps, and measures the state after the last of these, without the host between them (Backend.runTogether). They end
   * before a step for which the host computes masses or rebuilds trees.
   * @returns undefined if the backend can't, so that the steps have to run one by one; `measured` is missing if more steps are to come
   */
  private async runTogether(count: number): Promise<{ outcomes: StepOutcome[]; measured?: Uint32Array } | undefined> {
    const { backend, planned } = this;
    if (planned.length === 0) this.planStep();
    if (!backend.runsAlone(this.programOf(planned[0]!))) return undefined;
    while (planned.length < count && !(planned.length > 1 && this.needsHost(planned.at(-1)!))) this.planStep();
    const end = planned.findIndex((step, i) => i > 0 && this.needsHost(step));
    const together = end < 0 ? planned.slice() : planned.slice(0, end);
    const programs = together.map((step) => this.programOf(step));
    if (together.length === count) {
      const step = this.steps + count;
      const unwatched = together.findLast((one) => !this.isWatched(one));
      const watchedSince = unwatched ? unwatched.step + 1 : this.watchedSince;
      programs.push(measureProgram(backend.world, this.parameters, { step, watchedSince }));
    }
    const run = async () => {
      const waited = await retryLost(() => this.prepare(together[0]!));
      return { waited, counters: await backend.runTogether(programs) };
    };
    const { waited, counters } = await run().catch((error: unknown) => {
      this.unplan();
      throw error;
    });
    if (counters.length < together.length) return undefined;
    planned.splice(0, together.length);
    const outcomes = together.map((step, i) => this.complete(step, counters[i]!, waited && i === 0));
    return { outcomes, ...(counters.length > together.length && { measured: counters[together.length]! }) };
  }

  private programOf({ inputs, rebuildsTrees }: PlannedStep): Program {
    const passes = this.passesOf(inputs.parameters);
    return stepProgram(inputs, this.backend.world, rebuildsTrees ? [...REBUILD_ON_DEVICE, ...passes] : passes);
  }

  /** Whether steps rebuild the trees themselves, rather than the pool. */
  private get rebuildsInSteps(): boolean {
    return this.backend.kind === 'gpu' && this.backend.world.rebuildsOnDevice;
  }

  private needsHost({ massesChanged, step, inputs }: PlannedStep): boolean {
    return massesChanged || (!this.rebuildsInSteps && this.rebuilds.isDue(step, inputs.parameters));
  }

  /** Does what the host has to do before a step. @returns whether it had to wait for a rebuild */
  private async prepare(planned: PlannedStep): Promise<boolean> {
    const { step, time, inputs } = planned;
    if (planned.massesChanged) {
      const masses = inverseMasses(this.backend.world, inputs.parameters.density, time);
      await this.backend.write('inverseMasses', masses);
      planned.massesChanged = false;
    }
    return !this.rebuildsInSteps && this.rebuilds.beforeStep(this.trees, step, inputs.parameters);
  }

  /** Plans the step after those that are planned already. Later changes don't affect it. */
  private planStep(): void {
    const last = this.planned.at(-1);
    const step = last ? last.step + 1 : this.steps;
    const time = last ? last.time + last.inputs.parameters.timeStep : this.time;
    const { inputs, massesChanged } = this.runInputs.take(step, time);
    const { appliedSwitches } = this.runInputs;
    const lastRebuild = this.planned.findLast(({ rebuildsTrees }) => rebuildsTrees)?.step;
    const rebuildsTrees = this.rebuildsInSteps && this.rebuilds.isOld(step, inputs.parameters, lastRebuild);
    this.planned.push({ step, time, inputs, appliedSwitches, rebuildsTrees, massesChanged });
  }

  /** Forgets the planned steps, because one of them has failed: the person may change parameters before they run again. */
  private unplan(): void {
    const [first] = this.planned;
    if (first) this.runInputs.returnTo(first.inputs, first.appliedSwitches);
    this.runInputs.massesChanged ||= this.planned.some(({ massesChanged }) => massesChanged);
    this.planned.length = 0;
  }

  /**
   * Tells that positions have been set from outside, so that tests of watched points in earlier steps say nothing about them: the next measurements count
   * overlaps exactly.
   */
  positionsSet(): void {
    this.watchedSince = this.steps;
  }

  private isWatched({ inputs }: PlannedStep): boolean {
    return partsRegions(inputs.parameters, this.backend.world);
  }

  private complete(planned: PlannedStep, counters: Uint32Array, waited: boolean): StepOutcome {
    const { step, inputs, rebuildsTrees } = planned;
    if (rebuildsTrees) this.rebuilds.rebuilt(step);
    this.steps++;
    if (!this.isWatched(planned)) this.watchedSince = this.steps;
    this.counters = counters;
    this.time += inputs.parameters.timeStep;
    return { counters, waited };
  }

  private passesOf(parameters: SimulationParameters): readonly Pass[] {
    if (this.plannedStep?.parameters !== parameters)
      this.plannedStep = { parameters, passes: stepPasses(parameters, this.backend.world) };
    return this.plannedStep.passes;
  }

  /**
   * Finds the part of a step that makes positions invalid: repeats the step with its first part only, then with its first two parts,
   * and so on.
   * @param body body to name if no repetition has invalid positions
   * @throws BrokenStateError always, with the part's name
   */
  private async findBrokenPart(inputs: StepInputs, body: number): Promise<never> {
    const { world } = this.backend;
    for (const [i, { name }] of stepParts(inputs.parameters, world).entries()) {
      await this.backend.restore();
      const counters = await this.backend.run(stepProgram(inputs, world, stepPasses(inputs.parameters, world, i + 1)));
      if (!counters[COUNTERS.broken]) continue;
      const broken = counters[COUNTERS.broken]! - 1;
      const positions = (await this.backend.read('positions')) as Float32Array;
      throw new BrokenStateError(this.steps, name, broken, exitOf(world, positions, broken, MAX_COORDINATE));
    }
    throw new BrokenStateError(this.steps, 'step', body);
  }

  /**
   * Returns a hash of the bits of all positions and velocities, and of the features' arrays that are carried from step to step, as far
   * as they are in use. Equal states have equal hashes, whatever the capacities of their lists.
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
