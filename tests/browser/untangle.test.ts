import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OverlapCounter } from '../../src/engine/resolve/overlap.ts';
import type { OwnScene } from '../../src/scenes/own/scene-file.ts';
import { makeShape } from '../../src/scenes/own/shapes.ts';
import { toScene } from '../../src/scenes/own/to-scene.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import type { App } from '../../src/ui/app/app.ts';
import { emptyScene } from '../../src/ui/own/edits.ts';
import { hashOf } from '../../src/ui/own/scene-link.ts';
import { browserMissing, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';

declare const untangle: App;

const missing = browserMissing();
/** Side of the boxes [m]. */
const SIDE = 0.4;
const NOTHING = { inside: 0, piercing: 0, inverted: 0 };

const box = makeShape({ kind: 'box', sizes: { width: SIDE, height: SIDE, depth: SIDE, tetrahedra: 500 } });
/** Two boxes that overlap by a fifth, above the ground. */
const scene: OwnScene = {
  ...emptyScene(),
  meshes: { box },
  bodies: [
    { mesh: 'box', at: [0, 1, 0], turn: [0, 0, 0, 1], scale: 1 },
    { mesh: 'box', at: [0.8 * SIDE, 1 + 0.1 * SIDE, 0.05 * SIDE], turn: [0, 0, 0, 1], scale: 1 },
  ],
};

/** Counts overlaps in the test's own process, by the code that has an oracle of its own in tests/physics/resolve.test.ts. */
function overlapOf(positions: readonly number[]) {
  const { placements } = toScene(scene).build(1);
  const { world, positions: start } = createWorld(placements, []);
  return new OverlapCounter(world, start).count(Float32Array.from(positions));
}

describe.skipIf(missing)(`untangling${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false });
    app = await AppPage.open(context, `${served.url}?scene=own&paused${hashOf(scene)}`);
    await app.page.waitForFunction(() => untangle.panel.now !== undefined && untangle.session !== undefined);
    await app.state('paused');
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  /** All that a step starts from, as bits. */
  const bits = (name: 'positions' | 'remainders' | 'velocities') =>
    app.page.evaluate(async (array) => {
      const values = (await untangle.session!.opened.backend.read(array)) as Float32Array;
      return [...new Uint32Array(values.slice().buffer)];
    }, name);
  const positions = () =>
    app.page.evaluate(async () => [...((await untangle.session!.opened.backend.read('positions')) as Float32Array)]);
  const button = (name: RegExp) => app.page.locator('.lil-gui button', { hasText: name });
  const told = (text: string) =>
    app.page.waitForFunction((part) => document.querySelector('#message')?.textContent?.includes(part), text);

  it('moves bodies that overlap until nothing does, and lets them rest', async () => {
    // A step gives the bodies velocities.
    await app.page.keyboard.press('.');
    await app.frames(1);
    const before = [await bits('positions'), await bits('remainders'), await bits('velocities')];
    expect(overlapOf(await positions()).inside).toBeGreaterThan(0);
    await button(/^Untangle this$/).click();
    await told('Free of overlap');
    expect(overlapOf(await positions())).toEqual(NOTHING);
    expect((await bits('velocities')).every((word) => word === 0)).toBe(true);
    expect(await app.message()).toMatch(
      /Before: [1-9]\d* vert.* inside, \d+ piercing edges?, 0 inverted .*\nAfter: 0 vertices inside, 0 piercing edges, 0 inverted .*\nMoved by \S+ m rms, \S+ m at most, in \S+ s/,
    );
    await button(/^Back to the tangled pose$/).click();
    await told('is back');
    expect([await bits('positions'), await bits('remainders'), await bits('velocities')]).toEqual(before);
  });

  it('goes on from the free pose', async () => {
    await button(/^Untangle this$/).click();
    await told('Free of overlap');
    await app.page.locator('#message .close').click();
    await app.page.keyboard.press(' ');
    await app.moreFrames(3);
    expect(overlapOf(await positions()).inside).toBe(0);
    await app.page.keyboard.press(' ');
    await app.state('paused');
  });

  it('can be cancelled, which leaves the pose as it is', async () => {
    await button(/^Back to the tangled pose$/).click();
    await told('is back');
    const before = await bits('positions');
    // The worker is held back, so that there is something to cancel.
    await app.page.route(/untangle\.worker/, () => {});
    await button(/^Untangle this$/).click();
    await told('Untangling');
    await button(/^Cancel untangling$/).click();
    await app.page.waitForFunction(() => !untangle.untangling.isBusy);
    expect(await bits('positions')).toEqual(before);
    await app.page.unroute(/untangle\.worker/);
    await button(/^Untangle this$/).waitFor();
  });

  it('says why it can’t, of a scene with cloth', async () => {
    await app.page.evaluate(() => untangle.load({ scene: 'funnel' }, true));
    await app.page.waitForFunction(() => untangle.session?.scene.name === 'funnel' && !untangle.starter.isUnderWay);
    await button(/^Untangle this$/).click();
    await told('needs bodies of tetrahedra');
    expect(app.errors).toEqual([]);
  });
});
