#!/usr/bin/env node
/**
 * Counts bodies, tetrahedra and memory of each scene at its named sizes, for the gallery: src/ui/gallery/sizes.json. Each size is
 * built in a separate process. If one takes too long or too much memory, it is left out, and the gallery extrapolates from the
 * next smaller one.
 * npm run sizes -- [SCENE...]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './version.mjs';

/** Timeout of a build [ms], and limit of its heap [MB]. */
const PATIENCE = 180_000;
const MEMORY = 8000;
const path = join(root, 'src/ui/gallery/sizes.json');
const BUILD_ONE = '--build';

process.chdir(root);
/** @type {{ module: typeof import('../src/scenes/scenes.ts') }} */
const { module: scenes } = await runnerImport('./src/scenes/scenes.ts');
/** @type {{ module: typeof import('../src/scenes/scene.ts') }} */
const {
  module: { SIZE_NAMES },
} = await runnerImport('./src/scenes/scene.ts');
const [first, ...rest] = process.argv.slice(2);
if (first === BUILD_ONE) await buildOne(rest[0], rest[1]);
else measure(first === undefined ? scenes.SCENES.map(({ name }) => name) : [first, ...rest]);

/** Prints one row. @param {string} name @param {string} size */
async function buildOne(name, size) {
  const scene = scenes.sceneByName(name);
  if (!scene) throw new Error(`unknown scene '${name}'`);
  /** @type {{ module: typeof import('../src/simulation/world/create-world.ts') }} */
  const { module: worlds } = await runnerImport('./src/simulation/world/create-world.ts');
  /** @type {{ module: typeof import('../src/ui/sizing/memory-budget.ts') }} */
  const { module: memory } = await runnerImport('./src/ui/sizing/memory-budget.ts');
  /** @type {{ module: typeof import('../src/simulation/state.ts') }} */
  const { module: states } = await runnerImport('./src/simulation/state.ts');
  /** @type {{ module: typeof import('../src/gpu/device.ts') }} */
  const { module: device } = await runnerImport('./src/gpu/device.ts');
  const { placements, colliders, script } = scene.build(Number(size));
  const { world } = worlds.createWorld(placements, colliders, scene.parameters, script);
  const row = {
    bodies: world.bodies.length,
    tetrahedra: world.tetCount,
    state: states.stateBytes(world),
    world: memory.arrayBytes(world),
    buffer: device.largestBuffer(world),
  };
  process.stdout.write(JSON.stringify(row));
}

/** @param {string[]} names */
function measure(names) {
  const table = JSON.parse(readFileSync(path, 'utf8'));
  for (const name of names) {
    const scene = scenes.sceneByName(name);
    if (!scene) throw new Error(`unknown scene '${name}'`);
    table[name] = {};
    for (const size of SIZE_NAMES) {
      const command = [`--max-old-space-size=${MEMORY}`, import.meta.filename, BUILD_ONE, name, `${scene.size[size]}`];
      const run = spawnSync(process.execPath, command, { encoding: 'utf8', timeout: PATIENCE });
      const { status, stdout } = run;
      if (status === 0) table[name][size] = JSON.parse(stdout);
      // Too little memory ends the process by a signal, or by V8's own message.
      const isTooLarge =
        run.signal !== null || run.stderr.includes('heap out of memory') || run.stderr.includes('RangeError');
      if (status !== 0 && !isTooLarge) throw new Error(`${name} ${size} was not built:\n${run.stderr}`);
      console.log(`${name} ${size}: ${status === 0 ? stdout : 'not measured, too large'}`);
      // Larger sizes would fail too.
      if (status !== 0) break;
    }
    writeFileSync(path, `${JSON.stringify(table, null, 2)}\n`);
  }
}
