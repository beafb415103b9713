import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import type { ExportRequest } from '../../src/ui/export/export-request.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';
import { decode } from './decode.ts';
import { isFull } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();
/** A small scene, seen by a camera that stands still. */
const SCENE = '?scene=octopi-8&size=900&stepsPerFrame=1&iterations=2&paused&camera=6,4,6,0,1,0';
const FRAMES = 3;
/** Steps from one kept frame to the next, so that the frames differ. */
const STEPS = 40;
const SIZE = { width: 320, height: 240, hasBackground: true } as const;
const VIDEO: ExportRequest = { kind: 'video', size: SIZE, framesPerSecond: 10 };
/** Greatest mean difference of a channel between a frame and its picture that the codec may make, of 255. */
const TOLERANCE = 4;

/** What the tests watch in the page. */
interface Watched {
  encoders: VideoEncoder[];
  recorders: MediaRecorder[];
}
declare const watched: Watched;

describe.skipIf(missing || !isFull)(`a video${missing ? ` (${missing})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'untangle-videos-'));
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  /** Pixels of pictures of the kept frames. */
  const pictures: Uint8ClampedArray[] = [];
  let downloads = 0;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}${SCENE}`);
    await app.state('paused');
    await app.page.waitForSelector('.lil-gui');
    await app.page.waitForFunction(() => untangle.late.timeline.now !== undefined);
    await app.page.evaluate(watchCodecs);
    app.page.on('download', () => {
      downloads++;
    });
    await app.hideMessages();
    await app.drawFinely();
    await app.cameraStands();
    for (let frame = 1; frame <= FRAMES; frame++) {
      await app.page.evaluate(async (steps) => {
        for (let i = 1; i < steps; i++) await untangle.session!.simulator.step();
      }, STEPS);
      await app.page.keyboard.press('.');
      await app.page.waitForFunction((count) => untangle.late.timeline.now!.kept.frames.length === count, frame);
      await app.state('paused');
      await app.cameraStands();
      pictures.push((await decode(app.page, (await save({ kind: 'picture', size: SIZE })).bytes)).data);
    }
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
    rmSync(folder, { recursive: true });
  });

  async function save(request: ExportRequest): Promise<{ name: string; bytes: Buffer }> {
    const waiting = app.page.waitForEvent('download');
    await app.page.evaluate((wanted) => untangle.save(wanted), request);
    const download = await waiting;
    const path = join(folder, 'saved');
    await download.saveAs(path);
    return { name: download.suggestedFilename(), bytes: readFileSync(path) };
  }

  /** Decodes all frames of a video by the browser's own decoder, without the library that wrote the video. */
  async function framesOf(bytes: Buffer): Promise<Uint8ClampedArray[]> {
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
    const track = (await input.getPrimaryVideoTrack())!;
    const { codec, colorSpace } = (await track.getDecoderConfig())!;
    const packets: { isKey: boolean; data: string }[] = [];
    for await (const { type, data } of new EncodedPacketSink(track).packets())
      packets.push({ isKey: type === 'key', data: Buffer.from(data).toString('base64') });
    const decoded = await app.page.evaluate(decodePackets, {
      config: { codec, ...(colorSpace && { colorSpace }) },
      packets,
    });
    return decoded.map((frame) => new Uint8ClampedArray(Buffer.from(frame, 'base64')));
  }

  it('shows each kept frame once, as a picture of it does', async () => {
    const frames = await framesOf((await save(VIDEO)).bytes);
    expect(frames).toHaveLength(FRAMES);
    const differences = frames.map((frame) => pictures.map((picture) => difference(frame, picture)));
    differences.forEach((row, i) => {
      expect(row[i], JSON.stringify(differences)).toBeLessThan(TOLERANCE);
      // The kept frames differ by far more than what the codec changes.
      expect(Math.min(...row.filter((_, j) => j !== i)), JSON.stringify(differences)).toBeGreaterThan(2 * row[i]!);
    });
    await goesOn();
  });

  it('is given up when the person cancels, and nothing is saved', async () => {
    const before = downloads;
    await cancelWhileSaving('button');
    expect(await app.page.evaluate(() => watched.encoders.map(({ state }) => state))).not.toContain('configured');
    await goesOn();
    expect(downloads).toBe(before);
  });

  it('is recorded while it is drawn where the browser encodes no single frames', async () => {
    await app.page.evaluate(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
    const { name, bytes } = await save(VIDEO);
    expect(name).toMatch(/\.(webm|mp4)$/);
    const frames = await framesOf(bytes);
    const differences = frames.map((frame) => pictures.map((picture) => difference(frame, picture)));
    // A recorder may drop frames where the machine is busy, but never repeats or exchanges them.
    const shown = differences.map((row) => row.indexOf(Math.min(...row)));
    expect(shown[0], JSON.stringify(differences)).toBe(0);
    expect(shown, JSON.stringify(differences)).toEqual([...new Set(shown)].sort());
    for (const [i, frame] of shown.entries()) expect(differences[i]![frame]).toBeLessThan(TOLERANCE);
    await goesOn();
  });

  it('stops being recorded when the person cancels', async () => {
    const before = downloads;
    await cancelWhileSaving('Escape');
    const left = await app.page.evaluate(() =>
      watched.recorders.map(({ state, stream }) => [state, ...stream.getTracks().map(({ readyState }) => readyState)]),
    );
    // Each save makes two: the first one loads the encoder.
    expect(left).toEqual(new Array(4).fill(['inactive', 'ended']));
    await goesOn();
    expect(downloads).toBe(before);
  });

  it('is refused where the browser can neither encode nor record', async () => {
    await app.page.evaluate(() => Reflect.deleteProperty(globalThis, 'MediaRecorder'));
    await app.page.evaluate((wanted) => untangle.save(wanted), VIDEO);
    const words = 'This browser can record no video. Save the kept frames instead.';
    await app.page.waitForFunction((text) => document.querySelector('#message')!.textContent!.includes(text), words);
    await goesOn();
    expect(app.errors).toEqual([]);
  });

  /** Saves a video, and cancels by the button or by the key Escape once a frame is done. */
  async function cancelWhileSaving(by: 'button' | 'Escape'): Promise<void> {
    await app.page.evaluate(pressCancel, { request: VIDEO, by });
    await app.page.waitForFunction(() => document.querySelector<HTMLElement>('#message')!.hidden);
  }

  /** The page draws the newest state again, and shows nothing of the save. */
  async function goesOn(): Promise<void> {
    await app.page.evaluate(() => new Promise<void>((resolve) => untangle.running!.drawAgain(resolve)));
    expect(await app.page.evaluate(() => untangle.late.timeline.now!.kept.shown)).toBeUndefined();
    const [last] = pictures.slice(-1);
    const now = await save({ kind: 'picture', size: SIZE });
    downloads--;
    expect(difference((await decode(app.page, now.bytes)).data, last!)).toBe(0);
  }
});

/** Mean difference of the channels red, green and blue of two pictures, of 255. */
function difference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  expect(a.length).toBe(b.length);
  let sum = 0;
  for (let i = 0; i < a.length; i++) if (i % 4 < 3) sum += Math.abs(a[i]! - b[i]!);
  return sum / ((3 / 4) * a.length);
}

/** Keeps all encoders and recorders that the page makes. Runs in the page. */
function watchCodecs(): void {
  const all: Watched = { encoders: [], recorders: [] };
  Object.assign(globalThis, {
    watched: all,
    VideoEncoder: class extends VideoEncoder {
      constructor(init: VideoEncoderInit) {
        super(init);
        all.encoders.push(this);
      }
    },
    MediaRecorder: class extends MediaRecorder {
      constructor(stream: MediaStream, options?: MediaRecorderOptions) {
        super(stream, options);
        all.recorders.push(this);
      }
    },
  });
}

/** Asks for a video, and cancels when its progress is above 0. Runs in the page. */
function pressCancel({ request, by }: { request: ExportRequest; by: 'button' | 'Escape' }): Promise<void> {
  return new Promise((resolve) => {
    const message = document.querySelector('#message')!;
    const observer = new MutationObserver(() => {
      if (!((message.querySelector('progress')?.value ?? 0) > 0)) return;
      observer.disconnect();
      if (by === 'button') message.querySelector('button')!.click();
      else document.body.dispatchEvent(new KeyboardEvent('keydown', { key: by, bubbles: true }));
      resolve();
    });
    observer.observe(message, { subtree: true, childList: true, attributes: true });
    untangle.save(request);
  });
}

/** Decodes a video. Runs in the page. @returns each frame's pixels, red, green, blue, alpha, in base64 */
async function decodePackets({
  config,
  packets,
}: {
  config: VideoDecoderConfig;
  packets: readonly { isKey: boolean; data: string }[];
}): Promise<string[]> {
  const frames: Promise<string>[] = [];
  const pixelsOf = async (frame: VideoFrame) => {
    const context = new OffscreenCanvas(frame.displayWidth, frame.displayHeight).getContext('2d')!;
    context.drawImage(frame, 0, 0);
    const { data } = context.getImageData(0, 0, frame.displayWidth, frame.displayHeight);
    frame.close();
    let text = '';
    for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
    return btoa(text);
  };
  const failures: string[] = [];
  const decoder = new VideoDecoder({
    output: (frame) => frames.push(pixelsOf(frame)),
    error: ({ message }) => failures.push(message),
  });
  decoder.configure(config);
  packets.forEach(({ isKey, data }, i) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: i, data: bytes }));
  });
  await decoder.flush();
  decoder.close();
  if (failures.length > 0) throw new Error(failures.join());
  return Promise.all(frames);
}
