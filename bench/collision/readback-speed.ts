import { emulationNote, openNodeBackend } from '../../src/cli/backends.ts';
import { NoBackendError } from '../../src/node/errors.ts';
import type { Backend } from '../../src/simulation/backend.ts';
import { interleave } from '../measure/interleave.ts';
import { notRun, rateOf } from '../report/spread.ts';
import type { SceneState } from '../measure/step-runner.ts';
import type { Workload } from '../suite.ts';

const WORKERS = 1;

/** Times the readback of all positions from the device, which CCD in the pool needs. Each read waits for its data. */
export async function timeReadback({ world, positions, parameters }: SceneState): Promise<Workload> {
  const about = {
    what: `readback of ${world.vertexCount} positions of octopi-8`,
    who: 'untangle, gpu',
    unit: 'bytes/s',
  };
  let backend: Backend;
  try {
    backend = await openNodeBackend('gpu', world, positions, parameters, WORKERS);
  } catch (error) {
    if (error instanceof NoBackendError) return notRun({ ...about, note: `not run here: ${error.message}` });
    throw error;
  }
  try {
    const { adapter } = backend;
    const [timing] = await interleave([{ name: 'readback', runElsewhere: () => timeRead(backend) }]);
    const note = emulationNote(adapter) ? `${adapter}; emulated in software, which says nothing of a GPU` : adapter;
    return rateOf({ ...about, note }, positions.byteLength, timing);
  } finally {
    await backend.dispose();
  }
}

async function timeRead(backend: Backend): Promise<number> {
  const started = performance.now();
  await backend.read('positions');
  return performance.now() - started;
}
