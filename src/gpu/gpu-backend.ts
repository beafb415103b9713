import type { Backend, StepInputs } from '../simulation/backend.ts';
import { readCapacities } from '../simulation/capacities.ts';
import { GrowingLists } from '../simulation/growing-lists.ts';
import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import type { Pool } from '../simulation/pool.ts';
import { retryLost } from '../simulation/retry-lost.ts';
import { STAGE_CLOCKS, type StageClock } from '../simulation/stage.ts';
import { CONTAINMENT, COUNTER_COUNT, COUNTERS, type State, type StateArray, type Words } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import { attachmentWords } from './attachment-words.ts';
import type { GpuBuffers } from './buffers.ts';
import { GPU_COUNTERS } from './constants.ts';
import { ContactFinder } from './contact-finder.ts';
import * as dispatches from './dispatches.ts';
import { GpuSession } from './gpu-session.ts';
import type { KernelOverrides } from './kernels.ts';
import type { GpuProfile } from './profile.ts';
import { stepParameters } from './step-parameters.ts';
import { TreeRebuild } from './tree-rebuild.ts';
import { isOnDevice } from './device-methods.ts';
import type { PathMethod } from '../simulation/path/path-methods.ts';

export interface GpuBackendOptions {
  readonly world: World;
  /** The state at the start; copied to the device. */
  readonly state: State;
  /** Its state holds the trees' orders. */
  readonly pool: Pool;
  /** Of requestDevice. It isn't destroyed with the backend, since others may draw with it. */
  readonly device: GPUDevice;
  /** For the record. */
  readonly adapterName: string;
  /** Other limits than the kernels' own, to see what happens at them. */
  readonly overrides?: KernelOverrides;
}

/** @throws Error naming a kernel that doesn't compile */
export async function createGpuBackend(options: GpuBackendOptions): Promise<GpuBackend> {
  const { device, world, overrides, state } = options;
  const session = await GpuSession.open(device, world, overrides, readCapacities(state.capacities));
  session.buffers.uploadState(options.state);
  return new GpuBackend(session, options);
}

/**
 * The step on WebGPU: methods record dispatches into one command encoder; it is submitted where the host has to know
 * something. CCD, rebuilds and paths that overflow run in the pool.
 */
export class GpuBackend implements Backend {
  readonly kind = 'gpu';
  readonly adapter: string;
  readonly world: World;
  /** What the kernels write: `positions`, `normals` and `depths` can be drawn in place. */
  readonly buffers: GpuBuffers;
  readonly profile: GpuProfile;
  private readonly pool: Pool;
  private readonly finder: ContactFinder;
  private readonly rebuild: TreeRebuild;
  private readonly lists: GrowingLists;
  private parameters: SimulationParameters = defaultParameters();
  /** The step under way as far as it was recorded: where paths are left over, it is done again and waits for them. */
  private parts: (() => void | Promise<void>)[] = [];
  /** Vertices that a person pulls, and that the script moves, in this step. */
  private attachmentCount = 0;
  private drivenCount = 0;
  /** The step's counters once it is finished: passes after it use the device's for themselves. */
  private counters: Uint32Array | undefined = new Uint32Array(COUNTER_COUNT);

  constructor(
    private readonly session: GpuSession,
    { world, pool, device, adapterName }: GpuBackendOptions,
  ) {
    this.world = world;
    this.pool = pool;
    this.buffers = session.buffers;
    this.profile = session.profile;
    // A record shouldn't pass missing timestamps off as no time.
    this.adapter = device.features.has('timestamp-query') ? adapterName : `${adapterName}, without timestamps`;
    this.finder = new ContactFinder(session, pool);
    this.rebuild = new TreeRebuild(pool, session.buffers);
    this.lists = new GrowingLists(world, (capacities) => session.grow(capacities, () => pool.grow(capacities)));
    this.setParameters(this.parameters, 0);
  }

  begin({ parameters, attachments, scripted }: StepInputs): void {
    const { buffers, recorder } = this.session;
    // What was recorded before has to see its own parameters.
    recorder.submit();
    const { count, words } = attachmentWords(attachments);
    const drivenCount = scripted?.drivenCount ?? 0;
    this.setParameters(parameters, count);
    this.attachmentCount = count;
    this.drivenCount = drivenCount;
    if (scripted && drivenCount > 0) buffers.upload('driven', scripted.driven);
    if (scripted?.colliders) buffers.upload('colliders', scripted.colliders);
    this.counters = undefined;
    this.parts = [];
    this.finder.begin();
    this.record(() => {
      // Their impulses are among the words.
      if (count > 0) buffers.upload('attachments', words);
      this.session.clearCounters();
      this.session.setCounter(COUNTERS.attachments, count);
      this.session.setCounter(COUNTERS.driven, drivenCount);
      recorder.run('solve', dispatches.beginDispatches(this.world, buffers.capacities));
    });
  }

  /** Records a part of the step, and keeps it for doing the step again. */
  private record(part: () => void): void {
    this.parts.push(part);
    part();
  }

  private setParameters(parameters: SimulationParameters, attachmentCount: number): void {
    this.parameters = parameters;
    const { buffers, world } = this;
    buffers.writeParameters(stepParameters(world, parameters, attachmentCount, buffers.capacities));
  }

  refit(): void {
    this.record(() => this.session.recorder.run('refit', dispatches.refitDispatches(this.world)));
  }

  classify(): void {
    const found = dispatches.containmentDispatches(this.world, CONTAINMENT.classify);
    this.record(() => this.session.recorder.run('dcd', found));
  }

  predict(): void {
    const predicted = dispatches.predictDispatches(this.world, this.drivenCount);
    this.record(() => this.session.recorder.run('solve', predicted));
  }

  solve(): void {
    const { world, attachmentCount } = this;
    const { models } = this.buffers.topology;
    const solved = dispatches.solveDispatches(world, models, this.parameters.material, attachmentCount);
    this.record(() => this.session.recorder.run('solve', solved));
  }

  async findContacts(): Promise<void> {
    const { parameters } = this;
    const part = () => this.finder.find(parameters);
    this.parts.push(part);
    await part();
  }

  project(passes: number): void {
    const { recorder } = this.session;
    const { vertexCount, colliders } = this.world;
    this.record(() => {
      for (let pass = 0; pass < passes; pass++) this.finder.recordSweep();
      if (colliders.length > 0) recorder.run('projection', [{ kernel: 'colliders', count: vertexCount }]);
    });
  }

  velocities(): void {
    this.record(() => this.session.recorder.run('solve', dispatches.velocityDispatches(this.world)));
  }

  async finish(): Promise<Uint32Array> {
    const { recorder } = this.session;
    recorder.run('solve', dispatches.energyDispatches(this.world));
    let done = await this.finder.readCounters();
    let waits: true | undefined;
    while (done.arePathsLeft || (await this.grow(done.counters))) {
      if (done.arePathsLeft) waits = true;
      this.profile.redone++;
      await this.restore();
      this.finder.begin(waits);
      for (const part of this.parts) await part();
      recorder.run('solve', dispatches.energyDispatches(this.world));
      done = await this.finder.readCounters();
    }
    this.counters = done.counters;
    return this.counters.slice();
  }

  /** Makes larger what had no room. @returns whether there was such a list, and memory for it */
  private async grow(counters: Uint32Array): Promise<boolean> {
    if (!(await this.lists.grow(counters, this.buffers.capacities))) return false;
    this.finder.grow();
    this.setParameters(this.parameters, this.attachmentCount);
    return true;
  }

  measure(): Promise<Uint32Array> {
    return retryLost(async () => {
      for (;;) {
        const counters = await this.tryMeasure();
        if (!(await this.grow(counters))) return counters;
      }
    });
  }

  private async tryMeasure(): Promise<Uint32Array> {
    const { session, finder, world } = this;
    const { recorder } = session;
    session.clearCounters();
    // Depths are exact, whatever the step's own method is.
    finder.recordPaths(CONTAINMENT.measured, 'flood', 'measuring');
    recorder.run('measuring', [...dispatches.depthDispatches(world), ...dispatches.energyDispatches(world)]);
    const counters = await session.counters();
    if (counters[GPU_COUNTERS.pathsUnanswered] === 0) return counters;
    await finder.answerInPool(this.parameters, 'flood', 'measuring');
    for (const counter of [COUNTERS.penetrating, COUNTERS.deep, COUNTERS.deepest]) session.clearCounter(counter);
    recorder.run('measuring', dispatches.depthDispatches(world));
    return session.counters();
  }

  async answerQueries(count: number, culling: boolean, method?: PathMethod): Promise<Uint32Array> {
    const { session, finder, parameters } = this;
    const pathMethod = method ?? parameters.pathMethod;
    session.recorder.submit();
    this.setParameters({ ...parameters, culling }, 0);
    try {
      return await retryLost(async () => {
        finder.recordAnswers(count, pathMethod);
        const counters = await session.counters();
        if (counters[GPU_COUNTERS.pathsUnanswered] === 0 && isOnDevice(pathMethod)) return counters;
        await finder.answerInPool(this.parameters, pathMethod);
        return session.counters();
      });
    } finally {
      this.setParameters(parameters, 0);
    }
  }

  async countPiercing(): Promise<number> {
    const { pool } = this;
    const [positions] = await this.session.read(['positions']);
    const clock = STAGE_CLOCKS.indexOf('measuring');
    const stages = ['refitTets', 'refitFaces', 'refitBodies', 'piercing'] as const;
    return retryLost(async () => {
      pool.state.positions.set(new Float32Array(positions));
      pool.state.counters.fill(0);
      await pool.push(['positions', 'counters']);
      await pool.run({ parameters: this.parameters, entries: stages.map((stage) => ({ stage, clock })) });
      await pool.pull(['counters']);
      return pool.state.counters[COUNTERS.piercing];
    });
  }

  async shade(): Promise<void> {
    this.session.recorder.run('readback', [{ kernel: 'normals', count: this.world.surfaceVertexCount }]);
    this.session.recorder.submit();
  }

  async startRebuild(): Promise<void> {
    const [positions] = await this.session.read(['positions']);
    await this.rebuild.start(new Float32Array(positions));
  }

  adoptRebuild(): Promise<boolean> {
    this.session.recorder.submit();
    return this.rebuild.adopt();
  }

  async read(name: StateArray): Promise<Float32Array | Uint32Array | Float64Array | Words> {
    if (name === 'counters') return this.counters?.slice() ?? this.session.counters();
    if (this.buffers.locate(name)) return this.buffers.toArray(name, (await this.session.read([name]))[0]);
    await this.pool.pull([name]);
    return this.pool.state[name];
  }

  async write(name: StateArray, values: Float32Array | Uint32Array): Promise<void> {
    this.session.recorder.submit();
    if (this.buffers.locate(name)) this.buffers.upload(name, values);
    const array = this.pool.state[name];
    if (!('u32' in array)) array.set(values);
    else if (values instanceof Float32Array) array.f32.set(values);
    else array.u32.set(values);
    await this.pool.push([name]);
    // A position from outside is that position, and not a little beside it.
    if (name === 'positions') await this.write('remainders', new Float32Array(values.length));
  }

  async restore(): Promise<void> {
    const { recorder } = this.session;
    recorder.discard();
    recorder.copy(this.buffers.range('positionsT0'), this.buffers.range('positions'));
    recorder.copy(this.buffers.range('velocitiesT0'), this.buffers.range('velocities'));
    recorder.copy(this.buffers.range('remaindersT0'), this.buffers.range('remainders'));
    recorder.submit();
  }

  takeTimes(): Promise<Record<StageClock, number>> {
    return this.session.takeTimes();
  }

  async dispose(): Promise<void> {
    this.session.destroy();
    await this.pool.dispose();
  }
}
