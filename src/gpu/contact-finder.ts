import { now } from '../simulation/clock.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import type { PathMethod } from '../simulation/path/path-methods.ts';
import type { Pool } from '../simulation/pool.ts';
import type { StageClock } from '../simulation/stage.ts';
import { CONTAINMENT, COUNTERS, MAX_COLOURS, queryCapacity } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import { GPU_COUNTERS, INDIRECT } from './constants.ts';
import { ContinuousCollisions } from './continuous-collisions.ts';
import {
  colourDispatches,
  containmentDispatches,
  pathDispatches,
  pathPreparations,
  queryDispatches,
  refitDispatches,
} from './dispatches.ts';
import { isOnDevice } from './device-methods.ts';
import type { GpuSession } from './gpu-session.ts';
import { PathOverflows } from './path-overflows.ts';

/** Colours that the contacts may need more than the last time before all rounds are run again. */
const SPARE_ROUNDS = 8;

/** What finding contacts is, by mode: device, pool, and the order in which they wait for one another. */
export class ContactFinder {
  private readonly continuous: ContinuousCollisions;
  private readonly overflows: PathOverflows;
  private readonly world: World;
  /** Rounds of the colouring that are tried first. */
  private rounds = SPARE_ROUNDS;

  constructor(
    private readonly session: GpuSession,
    pool: Pool,
  ) {
    this.continuous = new ContinuousCollisions(pool, session.buffers);
    this.overflows = new PathOverflows(pool, session.buffers);
    this.world = pool.world;
  }

  /**
   * Algorithm 5, lines 5 to 16. CCD runs in the pool while the device does what needs no answer of it.
   * @returns how many contacts each colour has
   */
  async find(parameters: SimulationParameters): Promise<Uint32Array> {
    const { session } = this;
    const { recorder } = session;
    const request = parameters.mode === 'dcd' ? undefined : this.continuous.request(recorder);
    // Apart from what follows, so that the pool needn't wait for it.
    recorder.submit();
    if (parameters.mode !== 'ccd') {
      this.recordPaths(parameters.mode === 'dcd' ? CONTAINMENT.all : CONTAINMENT.inside, parameters.pathMethod);
      if (isOnDevice(parameters.pathMethod)) this.recordPathContacts();
    }
    if (request) {
      const bytes = await session.take(request);
      const since = now();
      session.addCounters(await this.continuous.find(bytes, parameters));
      session.wallTimes.ccd += now() - since;
    }
    const isLeftToPool = parameters.mode !== 'ccd' && !isOnDevice(parameters.pathMethod);
    let coloured = isLeftToPool ? undefined : await this.colour();
    if (!coloured || coloured.unanswered > 0) {
      await this.answerInPool(parameters, parameters.pathMethod);
      this.recordPathContacts();
      coloured = await this.colour();
    }
    session.addCounter(COUNTERS.invertedSkipped, coloured.skipped);
    return coloured.sizes;
  }

  /** Records boxes, pairs, queries and their paths at the current positions. @param which one of CONTAINMENT */
  recordPaths(which: number, method: PathMethod, clock?: StageClock): void {
    const { recorder } = this.session;
    this.session.clearCounter(GPU_COUNTERS.pathsUnanswered);
    recorder.run(clock ?? 'refit', refitDispatches(this.world));
    const { surfaceVertexCount, points } = this.world;
    const count = which === CONTAINMENT.measured ? surfaceVertexCount : points.count;
    recorder.run(clock ?? 'dcd', [...containmentDispatches(this.world, which), ...queryDispatches(count)]);
    if (!isOnDevice(method)) return;
    recorder.run(clock ?? 'path', [...pathPreparations(this.world, method), ...pathDispatches(this.world, method)]);
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
    recorder.run('path', pathDispatches(this.world, method));
  }

  /** Answers in the pool the paths that the device left over, or all where it has no kernel of the method. */
  async answerInPool(parameters: SimulationParameters, method: PathMethod, clock: StageClock = 'path'): Promise<void> {
    const { session } = this;
    const bytes = await session.take(this.overflows.request(session.recorder));
    const since = now();
    session.addCounters(await this.overflows.answer(bytes, parameters, method));
    session.wallTimes[clock] += now() - since;
  }

  /** Records the making of contacts of all paths. What an earlier one skipped is skipped again, so it's counted anew. */
  private recordPathContacts(): void {
    const { session, world } = this;
    session.clearCounter(GPU_COUNTERS.pathsSkipped);
    session.recorder.run('path', [{ kernel: 'pathContacts', count: queryCapacity(world), indirect: INDIRECT.queries }]);
  }

  /** Colours the contacts of both kinds. Rounds past those that it takes change nothing, so that any guess may do. */
  private async colour(): Promise<{ sizes: Uint32Array; unanswered: number; skipped: number }> {
    for (let rounds = this.rounds; ; rounds = Math.min(MAX_COLOURS, 2 * rounds)) {
      this.session.recorder.run('projection', colourDispatches(this.world, rounds));
      const [counterBytes, offsets] = await this.session.read(['counters', 'colourOffsets']);
      const counters = new Uint32Array(counterBytes);
      if (counters[COUNTERS.contactsUncoloured] > 0 && rounds < MAX_COLOURS) continue;
      this.rounds = Math.min(MAX_COLOURS, counters[COUNTERS.colours] + SPARE_ROUNDS);
      const ends = new Uint32Array(offsets);
      return {
        sizes: ends.slice(1).map((end, colour) => end - ends[colour]),
        unanswered: counters[GPU_COUNTERS.pathsUnanswered],
        skipped: counters[GPU_COUNTERS.pathsSkipped],
      };
    }
  }
}
