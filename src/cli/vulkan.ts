import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/**
 * Where Dawn's Vulkan comes from on Linux: the loader (libvulkan.so.1) and a driver (ICD). A machine may lack either;
 * the npm package @sparticuz/chromium carries both, Chromium's own loader and SwiftShader, for x64.
 */

/** glibc's RTLD_NODELETE, which Node doesn't name: the library stays although Node finds no addon in it. */
const RTLD_NODELETE = 0x1000;

/** Where the loader looks for drivers, as in its documentation. */
const DRIVER_FOLDERS = [
  '/etc/vulkan/icd.d',
  '/usr/local/etc/vulkan/icd.d',
  '/usr/local/share/vulkan/icd.d',
  '/usr/share/vulkan/icd.d',
];

/** The variables by which a person chooses a driver; such a choice is never overruled. */
const DRIVER_VARIABLES = ['VK_DRIVER_FILES', 'VK_ICD_FILENAMES'];

const driverIsChosen = () => DRIVER_VARIABLES.some((name) => process.env[name] !== undefined);
const hasSystemDriver = () =>
  DRIVER_FOLDERS.some((folder) => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json')));

/**
 * Loads a library so that a later dlopen of its bare name finds it; LD_LIBRARY_PATH is read only when a process starts.
 * @returns false where there is no such library
 */
function preload(library: string): boolean {
  try {
    process.dlopen({ exports: {} }, library, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
  } catch (error) {
    return !String(error).includes('cannot open shared object file');
  }
  return true;
}

/** The folder of @sparticuz/chromium's archives, or undefined where it isn't installed or not for this machine. */
export function packagedChromium(): { archives: string; cache: string } | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
    return { archives: join(home, 'bin'), cache: resolve(home, '../../.cache/untangle', `chromium-${version}`) };
  } catch {
    return undefined;
  }
}

/** The bytes of a file packed by brotli. */
export const unpackFile = (path: string): Buffer => brotliDecompressSync(readFileSync(path));

/** Writes the plain files of a tar archive packed by brotli into a folder, executable. */
export function unpackArchive(path: string, folder: string): void {
  const BLOCK = 512; // the unit of a tar archive [bytes]; a header is one block, the file's data follow
  const tar = unpackFile(path);
  for (let at = 0; tar[at]; ) {
    const text = (start: number, length: number) =>
      tar.toString('latin1', at + start, at + start + length).split('\0')[0];
    const [name, size, kind] = [text(0, 100), Number.parseInt(text(124, 12), 8), text(156, 1)];
    const data = at + BLOCK;
    if (kind === '0' || kind === '') {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), tar.subarray(data, data + size), { mode: 0o755 });
    }
    at = data + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** A folder that is either absent or complete: filled under another name, then renamed. Any number may start at once. */
export function completeFolder(folder: string, fill: (temporary: string) => void): string {
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const temporary = mkdtempSync(`${folder}-`);
  try {
    fill(temporary);
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The folder with the packaged loader and driver, unpacked; undefined where there is no package. */
export function packagedVulkan(): string | undefined {
  const packaged = packagedChromium();
  if (!packaged) return undefined;
  const archive = join(packaged.archives, 'swiftshader.tar.br');
  return completeFolder(`${packaged.cache}-vulkan`, (folder) => unpackArchive(archive, folder));
}

/** `chosen` by a person, through a variable. */
export type VulkanDriver = 'chosen' | 'system' | 'packaged';

/**
 * The drivers to try, best first: each makes itself ready when called, for this process. The machine's own comes first;
 * a driver that a person chose by VK_DRIVER_FILES or VK_ICD_FILENAMES is the only one.
 */
export function* vulkanDrivers(): Generator<VulkanDriver> {
  const chosen = driverIsChosen();
  if (process.platform !== 'linux') {
    yield 'system'; // Dawn there doesn't ask the Vulkan loader, which the variables are for
    return;
  }
  if (chosen || hasSystemDriver()) {
    const folder = preload('libvulkan.so.1') ? undefined : packagedVulkan();
    if (folder) preload(join(folder, 'libvulkan.so.1'));
    yield chosen ? 'chosen' : 'system';
  }
  const folder = chosen ? undefined : packagedVulkan();
  if (!folder) return;
  process.env.VK_ICD_FILENAMES = join(folder, 'vk_swiftshader_icd.json');
  if (!preload('libvulkan.so.1')) preload(join(folder, 'libvulkan.so.1'));
  yield 'packaged';
}
