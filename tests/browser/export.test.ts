import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import type { BrowserContext } from 'playwright-core';
import { Mesh } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTets } from '../../src/formats/read-tets.ts';
import type { App } from '../../src/ui/app/app.ts';
import type { ExportRequest } from '../../src/ui/export/export-request.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';

// Takes long: a page simulates and writes files.
declare const untangle: App;

const missing = browserMissing();
/** A small scene of short frames. */
const SCENE = '?size=900&stepsPerFrame=1&iterations=2&paused&camera=6,4,6,0,1,0';
const FRAMES = 3;

describe.skipIf(missing)(`saving${missing ? ` (${missing})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'untangle-saved-'));
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}${SCENE}`);
    await app.state('paused');
    await app.page.waitForSelector('.lil-gui');
    await app.page.waitForFunction(() => untangle.late.timeline.now !== undefined);
    for (let frame = 0; frame < FRAMES; ) {
      await app.page.keyboard.press('.');
      await app.frames(++frame);
    }
    await app.page.waitForFunction((count) => untangle.late.timeline.now!.kept.frames.length === count, FRAMES);
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
    rmSync(folder, { recursive: true });
  });

  /** Asks the page to save something, and returns the file's name and bytes. */
  async function save(request: ExportRequest): Promise<{ name: string; bytes: Uint8Array }> {
    const waiting = app.page.waitForEvent('download');
    await app.page.evaluate((wanted) => untangle.save(wanted), request);
    const download = await waiting;
    const path = join(folder, 'saved');
    await download.saveAs(path);
    return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(path)) };
  }

  const positions = async () =>
    Float32Array.from(
      await app.page.evaluate(async () => [
        ...((await untangle.session!.opened.backend.read('positions')) as Float32Array),
      ]),
    );

  it('a picture of the size asked for, transparent around the bodies or with a background', async () => {
    for (const hasBackground of [false, true]) {
      const { name, bytes } = await save({ kind: 'picture', size: { width: 333, height: 250, hasBackground } });
      expect(name).toMatch(/^untangle-octopi-8-.*\.png$/);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      expect([view.getUint32(16), view.getUint32(20)]).toEqual([333, 250]);
      const alphas = await app.page.evaluate(
        async (data) => {
          const bitmap = await createImageBitmap(new Blob([new Uint8Array(data)]));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const drawing = canvas.getContext('2d')!;
          drawing.drawImage(bitmap, 0, 0);
          const alphaAt = (x: number, y: number) => drawing.getImageData(x, y, 1, 1).data[3];
          const { data: all } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
          const solid = all.filter((value, i) => i % 4 === 3 && value === 255).length;
          return { corners: [alphaAt(0, 0), alphaAt(332, 0), alphaAt(0, 249), alphaAt(332, 249)], solid };
        },
        [...bytes],
      );
      expect(alphas.corners).toEqual(new Array(4).fill(hasBackground ? 255 : 0));
      expect(alphas.solid).toBeGreaterThan(500);
    }
    // The page goes on at its own size.
    await app.page.waitForFunction(() => {
      const { width, clientWidth } = document.querySelector('canvas')!;
      return width !== 333 && clientWidth > 333;
    });
  });

  it('the shape as .vtu has the positions and elements of the state', async () => {
    const { bytes } = await save({ kind: 'shape', format: 'vtu' });
    const { positions: saved, tets } = readTets([{ name: 'shape.vtu', bytes }]);
    expect(Float32Array.from(saved)).toEqual(await positions());
    expect(tets.length).toBe(4 * (await app.page.evaluate(() => untangle.session!.world.tetCount)));
  });

  it('the kept frames as .glb move as they were simulated', async () => {
    const { bytes } = await save({ kind: 'frames', format: 'glb' });
    const { scene, animations } = await new GLTFLoader().parseAsync(bytes.slice().buffer as ArrayBuffer, '');
    expect(animations[0]!.tracks[0]!.times).toHaveLength(FRAMES);
    let vertices = 0;
    scene.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      expect(object.morphTargetInfluences).toHaveLength(FRAMES - 1);
      vertices += object.geometry.getAttribute('position').count;
    });
    expect(vertices).toBe(await app.page.evaluate(() => untangle.session!.world.surfaceVertexCount));
  });

  it('the kept frames for ParaView and Blender, zipped', async () => {
    const paraview = Object.keys(unzipSync((await save({ kind: 'frames', format: 'pvd' })).bytes));
    expect(paraview).toEqual([...[1, 2, 3].map((frame) => `frames/frames-000${frame}.vtu`), 'frames.pvd']);
    const blender = unzipSync((await save({ kind: 'frames', format: 'pc2' })).bytes);
    const [first] = Object.keys(blender).filter((name) => name.endsWith('.pc2'));
    expect(Buffer.from(blender[first!]!).readInt32LE(28)).toBe(FRAMES);
  });

  it('a video has each kept frame once, at the size asked for', async () => {
    const size = { width: 321, height: 240, hasBackground: true };
    const { bytes } = await save({ kind: 'video', size, framesPerSecond: 10 });
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
    const track = (await input.getPrimaryVideoTrack())!;
    expect([track.displayWidth, track.displayHeight]).toEqual([320, 240]);
    const times: number[] = [];
    for await (const packet of new EncodedPacketSink(track).packets()) times.push(packet.timestamp);
    expect(times).toEqual([0, 0.1, 0.2]);
  });

  it('says what is not possible, and goes on', async () => {
    await app.page.evaluate(() =>
      untangle.save({ kind: 'picture', size: { width: 100_000, height: 10, hasBackground: true } }),
    );
    await app.page.getByText(/draws at most \d+ x \d+ pixels, not 100000 x 10/).waitFor();
    await app.page.keyboard.press('.');
    await app.frames(FRAMES + 1);
    expect(app.errors).toEqual([]);
  });
});
