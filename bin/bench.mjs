#!/usr/bin/env node
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { root } from './version.mjs';

// Remember the load average before bundling, which loads the machine itself.
process.env.UNTANGLE_BENCH_LOAD ??= String(loadavg()[0]);
const folder = await bundle('bench');
// Results and shared data lie beside the sources, whatever the caller's working directory is.
process.chdir(root);
await import(pathToFileURL(join(folder, 'main.js')).href);
