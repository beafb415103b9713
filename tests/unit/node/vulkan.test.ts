import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { vulkanDrivers } from '../../../src/node/vulkan.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'untangle-drivers-'));
  // A simulated machine with this driver only.
  vi.stubEnv('XDG_DATA_HOME', folder);
  put('vulkan/icd.d/some_icd.json');
  for (const name of ['VK_DRIVER_FILES', 'VK_ICD_FILENAMES', 'VK_ADD_DRIVER_FILES', 'VK_LOADER_DRIVERS_SELECT'])
    vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function put(path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), '{}');
}

/** Drivers in the order in which they are tried, each with whether VK_ICD_FILENAMES names it then. */
async function order() {
  const drivers = [];
  for await (const driver of vulkanDrivers(folder))
    drivers.push([driver, process.env.VK_ICD_FILENAMES !== undefined] as const);
  return drivers;
}

const [SYSTEM, PACKAGED] = [
  ['system', false],
  ['packaged', true],
] as const;

// The packaged driver is for Linux on x64 only. On other systems Dawn doesn't use the Vulkan loader.
describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the order in which drivers are tried', () => {
  it.each(['dri/renderD128', 'nvidiactl', 'dxg'])("the machine's own comes first where there is %s", async (device) => {
    put(device);
    expect(await order()).toEqual([SYSTEM, PACKAGED]);
  });

  it.each(['dri/card0', 'null'])('the packaged one comes first where there is no GPU, but %s', async (device) => {
    put(device);
    expect(await order()).toEqual([PACKAGED, SYSTEM]);
  });

  it.each(['VK_DRIVER_FILES', 'VK_ICD_FILENAMES', 'VK_ADD_DRIVER_FILES', 'VK_LOADER_DRIVERS_SELECT'])(
    'a choice by %s is the only one',
    async (variable) => {
      put('dri/renderD128');
      vi.stubEnv(variable, 'mine');
      expect((await order()).map(([driver]) => driver)).toEqual(['chosen']);
    },
  );
});
