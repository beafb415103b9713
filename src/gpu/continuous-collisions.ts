import type { SimulationParameters } from '../simulation/parameters.ts';
import type { Pool } from '../simulation/pool.ts';
import { STAGE_CLOCKS } from '../simulation/stage.ts';
import type { StageName } from '../simulation/stages.ts';
import { CONTACT_BLOCK, contactOfHit, initialHits } from '../simulation/capacities.ts';
import { CONTACT, COUNTERS } from '../simulation/state.ts';
import type { GpuBuffers } from './buffers.ts';
import type { PendingRead } from './readback.ts';
import type { Recorder } from './recorder.ts';

const CCD_STAGES: readonly StageName[] = ['sweepFaces', 'sweepEdges', 'sweepBodies', 'vertexFace', 'edgeEdge', 'hits'];

/** CCD in the pool, on what is read back from the device; its contacts go back to the device. */
export class ContinuousCollisions {
  constructor(
    private readonly pool: Pool,
    private readonly buffers: GpuBuffers,
  ) {}

  /** Records the reading of what CCD looks at. @param again in the same step: x0 and P_in are still known */
  request(recorder: Recorder, again: boolean): PendingRead {
    const names = again ? (['positions'] as const) : (['positions', 'positionsT0', 'inside'] as const);
    return recorder.read(names.map((name) => this.buffers.range(name)));
  }

  /**
   * Runs CCD once the device has come as far as `request`, and uploads contacts and their count.
   * @returns the counters of the pool
   */
  async find(bytes: readonly ArrayBuffer[], parameters: SimulationParameters): Promise<Uint32Array> {
    const { state } = this.pool;
    const [positions, positionsT0, inside] = bytes;
    state.positions.set(new Float32Array(positions));
    if (positionsT0) state.positionsT0.set(new Float32Array(positionsT0));
    if (inside) state.inside.set(new Uint32Array(inside));
    state.counters.fill(0);
    await this.pool.push(positionsT0 ? ['positions', 'positionsT0', 'inside', 'counters'] : ['positions', 'counters']);
    const clock = STAGE_CLOCKS.indexOf('ccd');
    await this.pool.run({ parameters, entries: CCD_STAGES.map((stage) => ({ stage, clock })) });
    await this.pool.pull(['contacts', 'counters']);
    const count = state.counters[COUNTERS.contactsCcd];
    this.uploadContacts(count);
    this.buffers.upload('counters', Uint32Array.of(count), COUNTERS.contactsCcd);
    return state.counters;
  }

  /** Uploads the first `count` contacts of CCD, in the runs that their ids have. */
  private uploadContacts(count: number): void {
    const { state, world } = this.pool;
    let run = initialHits(world);
    for (let hit = 0; hit < count; hit += run, run = CONTACT_BLOCK) {
      const first = CONTACT.stride * contactOfHit(world, hit);
      const end = first + CONTACT.stride * Math.min(run, count - hit);
      this.buffers.upload('contacts', state.contacts.u32.subarray(first, end), first);
    }
  }
}
