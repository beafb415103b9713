import type { BrowserContext } from 'playwright-core';
import type { DirectionalLight } from 'three/webgpu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, FEW_PIXELS, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage, HIDE_PANELS } from './app-page.ts';
import { decode } from './decode.ts';
import { isFull } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = isFull ? browserMissing() : 'in the second tier';
/** The camera looks almost along the ground, so that it sees the ground below the ball. */
const BELOW = [0, 0, 0.5] as const;
const SCENE = '?scene=balloon&size=small&paused&camera=0,0.25,7,0,0.2,0';
/** Heights of the flat ball above the ground [m], below which the camera sees the ground: close to it, and far above. */
const HEIGHTS = { close: 0.1, floating: 0.9 };
/** Thickness of the ball once it is flattened, as a share of its own. */
const FLATNESS = 0.02;
/** Least difference of the ground's brightness [of 255 levels]. */
const SEEN = 3;

for (const webgpu of [false, true]) {
  describe.skipIf(missing)(`light, with ${webgpu ? 'WebGPU' : 'WebGL 2'}${missing ? ` (${missing})` : ''}`, () => {
    let served: ServedPage;
    let context: BrowserContext;
    beforeAll(async () => {
      served = await servePage();
      context = await launchBrowser({ webgpu });
    });
    afterAll(async () => {
      await context?.close();
      await served?.close();
    });

    it('the sky’s shadow is darker below a body close to the ground than below one that floats', async () => {
      const app = await AppPage.open(context, `${served.url}${SCENE}&backend=cpu`, (page) =>
        page.setViewportSize(FEW_PIXELS),
      );
      await app.hideMessages();
      await app.state('paused');
      await app.page.keyboard.press('.');
      await app.frames(1);
      await app.drawFinely();
      await app.page.evaluate(hideSun);
      // The panel comes late, and the picture makes room for it.
      await app.page.waitForSelector('.lil-gui');
      const brightness: Partial<Record<keyof typeof HEIGHTS, number>> = {};
      for (const name of ['close', 'floating'] as const) {
        await app.page.evaluate(lift, { height: HEIGHTS[name], flatness: FLATNESS });
        await app.cameraStands();
        const shot = await app.page.screenshot({ style: HIDE_PANELS });
        const place = await app.page.evaluate((at) => untangle.running!.first.view.rig.project([...at])!, BELOW);
        const { width, data } = await decode(app.page, shot);
        const pixel = 4 * (Math.round(place.y) * width + Math.round(place.x));
        brightness[name] = Math.max(...data.subarray(pixel, pixel + 3));
      }
      expect(brightness.floating! - brightness.close!, JSON.stringify(brightness)).toBeGreaterThan(SEEN);
      expect(app.errors).toEqual([]);
    });
  });
}

/** Runs in the page: leaves only the sky's shadow, since the sun's moves with the height. */
function hideSun(): void {
  const { view } = untangle.running!.first;
  const { lamps } = (view as unknown as { surroundings: { lamps: readonly DirectionalLight[] } }).surroundings;
  lamps[0].castShadow = false;
}

/** Runs in the page: puts the ball's lowest point at a height above the ground [m], and draws it. */
async function lift({ height, flatness }: { height: number; flatness: number }): Promise<void> {
  const running = untangle.running!;
  const { backend } = running.session.opened;
  const positions = ((await backend.read('positions')) as Float32Array).slice();
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < positions.length; i += 3) lowest = Math.min(lowest, positions[i]);
  // A pancake, which is everywhere at about that height.
  for (let i = 1; i < positions.length; i += 3) positions[i] = height + flatness * (positions[i] - lowest);
  await backend.write('positions', positions);
  await new Promise<void>((resolve) => running.drawAgain(resolve));
  for (let paint = 0; paint < 3; paint++) await new Promise(requestAnimationFrame);
}
