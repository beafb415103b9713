import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import type { App } from '../../src/ui/app/app.ts';

declare const untangle: App;

/** A window with space for readouts and panel beside the bodies, but few pixels for the software renderer to draw. */
const VIEWPORT = { width: 800, height: 440 };
/** Timeout: on a busy machine a frame takes seconds [ms]. */
const PATIENCE = 120_000;
/** The camera stands still if no entry of its matrices changes by more: rounding changes them by some 1e-15 [m or 1]. */
const STANDSTILL = 1e-9;
/** Style that hides everything above the canvas, for screenshots whose pixels are counted. */
export const HIDE_PANELS = '#readouts, #message, #bar, .lil-gui { visibility: hidden !important }';

/** Returns a pattern of exactly this text, in capitals or not. */
const exactly = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'i');

/** Shares of a screenshot's pixels by what they look like. */
export interface PixelShares {
  /** Share of pixels of a strong colour other than blue. */
  readonly skin: number;
  /** Share of pixels in the blue of intersecting geometry. */
  readonly blue: number;
  /** Number of hues (of 24) among the skin's pixels that each fill at least a thousandth of the picture. */
  readonly hues: number;
  /** A place with skin all around, between the panels [CSS pixels from the canvas' left and top]. */
  readonly spot: { readonly x: number; readonly y: number } | undefined;
}

/** The built page, opened and watched for errors. */
export class AppPage {
  errors: string[] = [];

  private constructor(readonly page: Page) {
    page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message));
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
  }

  /** Opens the page and waits until its app exists: the browser reports the page as loaded while the app still asks for adapters. */
  static async open(context: BrowserContext, url: string, prepare?: (page: Page) => Promise<void>): Promise<AppPage> {
    const page = await context.newPage();
    await page.setViewportSize(VIEWPORT);
    page.setDefaultTimeout(PATIENCE);
    await prepare?.(page);
    const app = new AppPage(page);
    await page.goto(url);
    await page.waitForFunction(() => globalThis.untangle !== undefined);
    return app;
  }

  /** Drops expected errors, those of a test that breaks something on purpose. */
  forgive(text: string): void {
    this.errors = this.errors.filter((error) => !error.includes(text));
  }

  /** Waits until `count` frames were shown since the scene started. */
  async frames(count: number): Promise<void> {
    await this.page.waitForFunction((least) => untangle.frames >= least, count);
  }

  async moreFrames(count: number): Promise<void> {
    await this.frames((await this.frameCount()) + count);
  }

  frameCount(): Promise<number> {
    return this.page.evaluate(() => untangle.frames);
  }

  async state(name: string): Promise<void> {
    await this.page.waitForFunction((wanted) => document.body.dataset.state === wanted, name);
  }

  /**
   * Waits until the camera, which follows the bodies, stands still: until it is at the same place after several drawings. Paints alone
   * don't tell: on a slow machine, several pass between two drawings. Nor do equal bits: the controls compute the camera's position from
   * its angles in each drawing, and for one angle in two hundred the last bits never come to rest. (waitForFunction takes a promise for a
   * true value.)
   */
  async cameraStands(): Promise<void> {
    await this.page.evaluate(
      async ({ patience, tolerance }) => {
        const running = untangle.running!;
        const place = () => {
          // The projection glides as well: it makes room for cards.
          const { matrixWorld, projectionMatrix } = running.first.view.camera;
          return [...matrixWorld.elements, ...projectionMatrix.elements];
        };
        const isAt = (before: readonly number[]) =>
          place().every((value, i) => Math.abs(value - before[i]!) <= tolerance);
        let isLate = false;
        let drawings = 0;
        const stands = async () => {
          let before: readonly number[];
          do {
            before = place();
            for (let drawing = 0; drawing < 8; drawing++, drawings++)
              await new Promise<void>((resolve) => running.drawAgain(resolve));
          } while (!isLate && !isAt(before));
        };
        const late = new Promise<never>((_, reject) =>
          setTimeout(() => {
            isLate = true;
            reject(new Error(`the camera still moves after ${drawings} drawings; it is at ${JSON.stringify(place())}`));
          }, patience),
        );
        await Promise.race([stands(), late]);
      },
      { patience: PATIENCE, tolerance: STANDSTILL },
    );
  }

  /**
   * Hides messages from now on. They come whenever they come, cover bodies, and the picture makes room for those that stay.
   * @returns shows them again
   */
  async hideMessages(): Promise<() => Promise<void>> {
    const style = await this.page.addStyleTag({ content: '#message { display: none !important }' });
    return () => style.evaluate((element) => (element as Element).remove());
  }

  /** Draws the running scene in full detail from now on, however slow the machine is: a software renderer would begin coarsely. */
  async drawFinely(): Promise<void> {
    await this.page.waitForFunction(() => untangle.care !== undefined);
    await this.page.evaluate(async () => {
      untangle.care!.isFine = true;
      await new Promise<void>((resolve) => untangle.running!.drawAgain(resolve));
    });
  }

  message(): Promise<string> {
    return this.page.locator('#message').innerText();
  }

  /** The panel's row with that label, in capitals or not. */
  row(label: string) {
    const name = this.page.locator('.lil-name').filter({ hasText: exactly(label) });
    return this.page.locator('.lil-controller').filter({ has: name });
  }

  /** Opens a folder of the panel, and the folder that it is in, if they are closed. */
  async openFolder(...titles: readonly string[]): Promise<void> {
    for (const title of titles) {
      const button = this.page.locator('.lil-title').filter({ hasText: exactly(title) });
      if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
    }
  }

  /** Counts what a screenshot of the canvas shows. */
  async pixels(): Promise<PixelShares> {
    const shot = await this.page.screenshot({ style: HIDE_PANELS });
    return this.page.evaluate(countPixels, `data:image/png;base64,${shot.toString('base64')}`);
  }
}

/** Runs in the page, because the page can decode a PNG. */
export async function countPixels(url: string): Promise<PixelShares> {
  const HUES = 24;
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const hueCounts = new Array<number>(HUES).fill(0);
  const isSkin = new Uint8Array(width * height);
  let [skin, blue] = [0, 0];
  for (let i = 0; i < isSkin.length; i++) {
    const [r, g, b] = data.subarray(4 * i, 4 * i + 3);
    const most = Math.max(r, g, b);
    const range = most - Math.min(r, g, b);
    if (b === most && b > r + 60 && b > g + 60) blue++;
    else if (range > 70) {
      skin++;
      isSkin[i] = 1;
      const sixth = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
      hueCounts[Math.floor((HUES * (sixth + 6)) / 6) % HUES]++;
    }
  }
  const scale = globalThis.devicePixelRatio;
  const REACH = Math.round(12 * scale);
  const around = [0, -REACH, REACH, -REACH * width, REACH * width];
  // Between the bar, which lies beside the readouts, and the panel; and nothing else lies above the canvas there.
  const isFree = (i: number) =>
    i % width > 0.42 * width &&
    i % width < 0.62 * width &&
    document.elementFromPoint((i % width) / scale, Math.floor(i / width) / scale)?.tagName === 'CANVAS';
  const index = isSkin.findIndex((_, i) => around.every((step) => isSkin[i + step] === 1) && isFree(i));
  return {
    skin: skin / isSkin.length,
    blue: blue / isSkin.length,
    hues: hueCounts.filter((count) => count > isSkin.length / 1000).length,
    spot: index < 0 ? undefined : { x: (index % width) / scale, y: Math.floor(index / width) / scale },
  };
}
