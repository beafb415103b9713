#!/usr/bin/env node
/**
 * Opens a built page in a browser, and records frames of the scene that the link names. Prints the browser's name and version.
 * node bin/record-page.mjs --browser chromium|firefox|webkit [--page FOLDER --link LINK --frames N --out FILE.json]
 * The link must start the scene paused. Without --page, the browser is only started. Exit code 4: the browser is missing.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { root } from './version.mjs';

const option = /** @type {const} */ ({ type: 'string' });
const { values } = parseArgs({ options: { browser: option, page: option, link: option, frames: option, out: option } });
const { browser = '', page, link = '', frames, out = '' } = values;

process.chdir(root);
/** @type {{ module: typeof import('../tests/browsers/record-page.ts') }} */
const { module: pages } = await runnerImport('./tests/browsers/record-page.ts');
const driver = pages.driverOf(browser);
if (!driver) {
  process.stderr.write(`record-page: --browser is '${browser}'; expected chromium, firefox or webkit\n`);
  process.exit(2);
}
if (driver.missing) {
  process.stderr.write(`${driver.missing}\n`);
  process.exit(4);
}
const { version, recording } = await pages.recordPage(
  driver,
  page ? { page, link, frames: Number(frames) } : undefined,
);
if (recording) writeFileSync(out, recording);
process.stdout.write(`${version}\n`);
process.exit(0);
