import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readState } from '../../src/engine/state-file.ts';
import type { Recording } from '../../src/record/recording.ts';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { CommandLine } from '../fixtures/command-line.ts';
import { AppPage } from './app-page.ts';
import { dropFiles } from './drop-files.ts';

declare const untangle: App;

const missing = browserMissing();
/** A small scene of short frames. */
const SCENE = '?scene=octopi-8&size=900&stepsPerFrame=1&iterations=2&paused';
/** Steps before and after the state is saved. */
const [BEFORE, AFTER] = [6, 10];

/** Takes long: the page goes on from six states, and the command line from two. */
describe.skipIf(missing)(`a state${missing ? ` (${missing})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'untangle-states-'));
  const line = new CommandLine();
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  /** A state that the page has saved, and the hash some steps later. */
  let saved: Buffer;
  let later: string;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}${SCENE}`);
    await app.state('paused');
    await app.page.waitForFunction(() => untangle.panel.now !== undefined && untangle.late.files.now !== undefined);
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
    rmSync(folder, { recursive: true });
    line.remove();
  });

  const stepCount = () => app.page.evaluate(() => untangle.session!.simulator.steps);
  const hash = () => app.page.evaluate(() => untangle.session!.simulator.hash());

  /** Simulates without drawing, which takes software seconds. */
  const steps = (count: number) =>
    app.page.evaluate(async (wanted) => {
      for (let i = 0; i < wanted; i++) await untangle.session!.simulator.step();
    }, count);

  /** Simulates a step as a person does, and draws. */
  async function stepByKey(): Promise<void> {
    const before = await stepCount();
    await app.page.keyboard.press('.');
    await app.page.waitForFunction(
      (least) => untangle.session!.simulator.steps > least && document.body.dataset.state === 'paused',
      before,
    );
  }

  async function save(): Promise<Buffer> {
    const waiting = app.page.waitForEvent('download');
    await app.page.evaluate(() => untangle.save({ kind: 'state' }));
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(/^untangle-.*\.state$/);
    await download.saveAs(join(folder, 'saved'));
    return readFileSync(join(folder, 'saved'));
  }

  /** Drops a state, and waits until the scene has started that goes on from it. */
  async function goOn(bytes: Uint8Array, name = 'a.state'): Promise<void> {
    await app.page.evaluate(() => {
      (globalThis as { before?: unknown }).before = untangle.session;
    });
    await dropFiles(app.page, [[name, bytes]]);
    await app.page.waitForFunction(() => {
      const { session, starter } = untangle;
      const { before } = globalThis as { before?: unknown };
      return session && session !== before && !starter.isUnderWay && !starter.isRequested;
    });
  }

  /** Shows the scene of one's own: its code asks nothing, however slow the machine is. */
  async function openOwn(): Promise<void> {
    await app.page.evaluate(() => untangle.openOwn());
    await app.page.waitForFunction(() => untangle.session?.scene.name === 'own');
    await app.page.evaluate(() => untangle.pause());
    await app.state('paused');
  }

  it('is saved, and gone on from with the same bits', async () => {
    await steps(BEFORE);
    saved = await save();
    await steps(AFTER);
    later = await hash();
    await goOn(saved);
    expect(await stepCount()).toBe(BEFORE);
    await app.page.getByText(/goes on from the file's state: step 6, /).waitFor();
    await stepByKey();
    await steps(AFTER - 1);
    expect(await hash()).toBe(later);
  });

  it('brings its scene, size and parameters along, whatever its name, and is saved again as it was', async () => {
    await openOwn();
    await goOn(saved, 'state of yesterday');
    const settings = await app.page.evaluate(() => {
      const { scene, size, parameters } = untangle.settings;
      return [scene, size, parameters.iterations];
    });
    expect(settings).toEqual(['octopi-8', 900, 2]);
    expect(readState(await save())).toEqual(readState(saved));
    await steps(AFTER);
    expect(await hash()).toBe(later);
  });

  it('has what the person has changed, which the panel shows; a new start begins at the start', async () => {
    await app.page.evaluate(() => untangle.setParameters({ gravity: 2 }));
    const changed = await save();
    await steps(2);
    const expected = await hash();
    await goOn(changed);
    expect(await app.page.evaluate(() => untangle.settings.parameters.gravity)).toBe(2);
    await steps(2);
    expect(await hash()).toBe(expected);
    await app.page.evaluate(() => untangle.reset());
    await app.page.waitForFunction(() => untangle.session?.simulator.steps === 0);
  });

  it('of the command line is gone on from in the page, and one of the page on the command line', async () => {
    const size = ['octopi-8', '--size', '900', '--workers', '1', '--overlaps', 'off'];
    const set = ['--set', 'iterations=2', '--set', 'stepsPerFrame=2'];
    line.succeed('run', ...size, ...set, '--frames', '2', '--save-state', 'a.state');
    const ends = (from: string) => {
      line.succeed('run', ...size, '--from-state', from, '--frames', '2', '--record', 'end.json');
      return line.json<Recording>('end.json').frames.at(-1)!.hash;
    };
    await goOn(readFileSync(line.path('a.state')));
    writeFileSync(line.path('page.state'), await save());
    await steps(4);
    const inPage = await hash();
    expect(inPage).toBe(ends('a.state'));
    expect(inPage).toBe(ends('page.state'));
  });

  it('that does not fit is refused in one sentence, and the page goes on', async () => {
    const replaced = (old: string, by: string) => {
      const at = saved.indexOf(old);
      expect(at).toBeGreaterThan(0);
      const copy = Buffer.from(saved);
      copy.write(by, at);
      return copy;
    };
    const { start } = readState(saved);
    const cases: readonly (readonly [Uint8Array, RegExp])[] = [
      [Buffer.from('hello'), /the file begins otherwise than a state; expected 'untangle state 1'\./],
      [saved.subarray(0, 100), /the file promises a header of \d+ bytes; expected at most 79\./],
      [saved.subarray(0, saved.length - 50), /the file's end .*\./],
      [replaced('"octopi-8"', '"octopi-x"'), /the state is of octopi-x; expected a scene of this version/],
      [replaced('"size":900', '"size":  1'), /the state is of octopi-8 at size 1; expected \d+ to \d+\./],
      [replaced(start, start.replaceAll(/./g, '0')), /This state can’t be gone on from: .* started from other bodies/],
      [replaced('"octopi-8"', '"o-8.json"'), /the state is of the scene in o-8.json, which isn't in the file; /],
    ];
    for (const [bytes, words] of cases) {
      await dropFiles(app.page, [['bad.state', bytes]]);
      await app.page.getByText(words).waitFor();
      await app.page.waitForFunction(() => !untangle.starter.isUnderWay && !untangle.starter.isRequested);
      expect(await app.page.evaluate(() => untangle.settings.scene)).toBe('octopi-8');
    }
  });

  it('lets the page go on after that', () => stepByKey());

  it('of a scene of one’s own has the scene in it', async () => {
    await openOwn();
    await steps(3);
    const own = await save();
    await steps(3);
    const expected = await hash();
    await goOn(saved);
    expect(await app.page.evaluate(() => untangle.settings.scene)).toBe('octopi-8');
    await goOn(own);
    expect(await app.page.evaluate(() => untangle.settings.scene)).toBe('own');
    await steps(3);
    expect(await hash()).toBe(expected);
  });

  it('had no error', () => expect(app.errors).toEqual([]));
});
