import { usedDriverVariables, type VulkanDriver, vulkanDrivers } from './vulkan.ts';

/** Error if neither the machine's drivers nor the packaged software driver give a WebGPU adapter. The command line exits with code 4. */
export class NoAdapterError extends Error {
  override readonly name = 'NoAdapterError';
}

export interface OpenAdapter {
  readonly gpu: GPU;
  readonly adapter: GPUAdapter;
  /** The adapter's name for people and recordings, such as 'SwiftShader (google, swiftshader)'. */
  readonly description: string;
}

/**
 * References that keep Dawn's GPU objects alive until the process ends. Dawn shuts down when one of these objects is garbage-collected,
 * even while its devices are in use.
 */
const liveGpus = new Set<GPU>();

/** Turns off the rounding of timestamps to 0.1 ms. The rounding protects browsers from timing attacks, but hides short passes. */
const DAWN_FLAGS = ['disable-dawn-features=timestamp_quantization'];

/** Names of the drivers in messages. `chosen` is a driver that environment variables name (vulkan.ts). */
const DRIVER_NAMES: Readonly<Record<VulkanDriver, () => string>> = {
  chosen: () => `the driver that ${usedDriverVariables().join(' and ')} names`,
  system: () => "the system's driver",
  packaged: () => 'the packaged software driver',
};

/** Software adapters name themselves in their description. A GPU's description only names its driver, such as 'NVIDIA: 580.159.04'. */
function describe({ vendor, architecture, device, description }: GPUAdapterInfo): string {
  const namesItself = architecture !== '' && description.toLowerCase().includes(architecture.toLowerCase());
  const name = [namesItself ? '' : device, description].filter(Boolean).join(', ') || 'unnamed adapter';
  return `${name} (${[vendor, architecture].filter(Boolean).join(', ')})`;
}

/**
 * Opens a WebGPU adapter in Node, through Dawn. The caller requests the device with the limits that it needs.
 * @throws NoAdapterError
 */
export async function openAdapter(): Promise<OpenAdapter> {
  const { create, globals } = await import('webgpu').catch((error: Error) => {
    throw new NoAdapterError(`Dawn for Node doesn't load on ${process.platform} ${process.arch}: ${error.message}`);
  });
  Object.assign(globalThis, globals);
  const failures: string[] = [];
  for await (const driver of vulkanDrivers()) {
    const gpu = create(DAWN_FLAGS);
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (adapter) {
      liveGpus.add(gpu);
      return { gpu, adapter, description: describe(adapter.info) };
    }
    failures.push(`${DRIVER_NAMES[driver]()} gives no adapter`);
  }
  throw new NoAdapterError(
    `no WebGPU adapter: ${failures.join(', ') || 'no Vulkan driver, and no packaged one for this machine'}`,
  );
}
