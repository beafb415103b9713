import v8 from 'node:v8';
import { rebuildBody } from '../../src/simulation/detect/rebuild.ts';
import type { StageProgram } from '../../src/simulation/program/pool.ts';
import { MODEL_DATA } from '../../src/simulation/model-data.ts';
import { TYPESCRIPT_KERNELS } from '../../src/simulation/program/kernels.ts';
import { STAGES } from '../../src/simulation/stages.ts';
import { exposeWorker } from '../../src/workers/expose-worker.ts';
import { PoolWorker } from '../../src/workers/pool-worker.ts';

// A large young generation [MiB], so that garbage is rarely collected and can be counted.
v8.setFlagsFromString('--min-semi-space-size=256');

const used = () => v8.getHeapStatistics().used_heap_size;

/** A stage that each step has, and that the measuring between steps doesn't have. */
const STAGE_OF_STEPS = 'predict';

/** A pool worker that records by how many bytes its heap grew in each step. */
class AllocationWorker extends PoolWorker {
  private readonly grown: number[] = [];

  override run(program: StageProgram): Promise<boolean> {
    const start = used();
    const looking = used() - start;
    const before = used();
    // With all stages at hand, the program has run when the call returns.
    const done = super.run(program);
    const grown = used() - before - looking;
    if (program.entries.some(({ stage }) => stage === STAGE_OF_STEPS)) this.grown.push(grown);
    return done;
  }

  take(): readonly number[] {
    return this.grown;
  }
}

exposeWorker(new AllocationWorker(STAGES, rebuildBody, MODEL_DATA, async () => TYPESCRIPT_KERNELS));
