import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';

const LOADER = 'libvulkan.so.1';

/**
 * Unpacks the Vulkan loader of @sparticuz/chromium, for machines with a driver and no loader.
 * (src/node/vulkan.ts unpacks the same archive, but it is TypeScript and not bundled yet when this runs.)
 * @param {string} root the repository @param {string} folder the folder that the loader is written to
 * @returns {Promise<string | undefined>} the loader's path; undefined if the package is not installed
 */
export async function packagedLoader(root, folder) {
  const archive = join(root, 'node_modules/@sparticuz/chromium/bin/swiftshader.tar.br');
  if (!existsSync(archive)) return undefined;
  const filter = (/** @type {import('modern-tar').TarHeader} */ { name }) => name.replace('./', '') === LOADER;
  await pipeline(createReadStream(archive), createBrotliDecompress(), unpackTar(folder, { filter }));
  const path = join(folder, LOADER);
  if (!existsSync(path)) throw new Error(`${archive} holds no ${LOADER}`);
  return path;
}
