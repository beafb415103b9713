#!/usr/bin/env node
/**
 * Takes the README's pictures of the built page in a headless browser, by the CPU backend: a software GPU is slow.
 *   npm run pictures -- [--size 6000] [--frames 300] [--only explore]
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, runnerImport } from 'vite';
import { takeExplorePictures } from './explore-pictures.mjs';
import { root } from './version.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '6000' },
    frames: { type: 'string', default: '300' },
    only: { type: 'string' },
  },
});
const size = Number(values.size);
const last = Number(values.frames);
if (!Number.isInteger(size) || !Number.isInteger(last) || size < 3000 || last < 60) {
  process.stderr.write('pictures: --size has to be a whole number from 3000, --frames one from 60\n');
  process.exit(2);
}
if (values.only !== undefined && values.only !== 'explore') {
  process.stderr.write(`pictures: --only is '${values.only}'; allowed is explore\n`);
  process.exit(2);
}

const folder = join(root, 'docs/pictures');
/** Frames of the strip: the drop, the pile, and rest. */
const MOMENTS = [1, 20, 40, 60, Math.max(61, Math.round(last / 3)), last];
/** Frame without collisions in which the bodies have fallen through one another. */
const OVERLAP_MOMENT = 45;
const HERO = { width: 1280, height: 720 };
const TILE = { width: 480, height: 400 };
/** JPEG: a third of PNG's bytes, and no edges that show it. */
const QUALITY = 0.88;
/** The longest that a frame may take on a slow machine [ms]. */
const FRAME_PATIENCE = 60_000;
const HIDE = {
  message: '#message { display: none }',
  all: '#message, #figures, .lil-gui { display: none !important }',
};

/** @param {Page} page @param {number} frame */
async function pauseAt(page, frame) {
  await page.waitForFunction((count) => (globalThis.untangle?.frames ?? 0) >= count, frame, {
    timeout: FRAME_PATIENCE * last,
  });
  await page.evaluate(() => globalThis.untangle?.togglePause());
  await page.waitForFunction(() => document.body.dataset.state === 'paused', null, { timeout: FRAME_PATIENCE });
}

/** @param {Page} page */
const goOn = (page) => page.evaluate(() => globalThis.untangle?.togglePause());

/** @param {string} name @param {Buffer} image */
function save(name, image) {
  const path = join(folder, name);
  writeFileSync(path, image);
  console.log(`docs/pictures/${name}: ${Math.round(statSync(path).size / 1024)} KB`);
}

/** @param {Page} page @param {{ width: number, height: number }} viewport @param {string} style */
async function shoot(page, viewport, style) {
  await page.setViewportSize(viewport);
  // The canvas takes its new size with the next frame.
  await page.waitForTimeout(1500);
  return page.screenshot({ style, type: 'jpeg', quality: 100 * QUALITY });
}

/**
 * Lays pictures side by side, three in a row.
 * @param {Page} page @param {Buffer[]} tiles
 */
async function strip(page, tiles) {
  const urls = tiles.map((tile) => `data:image/jpeg;base64,${tile.toString('base64')}`);
  const bytes = await page.evaluate(
    async ([images, { width, height }, quality]) => {
      const canvas = new OffscreenCanvas(3 * width, Math.ceil(images.length / 3) * height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('the browser gives no 2D canvas');
      for (const [i, url] of images.entries()) {
        const image = new Image();
        image.src = url;
        await image.decode();
        context.drawImage(image, (i % 3) * width, Math.floor(i / 3) * height);
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    /** @type {const} */ ([urls, TILE, QUALITY]),
  );
  return Buffer.from(bytes);
}

/** The pile: six moments, the page, and what becomes of it without collisions. @param {Page} page @param {string} url */
async function takePile(page, url) {
  await page.setViewportSize(TILE);
  await page.goto(`${url}?backend=cpu&size=${size}`);
  const tiles = [];
  for (const frame of MOMENTS) {
    await pauseAt(page, frame);
    tiles.push(await shoot(page, TILE, HIDE.all));
    console.log(`frame ${frame} of ${last}`);
    if (frame < last) await goOn(page);
  }
  save('octopi-8.jpg', await shoot(page, HERO, HIDE.all));
  save('page.jpg', await shoot(page, HERO, HIDE.message));
  save('octopi-8-strip.jpg', await strip(page, tiles));
  await page.goto(`${url}?backend=cpu&size=${size}&mode=off`);
  await pauseAt(page, OVERLAP_MOMENT);
  save('octopi-8-off.jpg', await shoot(page, HERO, HIDE.all));
}

process.chdir(root);
await build({ logLevel: 'warn' });
mkdirSync(folder, { recursive: true });
/** @type {{ module: typeof import('../tests/environment/browser.ts') }} */
const { module: environment } = await runnerImport('./tests/environment/browser.ts');
/** @type {{ module: typeof import('../tests/environment/page.ts') }} */
const { module: pages } = await runnerImport('./tests/environment/page.ts');
const served = await pages.servePage();
const browser = await environment.launchBrowser({ webgpu: false });
try {
  const page = await browser.newPage();
  if (values.only === undefined) await takePile(page, served.url);
  await takeExplorePictures(page, served.url, save);
} finally {
  await browser.close();
  await served.close();
}
