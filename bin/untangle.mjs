#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The command line in the package, which has no sources to build it of. */
const BUILT = join(root, 'dist/package/command-line');

/** Exit code if the command line could not be built. */
const BUILD_FAILED = 1;

/**
 * The reason of a failed build, in one line if it is a known one.
 * @param {NodeJS.ErrnoException} error
 */
function explained({ code, message, stack }) {
  if (code === 'ERR_MODULE_NOT_FOUND')
    return `its packages aren't installed; expected them after \`npm ci\` in ${root}`;
  return code && /^E[A-Z]+$/.test(code) ? `${message}; expected a folder dist/ in ${root} that can be written` : stack;
}

/** @returns {Promise<string>} the folder of the bundle of these sources */
async function fromSources() {
  const { bundle } = await import('./bundle.mjs');
  return bundle('cli');
}

const folder = existsSync(join(root, 'src'))
  ? await fromSources().catch((error) => {
      process.stderr.write(`untangle: the command line can't be built: ${explained(error) ?? error}\n`);
      process.exit(BUILD_FAILED);
    })
  : BUILT;
await import(pathToFileURL(join(folder, 'main.js')).href);
