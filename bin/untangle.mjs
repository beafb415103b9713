#!/usr/bin/env node
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { root } from './version.mjs';

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

const folder = await bundle('cli').catch((error) => {
  process.stderr.write(`untangle: the command line can't be built: ${explained(error) ?? error}\n`);
  process.exit(BUILD_FAILED);
});
await import(pathToFileURL(join(folder, 'main.js')).href);
