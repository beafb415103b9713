import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const LOADER = 'libvulkan.so.1';
/** Block size of a tar archive [bytes]. A header takes one block; the file's data follow. */
const BLOCK = 512;

/**
 * Extracts the Vulkan loader from the archive in @sparticuz/chromium, for machines with a driver but no loader.
 * (src/node/vulkan.ts unpacks the same archive, but cannot be used before bundling.)
 * @param {string} root the repository
 * @param {string} folder where the loader is written
 * @returns {string | undefined} its path; undefined if the package isn't installed
 */
export function packagedLoader(root, folder) {
  const archive = join(root, 'node_modules/@sparticuz/chromium/bin/swiftshader.tar.br');
  if (!existsSync(archive)) return undefined;
  const tar = brotliDecompressSync(readFileSync(archive));
  /** @param {number} at @param {number} length */
  const text = (at, length) => tar.toString('latin1', at, at + length).split('\0')[0];
  for (let at = 0; tar[at]; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const data = at + BLOCK;
    if (text(at, 100).replace('./', '') === LOADER) {
      const path = join(folder, LOADER);
      writeFileSync(path, tar.subarray(data, data + size));
      return path;
    }
    at = data + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error(`${archive} holds no ${LOADER}`);
}
