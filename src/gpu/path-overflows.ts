import type { SimulationParameters } from '../simulation/parameters.ts';
import { asksFaceTree, type PathMethod } from '../simulation/path/path-methods.ts';
import type { Pool } from '../simulation/pool.ts';
import { STAGE_CLOCKS } from '../simulation/stage.ts';
import { COUNTERS, PATH, PATHS } from '../simulation/state.ts';
import type { GpuBuffers } from './buffers.ts';
import { isOnDevice } from './device-methods.ts';
import type { PendingRead } from './readback.ts';
import type { Recorder } from './recorder.ts';

const ARRAYS = ['positions', 'queries', 'paths', 'counters'] as const;

/** Paths answered in the pool: those that overflowed even the large lists on the device (supplement, 1.2), or all. */
export class PathOverflows {
  constructor(
    private readonly pool: Pool,
    private readonly buffers: GpuBuffers,
  ) {}

  /** Records the reading of what the pool needs. */
  request(recorder: Recorder): PendingRead {
    return recorder.read(ARRAYS.map((name) => this.buffers.range(name)));
  }

  /**
   * Answers paths and uploads those of all queries.
   * @param method of those to be answered: with a kernel, the paths marked PATH_OVERFLOW; else all
   * @returns the counters of the pool
   */
  async answer(
    bytes: readonly ArrayBuffer[],
    parameters: SimulationParameters,
    method: PathMethod,
  ): Promise<Uint32Array> {
    const { state } = this.pool;
    state.positions.set(new Float32Array(bytes[0]));
    state.queries.u32.set(new Uint32Array(bytes[1]));
    state.paths.u32.set(new Uint32Array(bytes[2]));
    state.counters.fill(0);
    const queries = new Uint32Array(bytes[3])[COUNTERS.queries];
    state.counters[COUNTERS.queries] = queries;
    await this.pool.push(ARRAYS);
    const clock = STAGE_CLOCKS.indexOf('path');
    await this.pool.run({
      parameters: { ...parameters, pathMethod: method },
      entries: [
        ...(asksFaceTree(method) ? [{ stage: 'refitFaces' as const, clock }] : []),
        { stage: 'shortestPath', argument: isOnDevice(method) ? PATHS.overflowed : PATHS.all, clock },
      ],
    });
    await this.pool.pull(['paths', 'counters']);
    this.buffers.upload('paths', state.paths.u32.subarray(0, PATH.stride * queries));
    return state.counters;
  }
}
