import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultShape, makeShape } from '../../src/scenes/own/shapes.ts';
import type { App } from '../../src/ui/app/app.ts';
import { addShape, emptyScene } from '../../src/ui/own/edits.ts';
import { hashOf } from '../../src/ui/own/scene-link.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';
import { cases, isFull } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();
/** Side of the box that is dropped [m]: it starts half as high above the ground. */
const SIDE = 0.4;
/** Frames of 16.5 ms after which a body that fell 0.2 m lies still enough. */
const FALLEN = cases(90, 45);
/** Greatest distance of the lowest vertex of a body at rest from the ground [m]. */
const RESTS = 0.01;
/** Most actions of a person until a mesh of theirs falls on an obstacle of theirs. */
const MOST_ACTIONS = 20;

/** A box as a file of the format `.t`. */
function boxFile(): string {
  const { mesh } = makeShape({ kind: 'box', sizes: { width: SIDE, height: SIDE, depth: SIDE, tetrahedra: 500 } });
  const lines = (name: string, values: ArrayLike<number>, width: number) =>
    Array.from(
      { length: values.length / width },
      (_, i) =>
        `${name} ${i} ${Array.from(values)
          .slice(width * i, width * (i + 1))
          .join(' ')}`,
    );
  return [...lines('Vertex', mesh.positions, 3), ...lines('Tet', mesh.tets, 4)].join('\n');
}

/** The surface of a cube of 400 units as a file of the format `.obj`. */
function cubeSurface(): string {
  const corners = Array.from(
    { length: 8 },
    (_, i) => `v ${[i & 1, (i >> 1) & 1, i >> 2].map((x) => 400 * x).join(' ')}`,
  );
  return [...corners, 'f 1 3 4 2', 'f 5 6 8 7', 'f 1 2 6 5', 'f 3 7 8 4', 'f 1 5 7 3', 'f 2 4 8 6'].join('\n');
}

/** Takes long: bodies fall until they rest, twice, and scenes start some twenty times. */
describe.skipIf(missing)(`a scene of one's own${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  /** What a person would have done since the last mesh was dropped. */
  let actions = 0;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?scene=entangled-octopi&size=small&iterations=2`);
    await app.frames(1);
    await app.page.waitForFunction(() => untangle.panel.now !== undefined && untangle.late.files.now !== undefined);
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  async function drop(name: string, text: string): Promise<void> {
    actions++;
    const files = await app.page.evaluateHandle(
      ([fileName, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content!], fileName!));
        return transfer;
      },
      [name, text],
    );
    for (const type of ['dragover', 'drop']) await app.page.dispatchEvent('#views', type, { dataTransfer: files });
  }

  /** Waits until the scene of one's own has started with that many bodies. */
  const started = (bodies: number) =>
    app.page.waitForFunction((count) => {
      const { session, starter, settings } = untangle;
      const isThere = session?.scene === settings.own?.scene && !starter.isUnderWay && !starter.isRequested;
      return isThere && session?.world.bodies.length === count;
    }, bodies);

  /** The scene as plain text, with all numbers, and keys in the order of their names. */
  const content = () =>
    app.page.evaluate(() =>
      JSON.stringify(untangle.settings.own!.content, (_, value) =>
        ArrayBuffer.isView(value)
          ? [...(value as Uint8Array)]
          : value instanceof Object && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)))
            : (value as unknown),
      ),
    );

  /** Heights of the lowest vertices of all bodies now [m]. */
  const lowest = () =>
    app.page.evaluate(async () => {
      const { opened, world } = untangle.session!;
      const positions = (await opened.backend.read('positions')) as Float32Array;
      return world.bodies.map(({ vertexBase }, b) => {
        const end = world.bodies[b + 1]?.vertexBase ?? world.vertexCount;
        let least = Number.POSITIVE_INFINITY;
        for (let v = vertexBase; v < end; v++) least = Math.min(least, positions[3 * v + 1]!);
        return least;
      });
    });

  async function add(choice: string): Promise<void> {
    // The list is opened, and a choice is made.
    actions += 2;
    await app.openFolder('Edit my scene');
    await app.row('Add').locator('select').selectOption(choice);
  }

  async function press(key: string): Promise<void> {
    actions++;
    await app.page.keyboard.press(key);
  }

  it('gets a mesh that is dropped on the page, which falls and then rests on the ground', async () => {
    actions = 0;
    await drop('my box.t', boxFile());
    await started(1);
    expect(await app.page.evaluate(() => untangle.settings.own!.content.bodies[0]!.at[1])).toBeCloseTo(SIDE, 6);
    await app.frames(FALLEN);
    expect(Math.abs((await lowest())[0]!)).toBeLessThan(RESTS);
    expect(app.page.url()).toContain('scene=own');
  });

  it('gets an obstacle, on which the mesh falls, within 20 actions', async () => {
    await add('held box');
    await started(2);
    await app.state('paused');
    expect(await app.page.evaluate(() => untangle.session!.simulator.time)).toBe(0);
    const before = await lowest();
    expect(before[1]).toBeCloseTo(0, 6);
    expect(before[0]).toBeGreaterThan(SIDE + 0.05);
    await press(' ');
    expect(actions).toBeLessThanOrEqual(MOST_ACTIONS);
    expect(actions).toBe(4);
    await app.frames(FALLEN);
    const after = await lowest();
    expect(after[1]).toBe(before[1]);
    expect(Math.abs(after[0]! - SIDE)).toBeLessThan(2 * RESTS);
  });

  it('takes edits back and makes them again', async () => {
    const before = await content();
    await add('obstacle bowl');
    await started(2);
    const edited = await content();
    expect(edited).toContain('"bowl"');
    await app.page.keyboard.press('Control+z');
    await started(2);
    expect(await content()).toBe(before);
    await app.page.keyboard.press('Control+y');
    await started(2);
    expect(await content()).toBe(edited);
    await app.state('paused');
  });

  it('is saved as a file, and comes back from it the same', async () => {
    const before = await content();
    const [download] = await Promise.all([
      app.page.waitForEvent('download'),
      app.page.locator('.lil-gui button', { hasText: /^Save scene$/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('my-scene.scene.json');
    const text = await readFile(await download.path(), 'utf8');
    await app.page.evaluate(() => untangle.load({ scene: 'entangled-octopi' }));
    await app.page.waitForFunction(() => untangle.session?.scene.name === 'entangled-octopi');
    await drop('saved.scene.json', text);
    await started(2);
    expect(await content()).toBe(before);
  });

  it('says what is wrong with a bad file, and goes on', async () => {
    await app.frames(1);
    const before = await content();
    await drop('broken.t', 'Vertex 0 1 2 nonsense');
    await app.page.waitForFunction(() => document.querySelector('#message')?.textContent?.includes('broken.t: '));
    expect(await app.message()).toMatch(/^broken\.t: line 1.*nonsense.*expected/);
    await app.moreFrames(2);
    expect(await content()).toBe(before);
    await drop('letter.doc', 'Dear page');
    await app.page.waitForFunction(() => document.querySelector('#message')?.textContent?.includes('letter.doc is of'));
    await app.moreFrames(2);
  });

  it('gets a surface, filled with tetrahedra as a dialog asks', async () => {
    await drop('cube.obj', cubeSurface());
    const dialog = app.page.locator('#fill');
    await dialog.waitFor();
    expect(await dialog.innerText()).toMatch(
      /A surface of 12 triangles, 8 vertices.*400 wide: taken as millimetres.*0\.4 m/s,
    );
    expect(await dialog.innerText()).toMatch(/About [\d,]+ tetrahedra and [\d,]+ vertices · .* of memory/);
    // Keys of the page have no effect in the dialog, and Escape closes it.
    await dialog.locator('[type=submit]').focus();
    await app.page.keyboard.press('g');
    expect(await app.page.locator('#gallery').isHidden()).toBe(true);
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await drop('cube.obj', cubeSurface());
    await dialog.waitFor();
    // A second drop takes the place of the first.
    const first = await dialog.elementHandle();
    await drop('cube.obj', cubeSurface());
    await app.page.waitForFunction((closed) => document.querySelector('#fill') !== closed, first);
    await dialog.waitFor();
    expect(await dialog.count()).toBe(1);
    await dialog.locator('[name=resolution]').fill('10');
    await dialog.locator('[type=submit]').click();
    await started(3);
    const [width, drawn] = await app.page.evaluate(() => {
      const { mesh, surface } = untangle.settings.own!.content.meshes.cube!;
      const xs = [...mesh.positions].filter((_, i) => i % 3 === 0);
      return [Math.max(...xs) - Math.min(...xs), surface?.positions.length];
    });
    expect(Math.abs(width! - SIDE)).toBeLessThan(0.1);
    expect(drawn).toBe(3 * 8);
  });

  it.runIf(isFull)('is there after a reload, and in the browser’s history', async () => {
    const before = await content();
    await app.page.reload();
    await app.page.waitForFunction(() => globalThis.untangle !== undefined);
    await started(3);
    expect(await content()).toBe(before);
    await app.frames(1);
    await app.page.evaluate(() => untangle.load({ scene: 'entangled-octopi' }));
    await app.page.waitForFunction(() => location.search.includes('entangled-octopi'));
    await app.page.goBack();
    await started(3);
    expect(await content()).toBe(before);
    await app.page.goForward();
    await app.page.waitForFunction(() => untangle.session?.scene.name === 'entangled-octopi');
    // Back and at once forward: the scene of one's own, which is read from the browser's store, doesn't come after the other.
    await app.page.evaluate(async () => {
      const moved = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      for (const move of [() => history.back(), () => history.forward()]) {
        const done = moved();
        move();
        await done;
      }
    });
    // Frames are counted from a scene's start, and the one before may still be there.
    await app.page.evaluate(() => {
      const { session, frames } = untangle;
      Object.assign(globalThis, {
        isThreeFramesLater: () => untangle.frames >= (untangle.session === session ? frames : 0) + 3,
      });
    });
    await app.page.waitForFunction(
      () =>
        untangle.session?.scene.name === 'entangled-octopi' &&
        (globalThis as unknown as { isThreeFramesLater: () => boolean }).isThreeFramesLater(),
    );
    const shown = () => app.page.evaluate(() => [untangle.settings.scene, location.search.includes('octopi')]);
    expect(await shown()).toEqual(['entangled-octopi', true]);
    await app.page.goBack();
    await started(3);
  });

  it('opens from a link that holds it', async () => {
    const scene = addShape(emptyScene(), 'ball', makeShape(defaultShape('ball'))).scene;
    await app.page.goto('about:blank');
    await app.page.goto(`${served.url}?scene=own${hashOf(scene)}`);
    await app.page.waitForFunction(() => globalThis.untangle !== undefined);
    await started(1);
    expect(JSON.parse(await content()).bodies).toEqual(scene.bodies);
    await app.page.goto('about:blank');
    await app.page.goto(`${served.url}?scene=own#scene=12.abc`);
    await app.page.waitForFunction(() => document.querySelector('#message')?.textContent?.includes('In the link'));
    expect(await app.message()).toContain('the scene after #');
    expect(app.errors).toEqual([]);
  });

  /** Waits for a message that has a text. */
  const told = (page: Page, text: string) =>
    page.waitForFunction((part) => document.querySelector('#message')?.textContent?.includes(part), text);

  it('leaves the page whole if what the browser has kept is broken, or if it can keep nothing', async () => {
    await app.page.evaluate(async () => {
      const settled = (request: IDBRequest) => new Promise((resolve) => request.addEventListener('success', resolve));
      const opening = indexedDB.open('untangle');
      opening.onupgradeneeded = () => opening.result.createObjectStore('own-scene');
      await settled(opening);
      const store = opening.result.transaction('own-scene', 'readwrite').objectStore('own-scene');
      // Later than any other.
      await settled(store.put({ bodies: [{ mesh: 'gone' }], meshes: {} }, [2, 1e14, 'another tab']));
      opening.result.close();
      sessionStorage.clear();
    });
    await app.page.goto('about:blank');
    await app.page.goto(`${served.url}?scene=own`);
    await told(app.page, 'this browser has kept none');
    await app.page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('no room', 'QuotaExceededError');
      };
      untangle.openOwn();
    });
    await told(app.page, 'This browser can’t keep your scene: its storage is full.');
    expect(app.errors).toEqual([]);
  });

  it.runIf(isFull)('is that of its tab after a reload', async () => {
    await app.page.reload();
    await told(app.page, 'this browser could not keep the one of this tab');
    const titles: string[] = [];
    const tabs: AppPage[] = [];
    const titleOf = (tab: AppPage) => tab.page.evaluate(() => untangle.settings.own?.content.title);
    for (const title of ['first', 'second']) {
      const scene = { ...addShape(emptyScene(), 'ball', makeShape(defaultShape('ball'))).scene, title };
      const tab = await AppPage.open(context, `${served.url}?scene=own&paused${hashOf(scene)}`);
      tabs.push(tab);
      await tab.page.waitForFunction(() => untangle.running !== undefined);
      await tab.page.evaluate(() => untangle.openOwn());
      await tab.page.waitForFunction(() => untangle.late.own.now?.scene !== undefined && !untangle.starter.isUnderWay);
      // An edit, after which the browser keeps the scene.
      await tab.page.evaluate(() => untangle.late.own.now!.duplicateSelected());
      await tab.page.waitForFunction(() => sessionStorage.getItem('untangle:tab')?.includes('"kept"'));
    }
    for (const tab of tabs) {
      await tab.page.goto('about:blank');
      await tab.page.goto(`${served.url}?scene=own&paused`);
      await tab.page.waitForFunction(() => globalThis.untangle !== undefined);
      titles.push((await titleOf(tab)) ?? 'none');
    }
    expect(titles).toEqual(['first', 'second']);
  });
});
