import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OverlapCounter } from '../../src/engine/resolve/overlap.ts';
import type { OwnScene } from '../../src/scenes/own/scene-file.ts';
import { makeShape } from '../../src/scenes/own/shapes.ts';
import { toScene } from '../../src/scenes/own/to-scene.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import type { App } from '../../src/ui/app/app.ts';
import { emptyScene } from '../../src/ui/own/edits.ts';
import { hashOf } from '../../src/ui/own/scene-link.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';

// Takes long: bodies come apart, and rest.
declare const untangle: App;

const missing = browserMissing();
/** Side of the boxes [m]. */
const SIDE = 0.4;
const NOTHING = { inside: 0, piercing: 0, buried: 0, inverted: 0 };

const box = makeShape({ kind: 'box', sizes: { width: SIDE, height: SIDE, depth: SIDE, tetrahedra: 500 } });
/** Two boxes that overlap by a fifth, above the ground. No vertex of one lies on a face of an element of the other one. */
const scene: OwnScene = {
  ...emptyScene(),
  meshes: { box },
  bodies: [
    { mesh: 'box', at: [0, 1, 0], turn: [0, 0, 0, 1], scale: 1 },
    { mesh: 'box', at: [0.77 * SIDE, 1 + 0.13 * SIDE, 0.07 * SIDE], turn: [0, 0, 0, 1], scale: 1 },
  ],
};

/** Counts overlaps in the test's own process, by the code that has an oracle of its own in tests/physics/resolve.test.ts. */
function overlapOf(positions: readonly number[]) {
  const { placements } = toScene(scene).build(1);
  const { world, positions: start } = createWorld(placements, []);
  return new OverlapCounter(world, start).count(Float32Array.from(positions));
}

/** The positions of the box, moved by a vector [sides]. */
const boxAt = (...by: readonly [number, number, number]) =>
  Array.from(box.mesh.positions, (at, i) => Math.fround(at + SIDE * by[i % 3]!));

/** The elements of two boxes in one mesh. */
const twice = (tets: Uint32Array) => Uint32Array.from([...tets, ...tets.map((v) => v + box.mesh.positions.length / 3)]);

/** A file of two boxes in the format of Medit. */
function meditFile(at: readonly number[]): string {
  const rows = (values: ArrayLike<number>, width: number, from: number) =>
    Array.from({ length: values.length / width }, (_, i) =>
      [...Array.from({ length: width }, (__, k) => values[width * i + k]! + from), 0].join(' '),
    );
  const tets = twice(box.mesh.tets);
  const vertices = [`Vertices ${at.length / 3}`, ...rows(at, 3, 0)];
  const elements = [`Tetrahedra ${tets.length / 4}`, ...rows(tets, 4, 1)];
  return ['MeshVersionFormatted 2', 'Dimension 3', ...vertices, ...elements, 'End'].join('\n');
}

describe.skipIf(missing)(`untangling${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?scene=own&paused${hashOf(scene)}`);
    await app.page.waitForFunction(() => untangle.panel.now && untangle.late.files.now && untangle.session);
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
  async function drop(files: Readonly<Record<string, string>>): Promise<void> {
    const dropped = await app.page.evaluateHandle((contents) => {
      const transfer = new DataTransfer();
      for (const [name, content] of Object.entries(contents)) transfer.items.add(new File([content], name));
      return transfer;
    }, files);
    for (const type of ['dragover', 'drop']) await app.page.dispatchEvent('#views', type, { dataTransfer: dropped });
  }
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
      /Before: [1-9]\d* vert.* inside, \d+ piercing edges?, \d+ buried .*, 0 inverted .*\nAfter: 0 vertices inside, 0 piercing edges, 0 buried .*, 0 inverted .*\nMoved by \S+ m rms, \S+ m at most, in \S+ s/,
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
    const ended = await app.page.evaluateHandle(() => {
      const { terminate } = Worker.prototype;
      const calls = { count: 0 };
      Worker.prototype.terminate = function (this: Worker) {
        calls.count++;
        terminate.call(this);
      };
      return calls;
    });
    await button(/^Cancel untangling$/).click();
    await app.page.waitForFunction(() => !untangle.late.untangler.now?.isBusy);
    await expect.poll(() => ended.evaluate(({ count }) => count)).toBe(1);
    expect(await bits('positions')).toEqual(before);
    await app.page.unroute(/untangle\.worker/);
    await button(/^Untangle this$/).waitFor();
  });

  it('takes a tangled mesh that is dropped with its rest shape', async () => {
    const [first, second] = [boxAt(0, 0, 0), boxAt(0.77, 0.13, 0.07)];
    const tangled = [...first, ...second];
    const rest = [...first, ...boxAt(2, 0, 0)];
    await drop({ 'tangled.mesh': meditFile(tangled), 'rest.mesh': meditFile(rest) });
    await app.page.waitForFunction(() => {
      const { session, starter, settings } = untangle;
      const isThere = session?.scene === settings.own?.scene && !starter.isUnderWay && !starter.isRequested;
      return isThere && settings.own?.content.meshes.tangled !== undefined;
    });
    await app.state('paused');
    const [restNow, pose] = await app.page.evaluate(() => {
      const { mesh, pose: posed } = untangle.settings.own!.content.meshes.tangled!;
      return [[...mesh.positions], [...posed!]];
    });
    expect(restNow).toEqual([...Float32Array.from(rest)]);
    expect(pose).toEqual([...Float32Array.from(tangled)]);
    const mesh = { positions: Float32Array.from(rest), tets: twice(box.mesh.tets) };
    const { world, positions: start } = createWorld(
      [{ model: createModel('two', mesh, 0), positions: mesh.positions }],
      [],
    );
    const counter = new OverlapCounter(world, start);
    // Its body is the last one of the scene, which has two boxes.
    const own = async () => Float32Array.from((await positions()).slice(-rest.length));
    expect(counter.count(await own()).inside).toBeGreaterThan(0);
    await button(/^Untangle this$/).click();
    await told('Free of overlap');
    expect(counter.count(await own())).toEqual(NOTHING);
  });

  it('says why it can’t, of a scene with cloth', async () => {
    await app.page.evaluate(() => untangle.load({ scene: 'funnel' }, true));
    await app.page.waitForFunction(() => untangle.session?.scene.name === 'funnel' && !untangle.starter.isUnderWay);
    await button(/^Untangle this$/).click();
    await told('needs bodies of tetrahedra');
    expect(app.errors).toEqual([]);
  });
});
