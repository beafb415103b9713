import { rebuildBody } from '../simulation/detect/rebuild.ts';
import { FIRST_STAGES } from '../simulation/first-stages.ts';
import { LATE_PARTS } from '../simulation/late-parts.ts';
import { restTree } from '../simulation/path/rest-shape.ts';
import { exposeWorker } from './expose-worker.ts';
import { PoolWorker } from './pool-worker.ts';

// The script that every worker of a pool runs (start-worker.ts). It fetches what few runs need when it first needs it.

const fetchKernels = async () => (await import('../simulation/program/kernels.ts')).TYPESCRIPT_KERNELS;
exposeWorker(new PoolWorker(FIRST_STAGES, rebuildBody, { restTree }, fetchKernels, LATE_PARTS));
