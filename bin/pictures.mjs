#!/usr/bin/env node
/**
 * Takes pictures of the built page in a headless browser. The simulation runs on the CPU backend, since a software GPU is slow.
 * npm run pictures -- [--size 6000] [--frames 300] [--only pile|explore|untangling]   pictures of README and docs
 * npm run pictures -- SCENE... [--size small] [--workers 1] [--set mode=off]   docs/pictures/SCENE-strip.jpg,
 * public/gallery/SCENE.jpg
 * npm run pictures -- SCENE... --to folder      both pictures as PNG into that folder, to look at
 * npm run pictures -- [SCENE...] --gallery      only public/gallery, by default of every scene
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, runnerImport } from 'vite';
import { drawFinely } from './draw-finely.mjs';
import { FIGURES, takeExplorePictures, takeFiguresPoster } from './explore-pictures.mjs';
import { QUALITY } from './lay-out.mjs';
import { takeMovingPicture } from './moving-picture.mjs';
import { takeScene } from './scene-pictures.mjs';
import { root } from './version.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string' },
    frames: { type: 'string', default: '300' },
    workers: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
    gallery: { type: 'boolean', default: false },
    to: { type: 'string' },
    only: { type: 'string' },
  },
});
const ofScenes = values.gallery || names.length > 0;
const size = Number(values.size ?? '6000');
const last = Number(values.frames);
if (!ofScenes && (!Number.isInteger(size) || !Number.isInteger(last) || size < 3000 || last < 60)) {
  process.stderr.write('pictures: --size has to be a whole number from 3000, --frames one from 60\n');
  process.exit(2);
}
/** Kinds of pictures that are taken if no scene is named, in this order. */
const KINDS = ['pile', 'explore', 'untangling'];
if (values.only !== undefined && !KINDS.includes(values.only)) {
  process.stderr.write(`pictures: --only is '${values.only}'; allowed are ${KINDS.join(', ')}\n`);
  process.exit(2);
}
const calledFrom = process.cwd();

const folder = join(root, 'docs/pictures');
const galleryFolder = join(root, 'public/gallery');
/** Frame without collisions in which the bodies have fallen through one another. */
const OVERLAP_MOMENT = 45;
const HERO = { width: 1280, height: 720 };
/** Window size during the simulation: small, so that drawing takes little time. */
const TILE = { width: 480, height: 400 };
/** Timeout for one frame on a slow machine [ms]. */
const FRAME_PATIENCE = 60_000;
const HIDE = {
  message: '#message { display: none }',
  all: '#message, #readouts, #bar, .lil-gui { display: none !important }',
};

/** @param {Page} page @param {number} frame */
const frameReached = (page, frame) =>
  page.waitForFunction((count) => (globalThis.untangle?.frames ?? 0) >= count, frame, {
    timeout: FRAME_PATIENCE * last,
  });

/** @param {Page} page @param {number} frame */
async function pauseAt(page, frame) {
  await frameReached(page, frame);
  await page.evaluate(() => {
    const app = globalThis.untangle;
    app?.togglePause();
    // A software renderer draws the skin plain unless it is told otherwise.
    if (app?.care) app.care.smoothing.isOn = true;
  });
  await page.waitForFunction(() => document.body.dataset.state === 'paused', null, { timeout: FRAME_PATIENCE });
  await drawFinely(page);
}

/** @param {string} path @param {Buffer} image */
function write(path, image) {
  writeFileSync(path, image);
  console.log(`${relative(calledFrom, path)}: ${Math.round(statSync(path).size / 1024)} KB`);
}

/** @param {string} name @param {Buffer} image */
const save = (name, image) => write(join(folder, name), image);

/**
 * Runs in the page: waits until the camera and the cards have come to rest.
 * @param {number} patience maximum time [ms]
 */
async function untilStill(patience) {
  const place = () => JSON.stringify(globalThis.untangle?.running?.first.view.camera.matrixWorld.elements);
  const end = performance.now() + patience;
  for (let isStill = false; !isStill; ) {
    if (performance.now() > end) throw new Error(`the camera or a card still moves after ${patience} ms: ${place()}`);
    const before = place();
    for (let paint = 0; paint < 20; paint++) await new Promise(requestAnimationFrame);
    isStill = place() === before && document.getAnimations().length === 0;
  }
}

/** @param {Page} page @param {{ width: number, height: number }} viewport @param {string} style */
async function shoot(page, viewport, style) {
  await page.setViewportSize(viewport);
  // Without the interface, the camera has the whole picture for the bodies.
  await page.evaluate((isBare) => document.body.toggleAttribute('data-bare', isBare), style === HIDE.all);
  // The canvas gets its new size with the next frame, the camera follows, and cards fade in.
  await page.waitForTimeout(3000);
  await page.evaluate(untilStill, FRAME_PATIENCE);
  return page.screenshot({ style, type: 'jpeg', quality: 100 * QUALITY });
}

/**
 * Takes pictures of the pile, of the whole page, and of the bodies without collisions.
 * @param {Page} page
 * @param {string} url
 */
async function takePile(page, url) {
  // The page opens its panel only if the window is large at the start.
  await page.setViewportSize(HERO);
  await page.goto(`${url}?backend=cpu&size=${size}`);
  await frameReached(page, 1);
  await page.waitForSelector('.lil-gui');
  await page.setViewportSize(TILE);
  await pauseAt(page, last);
  save('octopi-8.jpg', await shoot(page, HERO, HIDE.all));
  save('page.jpg', await shoot(page, HERO, HIDE.message));
  await page.goto(`${url}?backend=cpu&size=${size}&mode=off`);
  await pauseAt(page, OVERLAP_MOMENT);
  save('octopi-8-off.jpg', await shoot(page, HERO, HIDE.all));
}

/** @param {Page} page @param {string} url */
async function takeScenes(page, url) {
  /** @type {{ module: typeof import('../src/scenes/scenes.ts') }} */
  const { module: scenes } = await runnerImport('./src/scenes/scenes.ts');
  const wanted = names.length > 0 ? names : [...scenes.SCENES.map(({ name }) => name), FIGURES];
  const query = new URLSearchParams({ backend: 'cpu', size: values.size ?? 'small' });
  if (values.workers) query.set('workers', values.workers);
  for (const [name, value = ''] of values.set.map((text) => text.split('='))) query.set(name, value);
  const to = values.to && resolve(calledFrom, values.to);
  for (const made of to ? [to] : [folder, galleryFolder]) mkdirSync(made, { recursive: true });
  for (const name of wanted) {
    if (name === FIGURES) {
      write(join(to ?? galleryFolder, `${name}.jpg`), await takeFiguresPoster(page, url));
      continue;
    }
    const scene = scenes.sceneByName(name);
    if (!scene)
      throw new Error(`unknown scene '${name}'; known are ${scenes.SCENES.map((one) => one.name).join(', ')}`);
    const how = { onlyPoster: values.gallery, isPng: to !== undefined };
    const { strip, poster } = await takeScene(page, `${url}?${query}`, scene, how);
    const kind = to ? 'png' : 'jpg';
    if (strip) write(join(to ?? folder, `${name}-strip.${kind}`), strip);
    write(join(to ?? galleryFolder, `${name}.${kind}`), poster);
  }
}

process.chdir(root);
// A separate build folder, since tests or people may build at the same time.
mkdirSync(join(root, 'dist'), { recursive: true });
const built = mkdtempSync(join(root, 'dist/pictures-'));
await build({ logLevel: 'warn', build: { outDir: built, emptyOutDir: true } });
mkdirSync(folder, { recursive: true });
/** @type {{ module: typeof import('../tests/environment/browser.ts') }} */
const { module: environment } = await runnerImport('./tests/environment/browser.ts');
/** @type {{ module: typeof import('../tests/environment/page.ts') }} */
const { module: pages } = await runnerImport('./tests/environment/page.ts');
const served = await pages.servePage(relative(root, built));
const browser = await environment.launchBrowser({ webgpu: false });
try {
  const page = await browser.newPage();
  if (ofScenes) await takeScenes(page, served.url);
  else {
    const wanted = values.only ? [values.only] : KINDS;
    if (wanted.includes('pile')) await takePile(page, served.url);
    if (wanted.includes('explore')) await takeExplorePictures(page, served.url, save);
    if (wanted.includes('untangling')) save('untangling.webp', await takeMovingPicture(page, served.url));
  }
} finally {
  await browser.close();
  await served.close();
  rmSync(built, { recursive: true, force: true });
}
