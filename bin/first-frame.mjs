#!/usr/bin/env node
/**
 * Opens the built page several times in a headless browser, each time with an empty cache. Measures the time from opening to
 * octopi-8's first simulated frame, and the size of the scripts fetched until then.
 * node bin/first-frame.mjs [--rounds 5] [--json]
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { build, runnerImport } from 'vite';
import { root } from './version.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, json: { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  process.stderr.write(`first-frame: --rounds is '${values.rounds}'; expected a whole number from 1\n`);
  process.exit(2);
}

/** Number of largest scripts that are listed. */
const LARGEST = 4;

/** The configurations that are measured. The GPU is SwiftShader, in software. */
const WAYS = [
  { name: 'cpu, without WebGPU', webgpu: false, link: '' },
  { name: 'cpu, drawn by WebGPU in software', webgpu: true, link: '?backend=cpu' },
  { name: 'gpu, in software', webgpu: true, link: '?backend=gpu' },
];

process.chdir(root);
mkdirSync(join(root, 'dist'), { recursive: true });
const built = mkdtempSync(join(root, 'dist/first-frame-'));
await build({ logLevel: 'error', build: { outDir: built, emptyOutDir: true } });
/** @type {{ module: typeof import('../tests/environment/browser.ts') }} */
const { module: environment } = await runnerImport('./tests/environment/browser.ts');
/** @type {{ module: typeof import('../tests/environment/page.ts') }} */
const { module: pages } = await runnerImport('./tests/environment/page.ts');
/** @type {{ module: typeof import('../tests/environment/opening.ts') }} */
const { module: openings } = await runnerImport('./tests/environment/opening.ts');
const served = await pages.servePage(relative(root, built));
/** @type {Map<string, { milestones: Readonly<Record<string, number>>, bytes: number, largest: readonly { name: string, bytes: number }[] }[]>} */
const seen = new Map(WAYS.map(({ name }) => [name, []]));
try {
  // The configurations alternate, so that other load on the machine affects all of them alike.
  for (let round = 0; round < rounds; round++) {
    for (const { name, webgpu, link } of WAYS) {
      const context = await environment.launchBrowser({ webgpu });
      const opening = await openings.openPage(context, `${served.url}${link}`);
      const largest = opening.scripts.slice(0, LARGEST);
      seen.get(name)?.push({ milestones: opening.milestones, bytes: openings.weightOf(opening), largest });
      await context.close();
    }
  }
} finally {
  await served.close();
  rmSync(built, { recursive: true, force: true });
}

/** @param {readonly number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
const results = [...seen].map(([way, all]) => {
  const names = Object.keys(all[0]?.milestones ?? {});
  const of = (/** @type {string} */ name) => all.map(({ milestones }) => milestones[name] ?? Number.NaN);
  return {
    way,
    bytes: all[0]?.bytes ?? 0,
    largest: all[0]?.largest ?? [],
    milestones: Object.fromEntries(names.map((name) => [name, Math.round(median(of(name)))])),
    shown: { median: median(of('shown')), low: Math.min(...of('shown')), high: Math.max(...of('shown')) },
  };
});
if (values.json) process.stdout.write(`${JSON.stringify(results)}\n`);
else
  for (const { way, bytes, milestones, shown } of results) {
    const steps = Object.entries(milestones).map(([name, ms]) => `${name} ${ms}`);
    const spread = `${Math.round(shown.low)} to ${Math.round(shown.high)}`;
    console.log(`${way}: ${(bytes / 1000).toFixed(1)} KB of scripts; ms: ${steps.join(', ')} (${spread})`);
  }
process.exit(0);
