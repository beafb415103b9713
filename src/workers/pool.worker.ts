import { rebuildBody } from '../simulation/detect/rebuild.ts';
import { MODEL_DATA } from '../simulation/model-data.ts';
import { STAGES } from '../simulation/stages.ts';
import { exposeWorker } from './expose-worker.ts';
import { PoolWorker } from './pool-worker.ts';

// The script that every worker of a pool runs (start-worker.ts).

exposeWorker(new PoolWorker(STAGES, rebuildBody, MODEL_DATA));
