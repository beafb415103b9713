/**
 * Makes the README's animation: a noodle falls into itself while collisions are off, lies there, blue where it penetrates itself,
 * and untangles after collisions are switched on. The page draws each frame; the browser's canvas scales and encodes it.
 */
import { drawFinely } from './draw-finely.mjs';
import { animatedWebp } from './webp.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SCENE = 'tangled-noodle';
const SIZE = { width: 640, height: 400 };
/** Frames are drawn at twice their size, so that edges are smooth. */
const FINER = 2;
const QUALITY = 0.72;
/** Timeout for one frame on a busy machine [ms]. */
const PATIENCE = 120_000;
/** Mouse wheel delta that brings the camera closer. */
const CLOSER = -300;
const HIDE = '#message, #readouts, #gallery, #bar, .lil-gui { display: none !important }';
/** How long a frame is shown, and the two that one looks at for longer: as it lies tangled, and at the end [ms]. */
const SHOWN = 50;
const TANGLED = 900;
const AT_REST = 1000;
/** Time until the browser shows what was drawn [ms]. */
const SETTLE = 150;

/**
 * Parts of the animation: up to frame `until`, one picture per `every` steps, the last one for `last` ms. The first part ends
 * when collisions are switched on.
 * @type {readonly { until: number, every: number, caption: string, last?: number }[]}
 */
const PARTS = [
  { until: 30, every: 2, caption: 'collisions off', last: TANGLED },
  { until: 54, every: 1, caption: 'collisions on, one step a frame' },
  { until: 74, every: 2, caption: 'collisions on' },
  { until: 118, every: 4, caption: 'collisions on', last: AT_REST },
];
/** First frame shown; before it the noodle only hangs in the air. */
const FIRST = 4;

/** Runs in the page: simulates some frames without drawing, then draws. @param {number} frames number of frames */
async function goOn(frames) {
  const app = globalThis.untangle;
  if (!app?.session) throw new Error(document.getElementById('message')?.innerText || 'no scene is open');
  for (let i = 0; i < frames; i++) await app.session.simulator.frame();
  // A software renderer draws the skin plain unless it is told otherwise.
  if (app.care) app.care.smoothing.isOn = true;
  app.viewOptionsChanged();
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
}

/**
 * Runs in the page: encodes a smaller copy with a caption as WebP.
 * @param {{ url: string, caption: string, width: number, height: number, quality: number }} picture
 */
async function encode({ url, caption, width, height, quality }) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('the browser gives no 2D canvas');
  const image = new Image();
  image.src = url;
  await image.decode();
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  context.font = '17px sans-serif';
  context.fillStyle = '#445';
  context.fillText(caption, 16, height - 16);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  return [...new Uint8Array(await blob.arrayBuffer())];
}

/** @returns {{ frame: number, caption: string, ms: number }[]} the pictures in order */
function moments() {
  const shown = [];
  let frame = FIRST;
  for (const { until, every, caption, last } of PARTS)
    while (frame < until) {
      frame = Math.min(frame + every, until);
      shown.push({ frame, caption, ms: frame === until && last ? last : SHOWN });
    }
  return shown;
}

/** @param {Page} page @param {string} url of the page @returns {Promise<Buffer>} an animated WebP */
export async function takeMovingPicture(page, url) {
  page.setDefaultTimeout(PATIENCE);
  await page.setViewportSize({ width: FINER * SIZE.width, height: FINER * SIZE.height });
  await page.goto(`${url}?backend=cpu&scene=${SCENE}&size=small&paused`);
  await page.waitForFunction(() => ['paused', 'stopped'].includes(document.body.dataset.state ?? ''));
  await drawFinely(page);
  // Without the interface, the camera has the whole picture for the bodies.
  await page.evaluate(() => document.body.toggleAttribute('data-bare', true));
  // Turning the wheel stops the camera, which would follow the bodies.
  await page.mouse.move(SIZE.width, SIZE.height);
  await page.mouse.wheel(0, CLOSER);
  const frames = [];
  let at = 0;
  for (const { frame, caption, ms } of moments()) {
    await page.evaluate(goOn, frame - at);
    at = frame;
    await page.waitForTimeout(SETTLE);
    const image = await page.screenshot({ style: HIDE, type: 'png' });
    const picture = { url: `data:image/png;base64,${image.toString('base64')}`, caption, ...SIZE, quality: QUALITY };
    frames.push({ image: Buffer.from(await page.evaluate(encode, picture)), ms });
    console.log(`${SCENE}: frame ${frame}, ${Math.round((frames.at(-1)?.image.length ?? 0) / 1024)} KB`);
  }
  return animatedWebp(frames);
}
