import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { type BufferAttribute, type Camera, Color, type Group, type Mesh } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultShape, makeShape } from '../../src/scenes/own/shapes.ts';
import type { App } from '../../src/ui/app/app.ts';
import { addGround, addShape, emptyScene } from '../../src/ui/own/edits.ts';
import { hashOf } from '../../src/ui/own/scene-link.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage, HIDE_PANELS } from './app-page.ts';
import { decode } from './decode.ts';
import { isFull } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();
/** Least number of pixels that a frame changes. */
const FRAME_PIXELS = 100;
const SIZE = { width: 320, height: 240, hasBackground: true } as const;

/** Two bodies and a tilted plane. */
function scene() {
  const ball = addShape(emptyScene(), 'ball', makeShape(defaultShape('ball'))).scene;
  const both = addShape(ball, 'ring', makeShape(defaultShape('ring'))).scene;
  return { ...addGround(both).scene, camera: { position: [3, 2, 4], target: [0, 1, 0] } as const };
}

describe.skipIf(missing || !isFull)(`the chosen part of a scene of one's own${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?scene=own&paused&camera=3,2,4,0,1,0${hashOf(scene())}`);
    await app.state('paused');
    await app.page.waitForFunction(() => untangle.panel.now !== undefined);
    await app.page.waitForFunction(() => untangle.running!.first.view.camera.layers.isEnabled(1));
    await app.openFolder('Edit my scene');
    await app.hideMessages();
    await app.drawFinely();
    await app.cameraStands();
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  /** Shows or hides the frame, and draws. @returns the pixels */
  async function pixels(areShown: boolean): Promise<Uint8ClampedArray> {
    await app.page.evaluate(async (shown) => {
      const { layers } = untangle.running!.first.view.camera;
      if (shown) layers.enable(1);
      else layers.disable(1);
      await new Promise<void>((resolve) => untangle.running!.drawAgain(resolve));
    }, areShown);
    return (await decode(app.page, await app.page.screenshot({ style: HIDE_PANELS }))).data;
  }

  async function picture(): Promise<Buffer> {
    const waiting = app.page.waitForEvent('download');
    await app.page.evaluate((size) => untangle.save({ kind: 'picture', size }), SIZE);
    return readFileSync(await (await waiting).path());
  }

  const choose = (part: string) => app.row('Part').locator('select').selectOption(part);

  it('is framed in the view, whatever part it is, and in no picture', async () => {
    const pictures: Buffer[] = [];
    for (const part of ['bodies 0', 'bodies 1', 'obstacles 0']) {
      await choose(part);
      const [shown, hidden] = [await pixels(true), await pixels(false)];
      expect(shown.filter((value, i) => value !== hidden[i]).length, part).toBeGreaterThan(FRAME_PIXELS);
      await pixels(true);
      pictures.push(await picture());
      expect(await app.page.evaluate(() => untangle.running!.first.view.camera.layers.isEnabled(1))).toBe(true);
    }
    for (const other of pictures.slice(1)) expect(other.equals(pictures[0]!)).toBe(true);
    await pixels(false);
    expect((await picture()).equals(pictures[0]!)).toBe(true);
    await pixels(true);
  });

  it('has its colour in the panel, as it is drawn', async () => {
    for (const index of [0, 1]) {
      await choose(`bodies ${index}`);
      const drawn = await app.page.evaluate((placement) => {
        const { world } = untangle.session!;
        const { vertexBase } = world.bodies.find((body) => body.placement === placement)!;
        const { bodies } = untangle.running!.first.view as unknown as { bodies: { group: Group } };
        const { geometry } = bodies.group.children[0] as Mesh;
        const colours = geometry.getAttribute('bodyColour') as BufferAttribute;
        return [colours.getX(vertexBase), colours.getY(vertexBase), colours.getZ(vertexBase)] as const;
      }, index);
      const expected = `#${new Color(...drawn).getHexString()}`;
      expect(await app.row('Colour').locator('input[type=text]').inputValue()).toBe(expected.slice(1));
    }
  });

  it('is told with its counts, not with a size', async () => {
    expect(await app.page.evaluate(() => untangle.settings.own!.counts)).toMatch(/^2 bodies, [\d,]+ tetrahedra$/);
    expect(await app.page.locator('#readouts').innerText()).not.toContain('Size');
  });

  it('is not framed while the scene runs', async () => {
    const count = () =>
      app.page.evaluate(() => {
        const { threeScene, camera } = untangle.running!.first.view as unknown as { threeScene: Group; camera: Camera };
        let drawn = 0;
        threeScene.traverseVisible((object) => {
          if (object.layers.isEnabled(1) && camera.layers.isEnabled(1)) drawn++;
        });
        return drawn;
      });
    expect(await count()).toBeGreaterThan(0);
    await app.page.keyboard.press(' ');
    await app.frames(1);
    expect(await count()).toBe(0);
    await app.page.evaluate(() => untangle.pause());
    await app.state('paused');
    expect(await count()).toBe(0);
    expect(app.errors).toEqual([]);
  });
});
