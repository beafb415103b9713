import { requestDeviceFor } from '../gpu/device.ts';
import { GpuPaths2d, largestBuffer2d } from '../gpu/path-2d/gpu-paths.ts';
import { cpuPathBackend2d, type PathBackend2d } from './answer-paths-2d.ts';
import { openDevice, processorName } from './backends.ts';
import type { PathCase2d } from './path-case.ts';

/**
 * Opens what answers the queries of a 2D case; the GPU's never falls back to another.
 * @throws NoBackendError where there is no such adapter or device
 */
export async function openPathBackend2d(kind: 'cpu' | 'gpu', pathCase: PathCase2d): Promise<PathBackend2d> {
  if (kind === 'cpu') return cpuPathBackend2d(pathCase, processorName());
  const { bodies, queries } = pathCase;
  const { device, adapterName } = await openDevice((adapter) => requestDeviceFor(adapter, largestBuffer2d(bodies)));
  const paths = await GpuPaths2d.open(device, bodies);
  return {
    kind: 'gpu',
    adapter: adapterName,
    answer: (culling) => paths.answer(queries, culling),
    dispose: () => paths.destroy(),
  };
}
