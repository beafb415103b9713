import { choosingVariables, type VulkanDriver, vulkanDrivers } from './vulkan.ts';

/** No WebGPU adapter: neither the machine's own nor the packaged software driver. The command line's exit code 4. */
export class NoAdapterError extends Error {
  override readonly name = 'NoAdapterError';
}

export interface OpenAdapter {
  readonly gpu: GPU;
  readonly adapter: GPUAdapter;
  /** What runs the kernels, for people and records, such as 'SwiftShader (google, swiftshader)'. */
  readonly description: string;
}

/** Dawn ends when its GPU object is collected, though devices are in use: each is held until the process ends. */
const held = new Set<GPU>();

/** Browsers round timestamps to 0.1 ms, so that pages can't spy by them; a command line may time its own passes. */
const DAWN_FLAGS = ['disable-dawn-features=timestamp_quantization'];

/** Where a person would look for what is wrong. */
const DRIVER_NAMES: Readonly<Record<VulkanDriver, () => string>> = {
  chosen: () => `the driver that ${choosingVariables().join(' and ')} names`,
  system: () => "the system's driver",
  packaged: () => 'the packaged software driver',
};

const describe = ({ vendor, architecture, device, description }: GPUAdapterInfo): string =>
  `${description || device || 'unnamed adapter'} (${[vendor, architecture].filter(Boolean).join(', ')})`;

/**
 * A WebGPU adapter in Node, by Dawn. The caller asks for the device, with the limits that it needs.
 * @throws NoAdapterError
 */
export async function openAdapter(): Promise<OpenAdapter> {
  const { create, globals } = await import('webgpu').catch((error: Error) => {
    throw new NoAdapterError(`Dawn for Node doesn't load on ${process.platform} ${process.arch}: ${error.message}`);
  });
  Object.assign(globalThis, globals);
  const tried: string[] = [];
  for await (const driver of vulkanDrivers()) {
    const gpu = create(DAWN_FLAGS);
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (adapter) {
      held.add(gpu);
      return { gpu, adapter, description: describe(adapter.info) };
    }
    tried.push(`${DRIVER_NAMES[driver]()} gives no adapter`);
  }
  throw new NoAdapterError(
    `no WebGPU adapter: ${tried.join(', ') || 'no Vulkan driver, and no packaged one for this machine'}`,
  );
}
