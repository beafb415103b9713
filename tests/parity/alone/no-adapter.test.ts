import { expect, it, vi } from 'vitest';
import { NoAdapterError, openAdapter } from '../../../src/node/dawn.ts';

// Elsewhere Dawn doesn't go through the Vulkan loader.
it.skipIf(process.platform !== 'linux')(
  'never overrules the driver that a person chose, even one that is none',
  async () => {
    vi.stubEnv('VK_ICD_FILENAMES', '/dev/null');
    await expect(openAdapter()).rejects.toThrow(NoAdapterError);
  },
);
