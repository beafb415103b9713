import type { OpenAdapter } from '../../src/node/dawn.ts';

/**
 * The adapter of wgpu, which stands in these tests where Dawn's is opened.
 * @throws Error where there is none
 */
export async function openAdapter(): Promise<OpenAdapter> {
  const { gpu } = navigator;
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) {
    const driver = process.env.VK_ICD_FILENAMES ?? "the system's";
    throw new Error(`wgpu gives no adapter, expected one of the driver ${driver}`);
  }
  return { gpu, adapter, description: adapter.info.description };
}
