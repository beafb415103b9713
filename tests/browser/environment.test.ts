import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { decode } from './decode.ts';

const missing = browserMissing();

describe.skipIf(missing)(`the browser that tests run in${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage('tests/fixtures/blank-page');
  });
  afterAll(() => served?.close());

  /** Runs a check on the blank page, in a browser of its own. */
  async function inBrowser(webgpu: boolean, check: (page: Page) => Promise<void>) {
    const browser = await launchBrowser({ webgpu });
    try {
      const page = await browser.newPage();
      await page.goto(served.url);
      await check(page);
    } finally {
      await browser.close();
    }
  }

  it('shares memory and draws a canvas by WebGPU', () =>
    inBrowser(true, async (page) => {
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      const vendor = await page.evaluate(async () => {
        const adapter = await navigator.gpu.requestAdapter();
        const device = await adapter!.requestDevice();
        const context = document.querySelector('canvas')!.getContext('webgpu')!;
        context.configure({ device, format: navigator.gpu.getPreferredCanvasFormat() });
        const encoder = device.createCommandEncoder();
        const view = context.getCurrentTexture().createView();
        const clearValue = { r: 1, g: 0.5, b: 0, a: 1 };
        encoder.beginRenderPass({ colorAttachments: [{ view, clearValue, loadOp: 'clear', storeOp: 'store' }] }).end();
        device.queue.submit([encoder.finish()]);
        await device.queue.onSubmittedWorkDone();
        return adapter!.info.vendor;
      });
      expect(vendor).not.toBe('');
      expect(await pixelOf(page)).toEqual([255, 128, 0, 255]);
    }));

  it('shares memory and has no WebGPU where a test asks for none, but draws', () =>
    inBrowser(false, async (page) => {
      expect(await page.evaluate(() => [crossOriginIsolated, 'gpu' in navigator])).toEqual([true, false]);
      const inWorker = 'navigator.gpu?.requestAdapter().then((adapter) => postMessage(adapter === null))';
      const nothing = page.evaluate((code) => {
        const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
        return new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(data)));
      }, inWorker);
      expect(await nothing).toBe(true);
      await page.evaluate(() => {
        const gl = document.querySelector('canvas')!.getContext('webgl2', { preserveDrawingBuffer: true })!;
        gl.clearColor(0, 1, 0, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
      });
      expect(await pixelOf(page)).toEqual([0, 255, 0, 255]);
    }));
});

/** The canvas's middle pixel as it stands in a screenshot: red, green, blue, alpha of 255. */
async function pixelOf(page: Page): Promise<number[]> {
  const { width, height, data } = await decode(page, await page.locator('canvas').screenshot());
  const middle = 4 * ((height >> 1) * width + (width >> 1));
  return [...data.subarray(middle, middle + 4)];
}
