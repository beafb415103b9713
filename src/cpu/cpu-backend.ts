import { type Attachment, type Backend, type StepInputs, WorkLostError } from '../simulation/backend.ts';
import { readCapacities } from '../simulation/capacities.ts';
import { GrowingLists } from '../simulation/growing-lists.ts';
import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import type { PathMethod } from '../simulation/path/path-methods.ts';
import type { Pool, ProgramEntry } from '../simulation/pool.ts';
import type { ScriptedStep } from '../simulation/script/scripted.ts';
import { fillsWorkers } from '../simulation/solve/batch.ts';
import { retryLost } from '../simulation/retry-lost.ts';
import { STAGE_CLOCKS, type StageClock } from '../simulation/stage.ts';
import { ATTACHMENT, COUNTERS, type State, type StateArray } from '../simulation/state.ts';
import * as programs from './programs.ts';

/** What a step begins with: it may have to begin again. */
const CHECKPOINT = ['positions', 'velocities', 'remainders'] as const satisfies readonly StateArray[];

/**
 * The step on the CPU: methods record stages, and what is recorded runs as one program on the pool's workers when
 * something of it is asked for. A whole step is one program: contacts are found without the host, so
 * findContacts only records too.
 */
export class CpuBackend implements Backend {
  readonly kind = 'cpu';
  private readonly state: State;
  private parameters: SimulationParameters = defaultParameters();
  /** The step under way as far as it was recorded, and how much of it has run: where a list has no room, all of it runs again. */
  private inputs: StepInputs | undefined;
  private recorded: ProgramEntry[] = [];
  private ran = 0;
  /** Arrays that the host wrote and that workers with their own memory have yet to get. */
  private readonly unsent = new Set<StateArray>();
  /** x0 and v0 of the step. A worker may die while it overwrites those of the state. */
  private readonly checkpoint: Readonly<Record<(typeof CHECKPOINT)[number], Float32Array>>;
  private readonly timesTaken: Float64Array;
  private readonly wholeBodies: boolean;
  private readonly lists: GrowingLists;
  private rebuild: { readonly done: Promise<unknown>; ready: boolean } | undefined;

  /** @param adapter the processor's name, for the record */
  constructor(
    private readonly pool: Pool,
    readonly adapter: string,
  ) {
    this.state = pool.state;
    const { positions, velocities, remainders } = this.state;
    this.checkpoint = { positions: positions.slice(), velocities: velocities.slice(), remainders: remainders.slice() };
    this.timesTaken = this.state.stageTimes.slice();
    this.wholeBodies = fillsWorkers(pool.world, pool.size);
    this.lists = new GrowingLists(pool.world, (capacities) => pool.grow(capacities));
  }

  get world() {
    return this.pool.world;
  }

  begin(inputs: StepInputs): void {
    for (const name of CHECKPOINT) this.checkpoint[name].set(this.state[name]);
    this.inputs = inputs;
    this.recorded = [];
    this.ran = 0;
    this.setInputs(inputs);
    this.record(programs.BEGIN);
  }

  private setInputs({ parameters, attachments, scripted }: StepInputs): void {
    this.parameters = parameters;
    this.attach(attachments);
    if (scripted) this.follow(scripted);
  }

  private attach(attachments: readonly Attachment[]): void {
    const { attachments: words, counters } = this.state;
    const count = attachments.length;
    // Nobody is dragged in most steps.
    if (count === 0 && counters[COUNTERS.attachments] === 0) return;
    words.u32.fill(0);
    for (let a = 0; a < count; a++) {
      const at = ATTACHMENT.stride * a;
      words.f32.set(attachments[a].target, at);
      words.u32[at + ATTACHMENT.vertex] = attachments[a].vertex;
    }
    counters[COUNTERS.attachments] = count;
    this.unsent.add('attachments').add('counters');
  }

  private follow({ driven, drivenCount, colliders }: ScriptedStep): void {
    const { state, unsent } = this;
    if (drivenCount > 0) {
      state.driven.u32.set(driven.u32);
      unsent.add('driven');
    }
    state.counters[COUNTERS.driven] = drivenCount;
    unsent.add('counters');
    if (!colliders) return;
    state.colliders.set(colliders);
    unsent.add('colliders');
  }

  refit(): void {
    this.record(programs.REFIT);
  }

  classify(): void {
    this.record(programs.CLASSIFY);
  }

  predict(): void {
    this.record(programs.PREDICT);
  }

  solve(): void {
    this.record(programs.solve(this.parameters, this.wholeBodies));
  }

  async findContacts(): Promise<void> {
    this.record(programs.FIND_CONTACTS[this.parameters.mode]);
  }

  project(passes: number): void {
    this.record(programs.project(passes));
  }

  velocities(): void {
    this.record(programs.VELOCITIES);
  }

  async finish(): Promise<Uint32Array> {
    this.record(programs.ENERGY);
    await this.runStep();
    while (this.inputs && (await this.grow())) {
      this.restoreCheckpoint();
      this.setInputs(this.inputs);
      this.ran = 0;
      await this.runStep();
    }
    return this.state.counters.slice();
  }

  private async runStep(): Promise<void> {
    await this.flush();
    // Where a worker has its own memory, the next step's x0 and v0 have to outlive it.
    await this.pool.pull(['counters', 'stageTimes', ...CHECKPOINT]);
  }

  /** Makes larger what had no room in what ran last. @returns whether there was such a list, and memory for it */
  private grow(): Promise<boolean> {
    const { counters, capacities } = this.state;
    return this.lists.grow(counters, readCapacities(capacities));
  }

  measure(): Promise<Uint32Array> {
    // Depths are exact, whatever the step's own method is.
    return this.runApart(programs.MEASURE, { ...this.parameters, pathMethod: 'flood' }, ['depths', 'energies']);
  }

  answerQueries(count: number, culling: boolean, method?: PathMethod): Promise<Uint32Array> {
    const pathMethod = method ?? this.parameters.pathMethod;
    return this.runApart(programs.answers(pathMethod), { ...this.parameters, culling, pathMethod }, ['paths'], count);
  }

  async countPiercing(): Promise<number> {
    const counters = await this.runApart([...programs.REFIT, ...programs.PIERCING], this.parameters, []);
    return counters[COUNTERS.piercing];
  }

  async shade(): Promise<void> {
    await this.runApart(programs.SHADE, this.parameters, ['normals']);
  }

  /**
   * Runs stages that change nothing of the step, with counters of their own; again when a worker dies under them.
   * @param results arrays that the stages are run for
   * @returns those counters
   */
  private async runApart(
    entries: programs.Entries,
    parameters: SimulationParameters,
    results: readonly StateArray[],
    queries = 0,
  ): Promise<Uint32Array> {
    // The loss of what a step recorded is the step's: run again without it, the stages would see half a step.
    if (this.ran < this.recorded.length) await this.flush();
    const { counters } = this.state;
    const kept = counters.slice();
    try {
      return await retryLost(async () => {
        do {
          counters.fill(0);
          counters[COUNTERS.queries] = queries;
          this.unsent.add('counters');
          await this.send();
          await this.pool.run({ parameters, entries });
          await this.pool.pull(['counters', 'stageTimes', ...results]);
        } while (await this.grow());
        return counters.slice();
      });
    } finally {
      counters.set(kept);
      this.unsent.add('counters');
    }
  }

  async startRebuild(): Promise<void> {
    await this.flush();
    // One that was never adopted would write into the same arrays.
    await this.rebuild?.done.catch(() => undefined);
    this.state.rebuildPositions.set(this.state.positions);
    await this.pool.push(['rebuildPositions']);
    const rebuild = { done: this.rebuildBodies(), ready: false };
    // A failure is told to whoever adopts the rebuild, not before.
    rebuild.done.then(
      () => {
        rebuild.ready = true;
      },
      () => undefined,
    );
    this.rebuild = rebuild;
  }

  private rebuildBodies(): Promise<unknown> {
    return Promise.all(this.world.bodies.map((_, body) => this.pool.rebuild(body)));
  }

  async adoptRebuild(): Promise<boolean> {
    if (!this.rebuild) return false;
    const { done, ready } = this.rebuild;
    await this.flush();
    this.pool.hurryRebuilds();
    // Where workers died under it: the positions are still there.
    await done.catch(() => {
      const again = this.rebuildBodies();
      this.pool.hurryRebuilds();
      return again;
    });
    this.rebuild = undefined;
    const { state } = this;
    state.tetOrder.set(state.nextTetOrder);
    state.faceOrder.set(state.nextFaceOrder);
    state.edgeOrder.set(state.nextEdgeOrder);
    this.unsent.add('tetOrder').add('faceOrder').add('edgeOrder');
    return !ready;
  }

  async read<A extends StateArray>(name: A): Promise<State[A]> {
    await this.flush();
    try {
      await this.pool.pull([name]);
    } catch (error) {
      // The host has what passes were run for; what else the worker had is gone, and the next step makes it again.
      if (!(error instanceof WorkLostError)) throw error;
    }
    return this.state[name];
  }

  async write(name: StateArray, values: Float32Array | Uint32Array): Promise<void> {
    await this.flush();
    const array = this.state[name];
    if (!('u32' in array)) array.set(values);
    else if (values instanceof Float32Array) array.f32.set(values);
    else array.u32.set(values);
    this.unsent.add(name);
    // A position from outside is that position, and not a little beside it.
    if (name === 'positions') await this.write('remainders', new Float32Array(values.length));
  }

  async restore(): Promise<void> {
    this.recorded = [];
    this.ran = 0;
    this.restoreCheckpoint();
  }

  private restoreCheckpoint(): void {
    for (const name of CHECKPOINT) {
      this.state[name].set(this.checkpoint[name]);
      this.unsent.add(name);
    }
  }

  async takeTimes(): Promise<Record<StageClock, number>> {
    const { stageTimes } = this.state;
    const times = STAGE_CLOCKS.map((clock, i) => [clock, stageTimes[i] - this.timesTaken[i]]);
    this.timesTaken.set(stageTimes);
    return Object.fromEntries(times) as Record<StageClock, number>;
  }

  dispose(): Promise<void> {
    return this.pool.dispose();
  }

  private record(entries: programs.Entries): void {
    for (const entry of entries) this.recorded.push(entry);
  }

  /** Runs what was recorded. @throws WorkLostError when a worker died; what was recorded is dropped */
  private async flush(): Promise<void> {
    await this.send();
    const entries = this.ran > 0 ? this.recorded.slice(this.ran) : this.recorded;
    if (entries.length === 0) return;
    this.ran = this.recorded.length;
    await this.pool.run({ parameters: this.parameters, entries });
  }

  private async send(): Promise<void> {
    const names = [...this.unsent];
    this.unsent.clear();
    if (names.length > 0) await this.pool.push(names);
  }
}
