#!/usr/bin/env node
/**
 * Runs scenes at size small with an older build and with this one, and compares the states' hashes frame by frame.
 *   npm run hashes -- BASE [--scenes a,b] [--frames N] [--workers 1,2] [--gpu scene,scene|all] [--set name=value]...
 * BASE is a commit, or a folder with a checkout whose packages are installed. --set gives a parameter to this build alone, such as one that the older
 * build doesn't have.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { COMMAND_LINE, openBase, scenesOf } from './base-build.mjs';

/**
 * Default number of frames. By frame 60 all scenes except the twisted beams have contacts. A software GPU takes ten times as long
 * per frame.
 */
const FRAMES = { cpu: 60, gpu: 12 };

/** @typedef {Pick<import('../src/simulation/statistics.ts').FrameRow, 'hash' | 'contactsCcd' | 'contactsDcd'>} Frame */
/** @typedef {{ scene: string, backend: 'cpu' | 'gpu', workers: number, frames: number }} Run */

/**
 * Compares two runs' frames. A missing hash counts as a difference, since two missing ones would pass as equal.
 * @param {readonly Frame[]} before
 * @param {readonly Frame[]} after
 * @returns {string} `same`, or how they differ
 */
export function compared(before, after) {
  if (before.length === 0 || before.length !== after.length)
    return `differs: ${before.length} and ${after.length} frames`;
  if ([...before, ...after].some(({ hash }) => !hash)) return 'differs: a frame has no hash';
  const frame = before.findIndex(({ hash }, i) => hash !== after[i].hash);
  return frame < 0 ? 'same' : `differs from frame ${frame}`;
}

/** Says how many frames of the comparison had contacts. @param {readonly Frame[]} frames */
const contactsIn = (frames) => {
  const touching = frames.filter(({ contactsCcd, contactsDcd }) => (contactsCcd ?? 0) + (contactsDcd ?? 0) > 0);
  return `contacts in ${touching.length} of ${frames.length} frames`;
};

/**
 * @param {string} checkout
 * @param {readonly string[]} parameters words NAME=VALUE
 * @param {Run} run
 * @param {string} record
 * @returns {Promise<Frame[]>}
 */
async function framesOf(checkout, parameters, { scene, backend, workers, frames }, record) {
  const words = ['run', scene, '--size', 'small', '--frames', `${frames}`, '--workers', `${workers}`];
  words.push('--backend', backend, '--overlaps', 'off', '--record', record);
  words.push(...parameters.flatMap((parameter) => ['--set', parameter]));
  await promisify(execFile)(process.execPath, [join(checkout, COMMAND_LINE), ...words], { maxBuffer: 1e8 });
  return JSON.parse(readFileSync(record, 'utf8')).frames;
}

/**
 * @param {string} base checkout of the older build
 * @param {string} root checkout of this build
 * @param {readonly string[]} parameters words NAME=VALUE, for this build alone
 * @param {readonly Run[]} runs
 * @returns {Promise<{ compared: number, differing: number }>}
 */
async function compareRuns(base, root, parameters, runs) {
  const folder = mkdtempSync(join(tmpdir(), 'untangle-hashes-'));
  /** First CPU run per scene. Runs with other numbers of workers must give the same hashes. */
  const firsts = /** @type {Map<string, { workers: number, frames: Frame[] }>} */ (new Map());
  let [count, differing] = [0, 0];
  const say = (/** @type {string} */ what, /** @type {string} */ verdict, /** @type {string} */ more) => {
    count++;
    if (verdict !== 'same') differing++;
    console.log(`${what}: ${verdict}${more}`);
  };
  try {
    for (const run of runs) {
      const { scene, backend, workers } = run;
      const what = `${scene}, ${backend}, ${workers} worker${workers > 1 ? 's' : ''}`;
      const both = [
        framesOf(base, [], run, join(folder, 'before.json')),
        framesOf(root, parameters, run, join(folder, 'after.json')),
      ];
      const [before, after] = await Promise.allSettled(both);
      if (before.status === 'rejected') say(what, `the base failed: ${before.reason.message}`, '');
      if (after.status === 'rejected') say(what, `this build failed: ${after.reason.message}`, '');
      if (before.status === 'rejected' || after.status === 'rejected') continue;
      say(what, compared(before.value, after.value), ` (${contactsIn(after.value)})`);
      if (backend === 'gpu') continue;
      const first = firsts.get(scene);
      if (first)
        say(`${scene}, cpu, ${first.workers} with ${workers} workers`, compared(first.frames, after.value), '');
      else firsts.set(scene, { workers, frames: after.value });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { compared: count, differing };
}

/** @param {string[]} words @returns {Promise<number>} the exit code */
async function main(words) {
  const option = /** @type {const} */ ({ type: 'string' });
  const several = { ...option, multiple: /** @type {const} */ (true), default: [] };
  const options = { scenes: option, frames: option, workers: { ...option, default: '1,2' }, gpu: option, set: several };
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  if (positionals.length !== 1) throw new Error(`found ${positionals.length} bases; expected one commit or folder`);
  const root = fileURLToPath(new URL('..', import.meta.url));
  const base = openBase(root, positionals[0]);
  const known = scenesOf(base);
  scenesOf(root);
  const named = (/** @type {string | undefined} */ list) => (list === 'all' ? known : (list?.split(',') ?? []));
  const [scenes, gpu] = [named(values.scenes ?? 'all'), named(values.gpu)];
  const unknown = [...scenes, ...gpu].find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown scene '${unknown}'; the base has ${known.join(', ')}`);
  const workers = values.workers.split(',').map(Number);
  const frames = (/** @type {'cpu' | 'gpu'} */ backend) => Number(values.frames ?? FRAMES[backend]);
  for (const number of [...workers, frames('cpu')])
    if (!(Number.isInteger(number) && number > 0)) throw new Error('frames and workers are whole numbers from 1');
  /** @type {Run[]} */
  const runs = [
    ...scenes.flatMap((scene) =>
      workers.map((count) => ({ scene, backend: /** @type {const} */ ('cpu'), workers: count, frames: frames('cpu') })),
    ),
    ...gpu.map((scene) => ({
      scene,
      backend: /** @type {const} */ ('gpu'),
      workers: Math.max(...workers),
      frames: frames('gpu'),
    })),
  ];
  const { compared, differing } = await compareRuns(base, root, values.set, runs);
  console.log(`hashes: ${compared} comparisons, ${differing} differ`);
  return differing > 0 ? 1 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await main(process.argv.slice(2)).catch((/** @type {Error} */ { message }) => {
    console.error(`hashes: ${message}`);
    return 2;
  });
