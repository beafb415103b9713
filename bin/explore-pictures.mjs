/**
 * Takes the pictures of 'explore paths': an octopus whose arm was pulled into its own head, drawn as glass and cut open, and some
 * of the paper's 2D figures.
 */

import { drawFinely } from './draw-finely.mjs';
import { shrink } from './lay-out.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** The scene of the paper's 2D figures, and its gallery picture, which is drawn at twice its size. */
export const FIGURES = 'paths-2d';
const POSTER = { width: 960, height: 600 };
const FIGURE_ALONE = `.view-2d :is(nav, .caption, .key), #explore, #bar, .lil-gui, #message { display: none !important }
  .view-2d { inset: 0 !important; grid-template-rows: 1fr !important }`;

const VIEWPORT = { width: 1280, height: 720 };
const FLAT_VIEWPORT = { width: 1280, height: 800 };
/** The octopus is soft, so that it bends, and has no collisions that would keep its parts apart. */
const SCENE = '?backend=cpu&size=6000&mode=off&gravity=0&youngsModulus=1e5';
/** Frames during which the arm is pulled in. */
const PULL = 40;
/** Time for the camera to arrive [ms]. */
const FLIGHT = 3500;
/** Timeout for one frame on a slow machine [ms]. */
const FRAME_PATIENCE = 60_000;

/** Runs in the page: holds the head and pulls one arm's end into its middle. */
async function pullArmIntoHead() {
  const session = globalThis.untangle?.session;
  if (!session) throw new Error('no scene is open');
  const { world, simulator, opened } = session;
  const positions = /** @type {Float32Array} */ (await opened.backend.read('positions'));
  const { model, vertexBase } = world.bodies[0];
  const { topology, mesh } = world.models[model];
  const vertices = [...topology.surfaceVertices];
  const rest = (/** @type {number} */ v) => mesh.positions.subarray(3 * v, 3 * v + 3);
  const now = (/** @type {number} */ v) => [...positions.subarray(3 * (vertexBase + v), 3 * (vertexBase + v) + 3)];
  const top = Math.max(...vertices.map((v) => rest(v)[1]));
  const mean = (/** @type {number[]} */ chosen) =>
    [0, 1, 2].map((k) => chosen.reduce((sum, v) => sum + now(v)[k], 0) / chosen.length);
  const head = vertices.filter((v) => rest(v)[1] > 0.55 * top);
  // The end of the arm that points along (0.92, 0.38).
  const reach = (/** @type {number} */ v) => Math.hypot(rest(v)[0], rest(v)[2]);
  const arm = vertices
    .filter((v) => (0.92 * rest(v)[0] + 0.38 * rest(v)[2]) / reach(v) > 0.93)
    .sort((a, b) => reach(b) - reach(a))
    .slice(0, 16);
  const [from, to] = [mean(arm), mean(head)];
  const held = head.filter((_, i) => i % Math.ceil(head.length / 15) === 0);
  const target = (/** @type {number} */ v, /** @type {number} */ share) =>
    /** @type {[number, number, number]} */ (now(v).map((x, k) => x + share * (to[k] - from[k])));
  simulator.setGrabs([
    ...held.map((v) => ({ vertex: vertexBase + v, target: target(v, 0) })),
    ...arm.map((v) => ({ vertex: vertexBase + v, target: target(v, 1.15) })),
  ]);
}

/** The scene whose patches are shown, and a face of the explained one: a large patch that faces the camera. */
const PATCHES_SCENE = '?scene=octopi-8&backend=cpu&size=20000';
const PATCHES_FACE = { body: 6, face: 1001 };
/** Style that hides all that lies over the bodies, but the card and the labels. */
const CARD_ALONE = '#bar, #message, .lil-gui { display: none !important }';

/** Takes the picture of a patch that can't touch itself. @param {Page} page @param {string} url */
export async function takePatchesPicture(page, url) {
  await page.setViewportSize(VIEWPORT);
  await page.goto(`${url}${PATCHES_SCENE}`);
  await page.waitForFunction(() => (globalThis.untangle?.frames ?? 0) >= 4, undefined, { timeout: 4 * FRAME_PATIENCE });
  await page.addStyleTag({ content: CARD_ALONE });
  await page.keyboard.press('e');
  await page.waitForFunction(() => globalThis.untangle?.explore);
  await drawFinely(page);
  await page.locator('[data-tool=patches]').click();
  await page.waitForFunction(() => globalThis.untangle?.explore?.patches.patches, undefined, {
    timeout: FRAME_PATIENCE,
  });
  await page.waitForTimeout(FLIGHT);
  await page.evaluate(({ body, face }) => globalThis.untangle?.explore?.patches.explain(body, face), PATCHES_FACE);
  await page.waitForTimeout(2 * FLIGHT);
  return page.screenshot({ type: 'jpeg', quality: 82 });
}

/** @param {Page} page @param {string} url @param {(name: string, image: Buffer) => void} save */
export async function takeExplorePictures(page, url, save) {
  await page.setViewportSize(VIEWPORT);
  await page.goto(`${url}${SCENE}`);
  const frames = (/** @type {number} */ count) =>
    page.waitForFunction((least) => (globalThis.untangle?.frames ?? 0) >= least, count, {
      timeout: PULL * FRAME_PATIENCE,
    });
  await frames(2);
  await page.evaluate(pullArmIntoHead);
  await frames(2 + PULL);
  await page.keyboard.press('e');
  await page.waitForFunction(() => globalThis.untangle?.explore);
  await drawFinely(page);
  await page.waitForTimeout(FLIGHT);
  save('explore-3d.png', await page.screenshot());

  await page.locator('[data-tool=section]').click();
  await page.waitForTimeout(FLIGHT);
  const place = await page.evaluate(() => globalThis.untangle?.explore?.placeInSection());
  if (!place) throw new Error('the section is empty');
  await page.mouse.move(place.x, place.y);
  await page.waitForTimeout(FLIGHT);
  save('explore-section.png', await page.screenshot());

  save('explore-patches.jpg', await takePatchesPicture(page, url));

  await page.setViewportSize(FLAT_VIEWPORT);
  await page.goto(`${url}?scene=paths-2d`);
  for (const [figure, name] of [
    ['figure-3', 'explore-2d-figure-3.png'],
    ['figure-5', 'explore-2d-figure-5.png'],
    ['figure-6b', 'explore-2d-figure-6.png'],
    ['figure-8', 'explore-2d-figure-8.png'],
  ]) {
    await page.locator(`[data-figure=${figure}]`).click();
    save(name, await page.screenshot());
  }
}

/**
 * Takes the gallery picture of the 2D figures.
 * @param {Page} page
 * @param {string} url
 */
export async function takeFiguresPoster(page, url) {
  await page.setViewportSize(POSTER);
  await page.goto(`${url}?scene=${FIGURES}`);
  await page.locator('[data-figure=figure-3]').click();
  await page.addStyleTag({ content: FIGURE_ALONE });
  // Resizes the figure into the space of the hidden text.
  await page.evaluate(() => dispatchEvent(new Event('resize')));
  return shrink(page, await page.screenshot({ type: 'png' }), 0.5);
}
