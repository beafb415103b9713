#!/usr/bin/env node
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

/** The command line can't be built: nothing was run. */
const BUILD_FAILED = 1;

const folder = await bundle('cli').catch((error) => {
  process.stderr.write(`untangle: the command line can't be built\n${error.stack ?? error}\n`);
  process.exit(BUILD_FAILED);
});
await import(pathToFileURL(join(folder, 'main.js')).href);
