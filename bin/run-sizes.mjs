#!/usr/bin/env node
/**
 * Loads scenes at their larger sizes, runs their first steps on the CPU backend, and writes times and memory into the table of
 * docs/scenes.md. Runs one process after the other. Rows of scenes that aren't named stay.
 * npm run sizes:run -- [SCENE...]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './version.mjs';

/** Number of steps; a scene of millions of tetrahedra takes minutes per step. */
const STEPS = { medium: 10, paper: 3 };
/** Timeout of a run [ms], and limit of its JavaScript heap, which does not include typed arrays [MB]. */
const PATIENCE = 1_500_000;
const HEAP = 12_000;
/** Module that makes a process print its peak memory at exit [KiB]. */
const MEMORY = 'data:text/javascript,process.on("exit",()=>console.error("peak "+process.resourceUsage().maxRSS))';
const BEGIN = '<!-- begin: written by sizes:run -->';
const END = '<!-- end of sizes:run -->';
const HEAD = ['scene', 'size', 'bodies', 'vertices', 'tetrahedra', 'step x iterations', 'load', 'a step', 'memory'];

process.chdir(root);
/** @type {{ module: typeof import('../src/scenes/scenes.ts') }} */
const {
  module: { SCENES },
} = await runnerImport('./src/scenes/scenes.ts');
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !SCENES.some((scene) => scene.name === name));
if (unknown) {
  process.stderr.write(
    `sizes:run: unknown scene '${unknown}'; allowed are ${SCENES.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}
const path = 'docs/scenes.md';
for (const name of asked.length > 0 ? asked : SCENES.map((scene) => scene.name))
  for (const size of /** @type {const} */ (['medium', 'paper'])) keep(name, size, runSteps(name, size));

/** @param {string} name @param {'medium' | 'paper'} size @returns {string[]} the cells of its row */
function runSteps(name, size) {
  const folder = mkdtempSync(join(tmpdir(), 'untangle-sizes-'));
  const record = join(folder, 'run.json');
  const words = [
    'run',
    name,
    '--size',
    size,
    '--frames',
    '1',
    '--set',
    `stepsPerFrame=${STEPS[size]}`,
    '--record',
    record,
  ];
  const before = performance.now();
  const { status, signal, error, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP}`, '--import', MEMORY, 'bin/untangle.mjs', ...words],
    { encoding: 'utf8', timeout: PATIENCE },
  );
  const seconds = (performance.now() - before) / 1000;
  try {
    if (status !== 0) {
      // A run that timed out has no status; one that failed to start has no stderr. Notes come before errors in stderr.
      const lines = (stderr ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('peak '));
      const said = lines.findLast((line) => line.startsWith('untangle: ')) ?? lines[0];
      const reason = error?.message ?? signal ?? said ?? `exit code ${status}`;
      return [name, size, '', '', '', '', `**failed**: ${reason.replaceAll('|', '\\|')}`, '', ''];
    }
    /** @type {import('../src/record/recording.ts').Recording} */
    const { bodies, vertices, tetrahedra, parameters, frames } = JSON.parse(readFileSync(record, 'utf8'));
    const { ms, stages } = frames[0];
    const peak = /^peak (\d+)$/m.exec(stderr)?.[1];
    return [
      name,
      size,
      String(bodies),
      ...[vertices, tetrahedra].map((count) => count.toLocaleString('en')),
      `${Number(parameters.timeStep.toPrecision(3))} s x ${parameters.iterations}`,
      `${Math.round(seconds - ms / 1000)} s`,
      `${Number(((ms - stages.measuring) / 1000 / STEPS[size]).toPrecision(2))} s`,
      peak === undefined ? '' : `${((Number(peak) / 1e6) * 1.024).toFixed(2)} GB`,
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Replaces one row of the table at once, so that an interrupted run keeps the rows so far.
 * @param {string} name
 * @param {string} size
 * @param {string[]} cells
 */
function keep(name, size, cells) {
  console.log(cells.join(' | '));
  const text = readFileSync(path, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  if (end < begin) throw new Error(`${path} lacks the lines '${BEGIN}' and '${END}'`);
  const rows = new Map(
    text
      .slice(begin, end)
      .split('\n')
      .filter((line) => /^\| [a-z0-9-]+ \| (medium|paper) \|/.test(line))
      .map((line) => [line.split(' | ', 2).join(' | '), line]),
  );
  rows.set(`| ${name} | ${size}`, `| ${cells.join(' | ')} |`);
  const order = SCENES.flatMap((scene) => ['medium', 'paper'].map((known) => `| ${scene.name} | ${known}`));
  const table = [HEAD, HEAD.map(() => '---')].map((line) => `| ${line.join(' | ')} |`);
  table.push(...order.flatMap((key) => rows.get(key) ?? []));
  writeFileSync(path, `${text.slice(0, begin)}\n\n${table.join('\n')}\n\n${text.slice(end)}`);
}
