import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type PlacedWorld, shortestPaths } from '../../src/index.ts';
import { sceneByName } from '../../src/scenes/scenes.ts';
import { buildPatchTree } from '../../src/simulation/self-collision/patch-tree.ts';
import { type PatchSurvey, surveyPatches } from '../../src/simulation/view/explain/survey-patches.ts';
import type { App } from '../../src/ui/app/app.ts';
import { totalsOf } from '../../src/ui/explore/patch-words.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from '../browser/app-page.ts';
import { cases, isFull, some } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();
/** Tolerance: stored paths are float32, explained ones float64; a millionth of the scene's size of about 10 m. */
const ROUNDING = 1e-5;

/** Takes long: the camera flies, and tools are used one after another. */
describe.skipIf(missing)(`exploring paths${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?size=${cases(3000, 1500)}&mode=off&dropSpeed=40&iterations=2`);
    await app.frames(6);
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  const told = () => app.page.locator('#explore .told').innerText();
  const exploring = () => app.page.waitForFunction(() => untangle.explore);

  it('pauses, and shows the path of a penetrating point', async () => {
    await app.page.keyboard.press('e');
    await exploring();
    await app.state('paused');
    expect(await app.page.locator('#readouts').isVisible()).toBe(false);
    await expect.poll(told).toContain('shortest path');
    expect(await told()).toMatch(/distance field/);
    // First the bodies that the point belongs to are in the middle of the picture, then the point.
    await app.page.waitForFunction(isLookingAt, 'the bodies' as const);
    await app.page.waitForFunction(isLookingAt, 'the point' as const);
    const frames = await app.frameCount();
    // Bodies that stand still are drawn in full detail, also by a software renderer.
    await app.page.waitForFunction(() => {
      const { width, clientWidth } = document.querySelector('canvas')!;
      return width === clientWidth * devicePixelRatio;
    });
    expect(await app.frameCount()).toBe(frames);
  });

  it('shows for a clicked point the path that the query answers, as a point of each element that holds it', async () => {
    const place = await app.page.evaluate(findPoint);
    expect(place).toBeDefined();
    await app.page.mouse.click(place!.x, place!.y);
    await expect.poll(() => app.page.evaluate(() => untangle.explore!.vertex)).toBe(place!.vertex);
    const shown = await app.page.evaluate(() => {
      const { queries, explanations } = untangle.explore!;
      return queries.map((one, i) => ({ ...one, distance: explanations[i].answer?.distance ?? 0 }));
    });
    expect(shown.length).toBeGreaterThan(0);
    const queries = shown.map(({ point, body, tet, vertex }) => ({
      point: [point[0], point[1], point[2]] as const,
      body,
      tet,
      ...(vertex !== undefined && { vertex: { body, id: vertex } }),
    }));
    const paths = await shortestPaths(await placedBodies(app), queries);
    for (const [i, { distance }] of shown.entries())
      expect(Math.abs(distance - (paths[i]?.depth ?? 0))).toBeLessThan(ROUNDING);
    expect(await app.page.locator('#labels span').count()).toBeGreaterThan(0);
  });

  it('explains why a point outside all bodies has no path', async () => {
    await app.page.evaluate(() => {
      const { explore, session } = untangle;
      const depths = session!.opened.backend.read('depths') as Promise<Float32Array>;
      return depths.then((all) => {
        const faces = [...session!.faces];
        explore!.askVertex(faces.find((v) => all[v] === 0)!, false);
      });
    });
    expect(await told()).toContain('nothing to resolve');
  });

  it('cuts a body open, and shows the path of the place under the pointer', async () => {
    await app.page.locator('[data-tool=section]').click();
    for (const axis of some([0, 1, 2], 2)) {
      await app.page.locator(`[data-axis="${axis}"]`).click();
      // While the camera flies to the cut, the place moves, and is not always on the page.
      const pointed = async () => {
        const place = await app.page.evaluate(() => untangle.explore!.placeInSection());
        if (place) await app.page.mouse.move(place.x, place.y);
        return told();
      };
      await expect.poll(pointed).toMatch(/A place in the cut.*distance field/s);
    }
    await app.page.locator('.cut input').fill('0.3');
    expect(await told()).not.toContain('A place in the cut');
    await app.page.locator('.cut select').selectOption('3');
    expect(await app.page.evaluate(() => untangle.explore!.queries.length)).toBe(0);
  });

  it('draws lines of equal depth in the cut, of the distance field and of the exact depth', async () => {
    const pieces = () => app.page.evaluate(drawnPieces);
    // The path method of the session isn't `distance-field`, so there are none at first.
    expect(await pieces()).toEqual({ exact: 0, carried: 0 });
    await app.page.locator('.cut input').fill('0.5');
    await app.page.locator('[data-lines=depth]').click();
    expect(await app.page.locator('#explore .key').innerText()).toMatch(
      /exact depth.*distance field.*every [125]0* c?m?m/s,
    );
    await expect.poll(async () => (await pieces()).exact).toBeGreaterThan(50);
    expect((await pieces()).carried).toBeGreaterThan(50);
    await app.page.locator('[data-lines=none]').click();
    expect(await pieces()).toEqual({ exact: 0, carried: 0 });
    expect(await app.page.locator('#explore .key').isVisible()).toBe(false);
  });

  it.runIf(isFull)(
    'colours patches that can’t touch themselves, explains a clicked one, and leaves nothing when put away',
    async () => {
      await app.page.locator('#explore [data-tool=points]').click();
      await app.page.waitForFunction(() => document.querySelector('#explore .cut')?.hasAttribute('hidden'));
      await expect.poll(() => app.page.evaluate(drawnGeometries)).toBeGreaterThan(0);
      const before = await app.page.evaluate(drawnGeometries);
      const button = app.page.locator('#explore [data-tool=patches]');
      await button.click();
      await expect.poll(told).toContain('pairs left to test');
      expect(await button.getAttribute('aria-pressed')).toBe('true');
      const totals = totalsOf(await surveyedBodies(app));
      expect(await app.page.evaluate(() => untangle.explore!.patches.patches!.news.totals)).toEqual(totals);
      expect(await told()).toContain(totals.pairsWithout.toLocaleString('en'));
      expect(await app.page.evaluate(drawnGeometries)).toBeGreaterThan(before);
      // The camera flies to where all bodies are in view.
      const place = await app.page.waitForFunction(findSkin).then((found) => found.jsonValue());
      await app.page.mouse.click(place!.x, place!.y);
      await expect.poll(told).toMatch(/This (patch can’t|part may) touch itself/);
      const explained = await app.page.evaluate(() => {
        const { verdict, faces } = untangle.explore!.patches.patches!.explained!;
        return { verdict, count: faces.length };
      });
      expect(await told()).toContain(`${explained.count} faces`);
      expect(await told()).toMatch(explained.verdict === 'free' ? /doesn’t cross itself/ : /may touch itself/);
      expect(await app.page.locator('#labels span').count()).toBeGreaterThan(0);
      await button.click();
      expect(await button.getAttribute('aria-pressed')).toBe('false');
      expect(await app.page.evaluate(() => untangle.explore!.patches.patches)).toBeUndefined();
      expect(await app.page.locator('#labels span').count()).toBe(0);
      expect(await told()).not.toContain('touch itself');
      await expect.poll(() => app.page.evaluate(drawnGeometries)).toBe(before);
    },
  );

  it.runIf(isFull)('ends the search for patches with the mode', async () => {
    await app.page.locator('#explore [data-tool=patches]').click();
    await app.page.locator('#explore [data-tool=section]').click();
    expect(await app.page.locator('#explore .told').innerText()).toBe('');
    await app.page.locator('#explore [data-tool=patches]').click();
    await expect.poll(told).toContain('pairs left to test');
  });

  it('goes back with Escape, and the simulation goes on', async () => {
    await app.page.keyboard.press('Escape');
    await app.state('running');
    expect(await app.page.evaluate(() => untangle.explore)).toBeUndefined();
    expect(await app.page.locator('#explore').isVisible()).toBe(false);
    expect(await app.page.locator('#labels span').count()).toBe(0);
    await app.moreFrames(1);
    await app.page.locator('.lil-controller').filter({ hasText: 'Explore paths' }).locator('button').click();
    await exploring();
    await app.page.locator('#explore .leave').click();
    await app.state('running');
  });

  it("shows the paper's figures in 2D, and follows the pointer", async () => {
    await app.row('scene').locator('select').selectOption('paths-2d');
    await app.page.waitForFunction(() => untangle.page2d);
    const points = new Set<string>();
    for (const figure of await app.page.locator('[data-figure]').all()) {
      await figure.click();
      expect(await app.page.locator('.view-2d svg polygon').count()).toBeGreaterThan(20);
      expect((await app.page.locator('.view-2d .caption').innerText()).length).toBeGreaterThan(200);
      points.add(await told());
    }
    expect(points.size).toBe(8);
    await app.page.locator('[data-figure=figure-3]').click();
    expect(await app.page.evaluate(() => untangle.page2d!.explanations.length)).toBe(2);
    const before = await told();
    await app.page.locator('.view-2d svg').click();
    const box = (await app.page.locator('.view-2d svg').boundingBox())!;
    await app.page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.12);
    expect(await told()).not.toBe(before);
    await app.row('scene').locator('select').selectOption('octopi-8');
    await app.page.waitForFunction(() => untangle.session && !untangle.page2d);
    await app.frames(1);
  });

  it('had no error', async () => {
    await app.page.close();
    expect(app.errors).toEqual([]);
  });
});

/** Runs in the page: finds a penetrating point that no panel covers, and its position on the page. */
function findPoint(): { vertex: number; x: number; y: number } | undefined {
  return untangle.explore!.marks().find(({ x, y }) => x > 330 && x < 480 && y > 20 && y < 420);
}

/** Runs in the page: number of geometries that the renderer holds. */
function drawnGeometries(): number {
  return untangle.running!.first.view.painter.renderer.info.memory.geometries;
}

/**
 * Runs in the page: a place on the page at which a corner of some skin lies, not covered by a card, once the camera stands still: it was
 * there when this was last called, too.
 */
function findSkin(): { x: number; y: number } | undefined {
  const { running, session } = untangle;
  const { positions } = (untangle.explore as unknown as { frame: { positions: Float32Array } }).frame;
  const { rig } = running!.first.view;
  const place = [...session!.faces]
    .map((v) => rig.project([...positions.subarray(3 * v, 3 * v + 3)]))
    .find((at) => at && document.elementFromPoint(at.x, at.y) instanceof HTMLCanvasElement);
  const memory = globalThis as unknown as { lastPlace: { x: number; y: number; time: number } | undefined };
  const { lastPlace } = memory;
  const isSame = place && lastPlace?.x === place.x && lastPlace.y === place.y;
  if (!isSame) memory.lastPlace = place && { ...place, time: performance.now() };
  return isSame && performance.now() > lastPlace.time + 500 ? place : undefined;
}

/** Surveys the patches of the scene's bodies at their current positions in the page. */
async function surveyedBodies(app: AppPage): Promise<PatchSurvey[]> {
  const { world, positions } = await placedBodies(app);
  return world.bodies.map(({ model, vertexBase }) => {
    const { topology, mesh } = world.models[model]!;
    const tree = buildPatchTree(topology, mesh.positions);
    return surveyPatches(tree, positions.subarray(3 * vertexBase, 3 * (vertexBase + topology.vertexCount)));
  });
}

/** Runs in the page: numbers of drawn pieces of lines of equal depth. */
function drawnPieces(): { exact: number; carried: number } {
  type Lines = { mesh: { visible: boolean; geometry: { instanceCount: number } } };
  const { layer } = untangle.explore as unknown as { layer: { depthLines: { exact: Lines; carried: Lines } } };
  const { exact, carried } = layer.depthLines;
  const count = ({ mesh }: Lines) => (mesh.visible ? mesh.geometry.instanceCount : 0);
  return { exact: count(exact), carried: count(carried) };
}

/** Runs in the page: whether the camera's target is the middle of the bounding box of the explored bodies, or the explored point. */
function isLookingAt(goal: 'the bodies' | 'the point'): boolean {
  const { explore, session, running } = untangle;
  const { target } = running!.first.view.travel.viewpoint;
  const point = explore!.explanations[0]!.point;
  const { bodies, models } = session!.world;
  const { positions } = (explore as unknown as { frame: { positions: Float32Array } }).frame;
  const own = bodies.findLastIndex(({ vertexBase }) => vertexBase <= explore!.vertex!);
  const middle = [0, 1, 2].map((axis) => {
    const coordinates = [own, ...explore!.queries.map(({ body }) => body)].flatMap((body) => {
      const { model, vertexBase } = bodies[body]!;
      const { vertexCount } = models[model]!.topology;
      return Array.from({ length: vertexCount }, (_, v) => positions[3 * (vertexBase + v) + axis]!);
    });
    return (Math.min(...coordinates) + Math.max(...coordinates)) / 2;
  });
  const wanted = goal === 'the bodies' ? middle : point;
  return Math.hypot(...wanted.map((x, k) => x - target[k]!)) < 1e-3;
}

/** The scene's bodies at their current positions in the page. */
async function placedBodies({ page }: AppPage): Promise<PlacedWorld> {
  const { name, size, positions } = await page.evaluate(async () => {
    const { scene, size, opened } = untangle.session!;
    return { name: scene.name, size, positions: [...(await opened.backend.read('positions'))] };
  });
  const { placements, colliders } = sceneByName(name)!.build(size);
  return { world: createWorld(placements, colliders).world, positions: Float32Array.from(positions) };
}
