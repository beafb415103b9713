import { expect } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import type { BackendKind } from './driver.ts';
import type { DrivenApp } from './driven-app.ts';
import { tableOf } from '../fixtures/csv-table.ts';

declare const untangle: App;

declare global {
  /** The file that the page saved last. */
  var saved: { readonly name: string; readonly text: string } | undefined;
}

/** Few tetrahedra and short frames, since drawing and simulation run in software here. */
export const LINK = '?scene=octopi-8&size=900&stepsPerFrame=1&iterations=2';

/** Frames of one step during which a body is pulled. */
const PULLED_FRAMES = 20;

interface Step {
  readonly name: string;
  run(app: DrivenApp, backend: BackendKind): Promise<void>;
}

/** A person's actions in the page; each step begins in the state that the previous one left. */
export const SCENARIO: readonly Step[] = [
  { name: 'frames advance on the backend, and octopi are seen', run: advances },
  { name: 'the mouse drags a body', run: drags },
  { name: 'frames are recorded, and saved as a table', run: records },
  { name: 'paths are explored', run: explores },
  { name: 'two methods are compared', run: compares },
  { name: 'another scene is chosen in the gallery', run: switchesScene },
];

async function advances(app: DrivenApp, backend: BackendKind): Promise<void> {
  await app.frames(3);
  const ran = await app.ask(() => {
    const { session } = untangle;
    const { backend, drawn } = session!.opened;
    // A canvas returns its context for the kind that it was made with, and null for other kinds.
    const isWebGL = document.querySelector<HTMLCanvasElement>('#views canvas')!.getContext('webgl2') !== null;
    return { backend: backend.kind, isDrawnInPlace: drawn !== undefined, isWebGL };
  });
  const isGpu = backend === 'gpu';
  expect(ran).toEqual({ backend, isDrawnInPlace: isGpu, isWebGL: !isGpu });
  // The camera comes to the bodies in the first seconds.
  await expect.poll(() => app.pixels(), { timeout: 20_000 }).toSatisfy(({ skin, hues }) => skin > 0.02 && hues >= 2);
}

/** Returns where a body is seen between the panels, once two pictures in a row agree: the camera may still glide after a pause. */
async function restingSpot(app: DrivenApp) {
  let { spot } = await app.pixels();
  await expect
    .poll(async () => {
      const before = spot;
      spot = (await app.pixels()).spot;
      return spot && before ? Math.hypot(spot.x - before.x, spot.y - before.y) : Infinity;
    })
    .toBe(0);
  return spot!;
}

async function drags(app: DrivenApp): Promise<void> {
  const { page } = app;
  // Pause first: a click may miss a body that moves after the picture was taken.
  await page.press(' ');
  await app.state('paused');
  const spot = await restingSpot(app);
  await page.move(spot.x, spot.y);
  await page.down();
  await page.move(spot.x + 90, spot.y + 30);
  const [held] = await app.ask(() => untangle.session!.simulator.grabs.map((one) => ({ ...one })));
  if (!held) throw new Error('the mouse holds nothing');
  const distance = () =>
    app.ask(async ({ vertex, target }) => {
      const positions = (await untangle.session!.opened.backend.read('positions')) as Float32Array;
      return Math.hypot(...target.map((x, k) => x - positions[3 * vertex + k]));
    }, held);
  const before = await distance();
  await page.press(' ');
  // The pull's force is limited, so that a body takes some hundredths of a second to follow.
  await app.frames(PULLED_FRAMES);
  await page.press(' ');
  await app.state('paused');
  expect(await distance()).toBeLessThan(0.8 * before);
  await page.press(' ');
  await app.state('running');
  await page.up();
  expect(await app.ask(() => untangle.session!.simulator.grabs.length)).toBe(0);
}

async function records(app: DrivenApp, backend: BackendKind): Promise<void> {
  await app.click('.lil-gui .lil-title', 'Record frame timings');
  await app.click('.lil-gui button', 'Start recording');
  await app.frames(3);
  await app.click('.lil-gui button', 'Stop recording');
  await app.click('.lil-gui button', 'Download CSV');
  await app.until('a saved table', () => globalThis.saved !== undefined);
  const { name, text } = (await app.ask(() => globalThis.saved!))!;
  expect(name).toMatch(/^untangle-octopi-8-\w+-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toContain(`\n# backend,${backend}\n`);
  const [header, ...rows] = tableOf(text).trim().split('\n');
  for (const column of ['frame', 'duration [ms]', 'render [ms]', 'hash']) expect(header.split(',')).toContain(column);
  expect(rows.length).toBeGreaterThanOrEqual(2);
}

async function explores(app: DrivenApp): Promise<void> {
  await app.page.press('e');
  await app.until('exploring', () => untangle.explore !== undefined);
  await app.state('paused');
  await app.until('a card', () => document.querySelector<HTMLElement>('#explore')!.innerText.length > 20);
  await app.page.press('Escape');
  await app.until('the way back', () => untangle.explore === undefined);
  await app.state('running');
}

async function compares(app: DrivenApp): Promise<void> {
  await app.choose('Compare with', 'Mode: Discrete (DCD)');
  await app.until('two halves', () => untangle.running?.halves.length === 2);
  await app.until('frames of both', () => untangle.frames >= 2);
  const modes = await app.ask(() => untangle.running!.halves.map(({ session }) => session.simulator.parameters.mode));
  expect(modes).toEqual(['hybrid', 'dcd']);
  expect(await app.ask(() => document.querySelectorAll('#views canvas').length)).toBe(2);
  await app.choose('Compare with', 'Nothing');
  await app.until('one half', () => untangle.running?.halves.length === 1);
}

async function switchesScene(app: DrivenApp, backend: BackendKind): Promise<void> {
  await app.page.press('g');
  await app.click('#gallery [data-scene=nested-knots] [data-size=small]');
  // A slow machine is asked before the scene starts.
  await app.until('nested knots', () => {
    const start = [...document.querySelectorAll<HTMLElement>('#message button')].find(
      ({ textContent }) => textContent === 'start',
    );
    start?.click();
    return untangle.session?.scene.name === 'nested-knots' && untangle.frames >= 2;
  });
  expect(await app.ask(() => untangle.session!.opened.backend.kind)).toBe(backend);
  const { skin } = await app.pixels();
  // Thin knots cover about a hundredth of the picture.
  expect(skin).toBeGreaterThan(0.005);
}
