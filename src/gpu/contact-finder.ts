import { now } from '../simulation/clock.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import type { PathMethod } from '../simulation/path/path-methods.ts';
import type { Pool } from '../simulation/pool.ts';
import type { StageClock } from '../simulation/stage.ts';
import { CONTAINMENT, COUNTERS } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import { GPU_COUNTERS, INDIRECT } from './constants.ts';
import { ContinuousCollisions } from './continuous-collisions.ts';
import {
  type ColourSizes,
  type Dispatch,
  colourDispatches,
  contactDispatches,
  containmentDispatches,
  pathDispatches,
  pathPreparations,
  queryDispatches,
  refitDispatches,
} from './dispatches.ts';
import { isOnDevice } from './device-methods.ts';
import type { GpuSession } from './gpu-session.ts';
import { PathOverflows } from './path-overflows.ts';

/** Steps that wait after the last one that left paths over: to do a step again costs as much as some waits. */
const WAITING_STEPS = 8;

/** What finding contacts is, by mode: device, pool, and the order in which they wait for one another. */
export class ContactFinder {
  /** One projection of all contacts, and their colouring, by the sizes of colours that the host knew last. */
  private sweep!: readonly Dispatch[];
  private colouring!: readonly Dispatch[];
  /** These sizes, and how many contacts there were. */
  private sizes: ColourSizes = [];
  private slots = 0;
  private readonly continuous: ContinuousCollisions;
  private readonly overflows: PathOverflows;
  private readonly world: World;
  /** Of the step under way: detections so far, and whether each waits to see which paths the device left over. */
  private detections = 0;
  private waits = false;
  /** Whether any of its detections left paths over. */
  private leftInStep = false;
  /** Steps to come that wait, since paths were left over not long ago: then they are likely to be again. */
  private stepsToWait = 0;

  constructor(
    private readonly session: GpuSession,
    pool: Pool,
  ) {
    this.continuous = new ContinuousCollisions(pool, session.buffers);
    this.overflows = new PathOverflows(pool, session.buffers);
    this.world = pool.world;
    this.guess([], 0);
  }

  private guess(sizes: ColourSizes, slots: number): void {
    this.sizes = sizes;
    this.slots = slots;
    this.sweep = contactDispatches(sizes);
    this.colouring = colourDispatches(this.world, sizes, slots, this.session.buffers.capacities);
  }

  /** To be called where lists have grown: dispatches depend on their capacities. */
  grow(): void {
    this.guess(this.sizes, this.slots);
  }

  /** To be called with each step. @param waits whether detections answer in the pool what the device leaves over; by default as guessed */
  begin(waits = this.stepsToWait > 0): void {
    this.detections = 0;
    this.leftInStep = false;
    this.waits = waits;
  }

  /**
   * Algorithm 5, lines 5 to 16. CCD runs in the pool while the device does what needs no answer of it. Where nothing has to come
   * back from the device, this records only; `readCounters` tells whether paths were left over.
   */
  async find(parameters: SimulationParameters): Promise<void> {
    const { session } = this;
    const { recorder } = session;
    const { mode, pathMethod } = parameters;
    const before = this.waits ? await session.counters() : undefined;
    if (before) session.setDeviceCounter(GPU_COUNTERS.pathsUnanswered, 0);
    const request = mode === 'dcd' ? undefined : this.continuous.request(recorder, this.detections > 0);
    this.detections++;
    // Apart from what follows, so that the pool needn't wait for it.
    if (request) recorder.submit();
    if (mode !== 'ccd') {
      this.recordPaths(mode === 'dcd' ? CONTAINMENT.all : CONTAINMENT.inside, pathMethod);
      if (isOnDevice(pathMethod)) this.recordPathContacts();
    }
    if (request) {
      const bytes = await session.take(request);
      const since = now();
      session.addCounters(await this.continuous.find(bytes, parameters));
      session.wallTimes.ccd += now() - since;
    }
    if (mode !== 'ccd' && !isOnDevice(pathMethod)) {
      await this.answerInPool(parameters, pathMethod);
      this.recordPathContacts();
    } else if (before && (await session.counters())[GPU_COUNTERS.pathsUnanswered] > 0) {
      this.leftInStep = true;
      await this.answerInPool(parameters, pathMethod);
      // What these contacts leave out, the ones made before have counted already.
      for (const counter of [GPU_COUNTERS.pathsSkipped, GPU_COUNTERS.pathsGivenUp])
        session.setDeviceCounter(counter, before[counter]);
      this.recordPathContacts();
    }
    recorder.run('projection', this.colouring);
  }

  /** Records one projection of all contacts. */
  recordSweep(): void {
    if (this.detections === 0) return; // there are none: begin has cleared them
    this.session.recorder.run('projection', this.sweep);
  }

  /** Runs what was recorded. @returns the step's counters, and whether paths were left over that nobody has answered */
  async readCounters(): Promise<{ counters: Uint32Array; arePathsLeft: boolean }> {
    const { counters, arrays } = await this.session.countersAnd(['colourOffsets']);
    if (this.detections > 0) {
      const ends = new Uint32Array(arrays[0]);
      const slots = counters[COUNTERS.queries] + counters[COUNTERS.contactsCcd];
      this.guess(
        ends.subarray(1).map((end, colour) => end - ends[colour]),
        slots,
      );
    }
    // A step that doesn't wait adds up what all its detections left over; one that waits has seen it of each.
    const arePathsLeft = !this.waits && counters[GPU_COUNTERS.pathsUnanswered] > 0;
    if (arePathsLeft || this.leftInStep) this.stepsToWait = WAITING_STEPS;
    else if (this.stepsToWait > 0) this.stepsToWait--;
    counters[COUNTERS.invertedSkipped] += counters[GPU_COUNTERS.pathsSkipped];
    counters[COUNTERS.contactsGivenUp] += counters[GPU_COUNTERS.pathsGivenUp];
    return { counters, arePathsLeft };
  }

  /** Records boxes, pairs, queries and their paths at the current positions. @param which one of CONTAINMENT */
  recordPaths(which: number, method: PathMethod, clock?: StageClock): void {
    const { recorder } = this.session;
    recorder.run(clock ?? 'refit', refitDispatches(this.world));
    const { surfaceVertexCount, points } = this.world;
    const count = which === CONTAINMENT.measured ? surfaceVertexCount : points.count;
    recorder.run(clock ?? 'dcd', [...containmentDispatches(this.world, which), ...queryDispatches(count)]);
    if (!isOnDevice(method)) return;
    const { capacities } = this.session.buffers;
    const answers = pathDispatches(this.world, method, capacities);
    recorder.run(clock ?? 'path', [...pathPreparations(this.world, method), ...answers]);
  }

  /**
   * Records the paths of queries that were written from outside. All counters start from zero. The path's clock tells the
   * queries' own time: what they look up is made once, as boxes are.
   */
  recordAnswers(count: number, method: PathMethod): void {
    const { recorder, buffers } = this.session;
    this.session.clearCounters();
    recorder.submit();
    buffers.upload('counters', Uint32Array.of(count), COUNTERS.queries);
    buffers.writeIndirect(INDIRECT.queries, count);
    recorder.run('refit', refitDispatches(this.world));
    if (!isOnDevice(method)) return;
    recorder.run('refit', pathPreparations(this.world, method));
    recorder.run('path', pathDispatches(this.world, method, buffers.capacities));
  }

  /** Answers in the pool the paths that the device left over, or all where it has no kernel of the method. */
  async answerInPool(parameters: SimulationParameters, method: PathMethod, clock: StageClock = 'path'): Promise<void> {
    const { session } = this;
    const bytes = await session.take(this.overflows.request(session.recorder));
    const since = now();
    session.addCounters(await this.overflows.answer(bytes, parameters, method));
    session.wallTimes[clock] += now() - since;
  }

  /** Records the making of contacts of all paths. */
  private recordPathContacts(): void {
    const { recorder, buffers } = this.session;
    const count = buffers.capacities.queries;
    recorder.run('path', [{ kernel: 'pathContacts', count, indirect: INDIRECT.queries }]);
  }
}
