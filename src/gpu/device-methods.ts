import type { PathMethod } from '../simulation/path/path-methods.ts';

/** The methods that there are kernels of; the others' queries are answered in the pool. */
export const DEVICE_METHODS = ['flood', 'tree'] as const satisfies readonly PathMethod[];
export type DeviceMethod = (typeof DEVICE_METHODS)[number];

export const isOnDevice = (method: PathMethod): method is DeviceMethod =>
  (DEVICE_METHODS as readonly PathMethod[]).includes(method);
