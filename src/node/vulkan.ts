import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';

/**
 * Finds Vulkan for Dawn on Linux: the loader library (libvulkan.so.1) and a driver (ICD). A machine may lack one or both of them. For x64,
 * the npm package @sparticuz/chromium contains both: Chromium's loader, and SwiftShader, a driver that runs on the processor.
 */

/** glibc's flag RTLD_NODELETE, which Node doesn't export. The flag keeps a library loaded although Node finds no addon in the library. */
const RTLD_NODELETE = 0x1000;

const LOADER = 'libvulkan.so.1';

/** Environment variables by which a person chooses a driver. If one is set, no other driver is tried. */
const DRIVER_VARIABLES = ['VK_DRIVER_FILES', 'VK_ICD_FILENAMES', 'VK_ADD_DRIVER_FILES', 'VK_LOADER_DRIVERS_SELECT'];

/** Returns the names of those DRIVER_VARIABLES that are set. */
export const usedDriverVariables = (): string[] => DRIVER_VARIABLES.filter((name) => process.env[name] !== undefined);

/** Lists the folders in which the Vulkan loader looks for drivers. Source: the loader's documentation, LoaderDriverInterface.md. */
function driverFolders(): string[] {
  const {
    HOME = '',
    XDG_CONFIG_HOME = join(HOME, '.config'),
    XDG_CONFIG_DIRS = '/etc/xdg',
    XDG_DATA_HOME = join(HOME, '.local/share'),
    XDG_DATA_DIRS = '/usr/local/share:/usr/share',
  } = process.env;
  const configuration = [XDG_CONFIG_HOME, ...XDG_CONFIG_DIRS.split(':'), '/usr/local/etc', '/etc'];
  const data = [XDG_DATA_HOME, ...XDG_DATA_DIRS.split(':')];
  return [...configuration, ...data].map((root) => join(root, 'vulkan/icd.d'));
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
const hasSystemDriver = () => driverFolders().some((folder) => namesIn(folder).some((name) => name.endsWith('.json')));

/** Names of GPU device files besides dri/renderD*: NVIDIA's, and that of the Windows Subsystem for Linux. */
const GPU_DEVICES = ['nvidiactl', 'dxg'];
const hasGpu = (devices: string) =>
  namesIn(join(devices, 'dri')).some((name) => name.startsWith('renderD')) ||
  GPU_DEVICES.some((name) => existsSync(join(devices, name)));

/**
 * Loads a library into this process, so that Dawn finds it later by its bare name. Setting LD_LIBRARY_PATH wouldn't help, because the
 * system reads it only when a process starts.
 * @returns false if there is no such library
 */
function preload(library: string): boolean {
  try {
    process.dlopen({ exports: {} }, library, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
  } catch (error) {
    // Node throws even if the library was loaded, because the library is no addon.
    return !String(error).includes('cannot open shared object file');
  }
  return true;
}

/**
 * Returns two folders for the package @sparticuz/chromium: the folder with its archives, and the folder in which this program stores
 * unpacked archives. (Tests unpack the package's browser there.) Undefined if the package isn't installed, or doesn't support this machine.
 */
export function packagedChromium(): { archives: string; cache: string } | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { archives: join(root, 'bin'), cache: resolve(root, '../../.cache/untangle', `chromium-${version}`) };
  } catch {
    return undefined;
  }
}

/** Decompresses a brotli file. */
export const unpackFile = (path: string): Buffer => brotliDecompressSync(readFileSync(path));

/** Unpacks a brotli-compressed tar archive into a folder, and makes the files executable. */
export const unpackArchive = (path: string, folder: string): Promise<void> =>
  pipeline(createReadStream(path), createBrotliDecompress(), unpackTar(folder, { fmode: 0o755 }));

/**
 * Makes a folder that appears only when it is complete: `fill` writes into a temporary folder, which is then renamed. Several processes may
 * make the same folder at once. Does nothing if the folder exists.
 * @returns the folder
 */
export async function completeFolder(folder: string, fill: (temporary: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const temporary = mkdtempSync(`${folder}-`);
  try {
    await fill(temporary);
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // If the folder exists now, another process has made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Unpacks the packaged loader and driver. @returns their folder; undefined if the package can't be used (packagedChromium) */
async function packagedVulkan(): Promise<string | undefined> {
  const packaged = packagedChromium();
  if (!packaged) return undefined;
  const archive = join(packaged.archives, 'swiftshader.tar.br');
  return completeFolder(`${packaged.cache}-vulkan`, (folder) => unpackArchive(archive, folder));
}

/** Loads the Vulkan loader library: the machine's own, or the packaged one if the machine has none. */
async function loadLoader(): Promise<void> {
  const folder = preload(LOADER) ? undefined : await packagedVulkan();
  if (folder) preload(join(folder, LOADER));
}

/** Origin of a driver: `chosen` by an environment variable, installed on the `system`, or `packaged` in @sparticuz/chromium. */
export type VulkanDriver = 'chosen' | 'system' | 'packaged';

async function* systemDriver(): AsyncGenerator<VulkanDriver> {
  if (!hasSystemDriver()) return;
  await loadLoader();
  yield 'system';
}

async function* packagedDriver(): AsyncGenerator<VulkanDriver> {
  const folder = await packagedVulkan();
  if (!folder) return;
  await loadLoader();
  process.env.VK_ICD_FILENAMES = join(folder, 'vk_swiftshader_icd.json');
  yield 'packaged';
  delete process.env.VK_ICD_FILENAMES; // the packaged driver gave no adapter; let the loader find the system's driver next
}

/**
 * Yields the drivers to try, the best first. Each driver is set up for this process before it is yielded. If a person chose a driver by one
 * of DRIVER_VARIABLES, only this driver is yielded. If the machine has a GPU, the system's driver comes first. If it has none, the packaged
 * driver comes first, because the system's driver then is Mesa's lavapipe. Dawn refuses older versions of lavapipe with long messages on
 * stderr. Lavapipe also ends the loops of a shader thread after 65,535 iterations in total (LP_MAX_TGSI_LOOP_ITERATIONS), which makes the
 * results of long path searches wrong.
 * @param devices folder of the device files
 */
export async function* vulkanDrivers(devices = '/dev'): AsyncGenerator<VulkanDriver> {
  if (process.platform !== 'linux') {
    yield 'system'; // on other systems Dawn doesn't use the Vulkan loader
  } else if (usedDriverVariables().length > 0) {
    await loadLoader();
    yield 'chosen';
  } else if (hasGpu(devices)) {
    yield* systemDriver();
    yield* packagedDriver();
  } else {
    yield* packagedDriver();
    yield* systemDriver();
  }
}
