import { rebuildBody } from './simulation/detect/rebuild.ts';
import { MODEL_DATA } from './simulation/model-data.ts';
import { TYPESCRIPT_KERNELS } from './simulation/program/kernels.ts';
import { STAGES } from './simulation/stages.ts';
import { exposeWorker } from './workers/expose-worker.ts';
import { PoolWorker } from './workers/pool-worker.ts';

// The package's script of workers. Unlike pool.worker.ts it fetches nothing later, since Vite's default format of workers can't.

exposeWorker(new PoolWorker(STAGES, rebuildBody, MODEL_DATA, async () => TYPESCRIPT_KERNELS));
