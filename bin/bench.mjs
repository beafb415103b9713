#!/usr/bin/env node
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { root } from './version.mjs';

const folder = await bundle('bench');
// Results and shared data lie beside the sources, wherever the command was given.
process.chdir(root);
await import(pathToFileURL(join(folder, 'main.js')).href);
