import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Recording } from '../../src/record/recording.ts';
import type { App } from '../../src/ui/app/app.ts';
import type { AppPage, PixelShares } from './app-page.ts';
import { tableOf } from '../fixtures/csv-table.ts';

declare const untangle: App;

/** Tetrahedra per body in these tests: few, since software computes and draws. */
export const SIZE = 1000;
/** Timeout of a step on a software GPU that shares its cores [ms]. */
const STEP_PATIENCE = 30_000;

/** Expects octopi in the picture: skin in the colours of several bodies. */
export async function seesOctopi(app: AppPage): Promise<void> {
  const { skin, hues } = await app.pixels();
  expect(skin).toBeGreaterThan(0.02);
  expect(hues).toBeGreaterThanOrEqual(2);
}

/** Expects the keys space, . and h to pause, step and show the help. */
export async function usesKeys(app: AppPage): Promise<void> {
  const { page } = app;
  await page.keyboard.press(' ');
  await app.state('paused');
  const steps = await page.evaluate(() => untangle.session!.simulator.steps);
  const frames = await app.frameCount();
  await page.keyboard.press('.');
  await app.frames(frames + 1);
  await app.state('paused');
  expect(await page.evaluate(() => untangle.session!.simulator.steps)).toBe(steps + 1);
  await page.keyboard.press('h');
  await page.locator('#help').waitFor();
  expect(await page.locator('#help').innerText()).toContain('shortest path');
  await page.keyboard.press('Escape');
  expect(await page.locator('#help').isVisible()).toBe(false);
  await page.keyboard.press(' ');
  await app.state('running');
}

/** Expects a slider to reach the simulator, and its change to be recorded with the step. */
export async function movesSlider(app: AppPage): Promise<void> {
  await app.openFolder('Method', 'Solver');
  const slider = app.row('iterations').locator('input[type=range]');
  await slider.click({ position: { x: 6, y: 8 } });
  const value = await app.page.evaluate(() => untangle.session!.simulator.parameters.iterations);
  expect(value).toBeGreaterThan(5);
  const recorded = () =>
    app.page.evaluate(() => untangle.session!.simulator.inputs.map(({ parameters }) => parameters?.iterations));
  // With the next step.
  await expect.poll(recorded, { timeout: STEP_PATIENCE }).toContain(value);
  const input = app.row('iterations').locator('input[type=text]');
  await input.fill('3');
  await input.press('Enter');
  expect(await app.page.evaluate(() => untangle.session!.simulator.parameters.iterations)).toBe(3);
}

/**
 * Expects the mouse to show that it can pull a body, to pull a part of it towards itself, and to release it: at once while the scene runs,
 * or, if it stands still, a while after it goes on. Expects a double click to pin a part, and another one to free it.
 */
export async function dragsBody(app: AppPage): Promise<void> {
  // A message that comes now would lie above a body.
  const showMessages = await app.hideMessages();
  // The body may have moved on after the screenshot, so that the mouse misses it.
  await app.page.keyboard.press(' ');
  await app.state('paused');
  try {
    await dragsInPause(app);
  } finally {
    // The tests that follow need a scene that runs, also where this one fails.
    await showMessages();
    if (await app.page.evaluate(() => document.body.dataset.state === 'paused')) await app.page.keyboard.press(' ');
  }
}

/** Distance by which a pin is moved [pixels]. */
const MOTION = 60;

async function dragsInPause(app: AppPage): Promise<void> {
  const { page } = app;
  await app.cameraStands();
  let spot: PixelShares['spot'];
  const grabs = () => page.evaluate(() => untangle.session!.simulator.grabs);
  const cursor = () => page.evaluate(() => document.querySelector('canvas')!.style.cursor);
  // The code of the hand comes after the first frame.
  await expect
    .poll(async () => {
      // Anew each time: once the mouse missed the body at that place, however often it looked there.
      spot = (await app.pixels()).spot;
      expect(spot).toBeDefined();
      await page.mouse.move(spot!.x + 1, spot!.y);
      await page.mouse.move(spot!.x, spot!.y);
      return cursor();
    })
    .toBe('grab');
  await page.mouse.down();
  const [start] = await grabs();
  await page.mouse.move(spot!.x + 30, spot!.y + 10, { steps: 3 });
  expect(await cursor()).toBe('grabbing');
  const [held, ...others] = await grabs();
  expect(others).toEqual([]);
  await page.mouse.wheel(0, -100);
  await expect.poll(async () => (await grabs())[0]!.radius).toBeGreaterThan(held!.radius!);
  const place = () =>
    page.evaluate(async (vertex) => {
      const positions = (await untangle.session!.opened.backend.read('positions')) as Float32Array;
      return [...positions.subarray(3 * vertex, 3 * vertex + 3)];
    }, held!.vertex);
  const before = await place();
  await page.keyboard.press(' ');
  await app.moreFrames(2);
  await page.keyboard.press(' ');
  await app.state('paused');
  // The way along the pull, as a share of the pull.
  const pull = held!.target.map((x, k) => x - start!.target[k]!);
  const way = (await place()).map((x, k) => x - before[k]!);
  const product = (u: readonly number[], v: readonly number[]) => u.reduce((sum, x, k) => sum + x * v[k]!, 0);
  expect(product(way, pull) / product(pull, pull)).toBeGreaterThan(0.25);
  await page.mouse.up();
  expect(await grabs()).toHaveLength(1);
  // The pull acts for half a second, which long steps soon reach.
  const { timeStep } = await page.evaluate(() => untangle.session!.simulator.parameters);
  await page.evaluate(() => untangle.setParameters({ timeStep: 0.02 }));
  await page.keyboard.press(' ');
  await expect.poll(async () => (await grabs()).length, { timeout: 30 * STEP_PATIENCE }).toBe(0);
  await page.keyboard.press(' ');
  await app.state('paused');
  await page.evaluate((own) => untangle.setParameters({ timeStep: own }), timeStep);
  await app.cameraStands();
  const next = (await app.pixels()).spot!;
  // Slowly, as people may set it, and as it comes on a busy machine.
  await page.mouse.dblclick(next.x, next.y, { delay: 500 });
  const pins = await grabs();
  expect(pins).toHaveLength(1);
  const markOf = ([pin]: readonly { readonly target: readonly [number, number, number] }[]) =>
    page.evaluate((at) => untangle.running!.first.view.rig.project([...at])!, pin!.target);
  // A pin is taken by its mark, which lies beside the body once it was moved: towards the middle of the window.
  const mark = await markOf(pins);
  const down = mark.y < page.viewportSize()!.height / 2 ? MOTION : -MOTION;
  await page.mouse.move(mark.x, mark.y);
  await page.mouse.down();
  await page.mouse.move(mark.x, mark.y + down, { steps: 3 });
  await page.mouse.up();
  const moved = await grabs();
  expect(moved).toHaveLength(1);
  expect(moved[0]!.vertex).toBe(pins[0]!.vertex);
  const movedMark = await markOf(moved);
  expect(movedMark.y - mark.y).toBeCloseTo(down, 0);
  await page.mouse.dblclick(movedMark.x, movedMark.y);
  expect(await grabs()).toEqual([]);
}

/** Expects recorded frames as CSV and JSON, with scene, parameters and machine. */
export async function recordsAndDownloads(app: AppPage, backend: 'cpu' | 'gpu'): Promise<Recording> {
  const { page } = app;
  await app.openFolder('Record frame timings');
  await page.getByLabel('Count overlaps exactly (slower)').check();
  await page.getByRole('button', { name: 'Start recording', exact: true }).click();
  await app.moreFrames(3);
  await page.getByRole('button', { name: 'Stop recording', exact: true }).click();
  const save = async (format: string) => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download ${format}`, exact: true }).click();
    const download = await started;
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  };
  const csv = await save('CSV');
  expect(csv.name).toMatch(new RegExp(`^untangle-octopi-8-${SIZE}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  for (const constant of ['# scene,octopi-8', '# adapter,', '# youngsModulus [Pa],'])
    expect(csv.text).toContain(`\n${constant}`);
  const [header, ...rows] = tableOf(csv.text).trimEnd().split('\n');
  for (const column of [
    'frame',
    'duration [ms]',
    'ccd [ms]',
    'render [ms]',
    'hash',
    'penetrating [vertices]',
    'interpenetrating [vertices]',
    'piercingShare',
  ]) {
    expect(header.split(',')).toContain(column);
  }
  const json = await save('JSON');
  expect(json.name).toMatch(new RegExp(`^untangle-octopi-8-${SIZE}-.*\\.json$`));
  const recording: Recording = JSON.parse(json.text);
  expect(recording.frames.length).toBeGreaterThanOrEqual(2);
  expect(rows.length).toBe(recording.frames.length);
  expect(recording).toMatchObject({ scene: 'octopi-8', size: SIZE, bodies: 8, backend });
  expect(recording.host).toContain('Chrome');
  const { inputs } = recording;
  expect(inputs.length).toBeGreaterThan(2);
  expect(new Set(inputs.map(({ step }) => step)).size).toBe(inputs.length);
  expect(inputs.filter(({ grabs }) => grabs).length).toBeGreaterThan(1);
  for (const { stages, hash, ms, interpenetrating, piercingShare } of recording.frames) {
    expect(interpenetrating).toBeGreaterThanOrEqual(0);
    expect(piercingShare).toBeGreaterThanOrEqual(0);
    expect(stages.solve).toBeGreaterThan(0);
    expect(stages.render).toBeGreaterThan(0);
    expect(ms).toBeGreaterThan(stages.render);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
  }
  return recording;
}

const SHOWN = ['contacts', 'penetrating points', 'wireframe', 'tetrahedra'];

/** Expects mode and overlays to change while the scene runs. */
export async function switchesWhileRunning(app: AppPage): Promise<void> {
  for (const label of SHOWN) {
    await app.row(label).locator('input').check();
  }
  await app.row('mode').locator('select').selectOption('off');
  await app.moreFrames(1);
  expect(await app.page.evaluate(() => untangle.session!.simulator.parameters.mode)).toBe('off');
  for (const label of SHOWN) {
    await app.row(label).locator('input').uncheck();
  }
}

/** Settings with which bodies fall through one another. */
export const OVERLAPPING = { mode: 'off', dropSpeed: 40, iterations: 2, timeStep: 0.0066, stepsPerFrame: 4 } as const;
/** Time after which they have done so [s]. Until 0.06 s later at least a twentieth of their pixels is blue. */
const OVERLAP_TIME = 0.13;

/** Expects bodies that fall through one another to be blue where they overlap. */
export async function turnsBlue(app: AppPage): Promise<void> {
  const { page } = app;
  await page.waitForFunction((least) => untangle.session!.simulator.time >= least, OVERLAP_TIME);
  await page.keyboard.press(' ');
  await app.state('paused');
  // All bodies: a person may have moved the camera before.
  await page.keyboard.press('0');
  await app.cameraStands();
  const { blue, skin } = await app.pixels();
  // Relative to the pixels that bodies cover: their size in the picture depends on the camera.
  expect(blue / (blue + skin), `${blue} of ${blue + skin} at frame ${await app.frameCount()}`).toBeGreaterThan(0.03);
  // Some skin must be left: the later the frame, the more of it is blue.
  expect(blue + skin).toBeGreaterThan(0.003);
}
