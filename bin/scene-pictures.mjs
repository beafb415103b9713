/**
 * Takes pictures of a scene: a strip of eight moments from start to end, and one for the gallery. Between two moments the page
 * only simulates, since drawing every frame on a software GPU would take longer than the simulation.
 */
import { drawFinely } from './draw-finely.mjs';
import { layOut, shrink } from './lay-out.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../src/scenes/scene.ts').Scene} Scene */

/** Shares of the frames, from start to end. */
const EVEN_MOMENTS = Array.from({ length: 8 }, (_, i) => i / 7);
const TILE = { width: 480, height: 360 };
/** The gallery picture is drawn at twice its size, so that thin arms have smooth edges. */
const POSTER = { width: 960, height: 600 };
/** Share of the frames after which the gallery picture is taken, unless the scene has its own: bodies have met by then. */
const POSTER_MOMENT = 0.4;
/** Timeout between two moments on a busy machine [ms]. */
const PATIENCE = 1_200_000;
/** Time in which the camera comes to rest on a slow machine [ms]. */
const CAMERA_TIME = 3000;
const HIDE = '#message, #readouts, #gallery, #bar, .lil-gui { display: none !important }';

/**
 * Runs in the page: simulates some frames without drawing, then draws.
 * @param {number} frames number of frames
 */
async function goOn(frames) {
  const app = globalThis.untangle;
  if (!app?.session) throw new Error(document.getElementById('message')?.innerText || 'no scene is open');
  const { simulator } = app.session;
  // Frame by frame, since the script's switches may change the steps per frame.
  for (let i = 0; i < frames; i++) await simulator.frame();
  // A software renderer draws the skin plain unless it is told otherwise.
  if (app.care) app.care.smoothing.isOn = true;
  app.viewOptionsChanged();
  return { time: simulator.time };
}

/** @param {Page} page @param {{ width: number, height: number }} viewport */
async function shoot(page, viewport) {
  await page.setViewportSize(viewport);
  await page.evaluate(() => globalThis.untangle?.viewOptionsChanged());
  // The canvas takes its new size with the next frame, and the camera follows.
  await page.waitForTimeout(CAMERA_TIME);
  return page.screenshot({ style: HIDE, type: 'png', timeout: PATIENCE });
}

/**
 * @param {Page} page
 * @param {string} url of the page, with backend, size and parameters in the query
 * @param {Scene} scene
 * @param {{ onlyPoster: boolean, isPng: boolean }} how onlyPoster: only the gallery picture; isPng: PNG instead of JPEG
 * @returns {Promise<{ strip: Buffer | undefined, poster: Buffer }>}
 */
export async function takeScene(page, url, scene, { onlyPoster, isPng }) {
  page.setDefaultTimeout(PATIENCE);
  const posterAt = Math.round((scene.poster ?? POSTER_MOMENT) * scene.frames);
  const moments = onlyPoster ? [] : (scene.moments ?? EVEN_MOMENTS).map((share) => Math.round(share * scene.frames));
  const stops = [...new Set([...moments, posterAt])].sort((a, b) => a - b);
  // With little motion the camera jumps to where it shows the bodies, so that no picture is taken on its way there.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(TILE);
  await page.goto(`${url}&scene=${scene.name}&paused`);
  await page.waitForFunction(() => ['paused', 'stopped'].includes(document.body.dataset.state ?? ''));
  await drawFinely(page);
  // Without the interface and its messages, the camera has the whole picture for the bodies.
  await page.evaluate(() => document.body.toggleAttribute('data-bare', true));
  await page.addStyleTag({ content: '#message { display: none !important }' });
  /** @type {Buffer[]} */
  const tiles = [];
  /** @type {Buffer} */
  let poster = Buffer.alloc(0);
  let frame = 0;
  for (const stop of stops) {
    const { time } = await page.evaluate(goOn, stop - frame);
    frame = stop;
    if (moments.includes(stop)) tiles.push(await shoot(page, TILE));
    if (stop === posterAt) {
      const large = await shoot(page, POSTER);
      poster = isPng ? large : await shrink(page, large, 0.5);
    }
    console.log(`${scene.name}: frame ${stop} of ${scene.frames}, ${time.toFixed(2)} s`);
  }
  const grid = { ...TILE, columns: tiles.length / 2 };
  return { strip: onlyPoster ? undefined : await layOut(page, tiles, grid, isPng), poster };
}
