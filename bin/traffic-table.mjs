#!/usr/bin/env node
/**
 * Prints what the kernels of a step of octopi-8 move: bytes and operations, counted, not measured (bench/gpu/gpu-traffic.ts).
 * npm run traffic -- [TETRAHEDRA-PER-BODY]
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

const folder = await bundle('bench');
await import(pathToFileURL(join(folder, 'traffic-table.js')).href);
