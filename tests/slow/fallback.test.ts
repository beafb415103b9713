import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NOTHING_DRAWS } from '../../src/render/drawing.ts';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from '../browser/app-page.ts';
import { isFull } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();

/** Faults by name, planted in the page before its scripts run. */
const BREAKS = {
  'no adapter when the scene starts': () => {
    const { requestAdapter } = GPU.prototype;
    let asked = 0;
    GPU.prototype.requestAdapter = function (options) {
      return asked++ === 0 ? requestAdapter.call(this, options) : Promise.resolve(null);
    };
  },
  'an adapter of small buffers': () => {
    Object.defineProperty(GPUSupportedLimits.prototype, 'maxStorageBufferBindingSize', { get: () => 1000 });
  },
  'no device': () => {
    GPUAdapter.prototype.requestDevice = () => Promise.reject(new Error('a device too many'));
  },
  'a kernel that does not compile': () => {
    const { createShaderModule } = GPUDevice.prototype;
    GPUDevice.prototype.createShaderModule = function (descriptor) {
      const isOne = descriptor.label === 'foldedEdges';
      return createShaderModule.call(this, isOne ? { ...descriptor, code: 'fn broken(' } : descriptor);
    };
  },
  'a device that is lost with its first work': () => {
    const { submit } = GPUQueue.prototype;
    const { requestDevice } = GPUAdapter.prototype;
    GPUAdapter.prototype.requestDevice = async function (options) {
      const device = await requestDevice.call(this, options);
      device.queue.submit = (work) => {
        submit.call(device.queue, work);
        device.destroy();
      };
      return device;
    };
  },
  // As when the browser's process that draws has ended.
  'a queue that is gone when it has drawn': () => {
    GPUQueue.prototype.onSubmittedWorkDone = () =>
      Promise.reject(new DOMException('A valid external Instance reference no longer exists.', 'OperationError'));
  },
  'a canvas that takes no WebGPU': () => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, options: unknown) {
      return kind === 'webgpu' ? null : Reflect.apply(getContext, this, [kind, options]);
    } as typeof getContext;
  },
};

/** Faults that show only once kernels are compiled, which takes long, or in the same place as another. */
const LATE: readonly string[] = [
  'no device',
  'a kernel that does not compile',
  'a device that is lost with its first work',
  'a queue that is gone when it has drawn',
  'a canvas that takes no WebGPU',
] satisfies (keyof typeof BREAKS)[];

const beforeScripts = async (page: Page, breaks: () => void): Promise<void> => {
  await page.addInitScript(breaks);
};

const withoutWebGL = () => {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, options: unknown) {
    return kind === 'webgl2' ? null : Reflect.apply(getContext, this, [kind, options]);
  } as typeof getContext;
};

/** Takes long: each fault has a visit to the page of its own. */
describe.skipIf(missing)(`if the GPU fails, the page goes on by itself${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage | undefined;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: true, scale: COARSE });
  });
  afterEach(async () => {
    await app?.page.close();
    app = undefined;
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  async function open(link: string, breaks: () => void): Promise<AppPage> {
    const url = `${served.url}?size=900&stepsPerFrame=1&iterations=2${link}`;
    app = await AppPage.open(context, url, (page) => beforeScripts(page, breaks));
    return app;
  }

  /** The backend that runs, and the renderer that three uses. */
  async function runs(page: AppPage): Promise<{ backend: string; drawsByWebGL: boolean }> {
    await page.frames(1);
    const [backend, drawsByWebGL] = await page.page.evaluate(() => [
      untangle.session!.opened.backend.kind,
      // getContext returns the context only for the kind that the canvas was created with, and null for other kinds.
      document.querySelector('canvas')!.getContext('webgl2') !== null,
    ]);
    return { backend: backend as string, drawsByWebGL: drawsByWebGL as boolean };
  }

  const breaks = (Object.keys(BREAKS) as (keyof typeof BREAKS)[]).filter((name) => isFull || !LATE.includes(name));
  it.each(breaks)('to the processor: %s', async (name) => {
    const page = await open('&backend=gpu', BREAKS[name]);
    expect(await runs(page)).toEqual({ backend: 'cpu', drawsByWebGL: true });
    const lines = (await page.message()).split('\n');
    expect(lines[0]).toMatch(/^The GPU failed \(.+\): the CPU runs the simulation\.$/);
    expect(page.errors).toEqual([]);
    // The next visit tries the GPU again. The address is updated some time after the first frame.
    await expect.poll(() => page.page.url()).not.toContain('backend');
    expect(new URL(page.page.url()).search).toContain('size=900');
  });

  it.runIf(isFull)('a scene that is too large for the GPU runs on the CPU, the next one on the GPU again', async () => {
    const url = `${served.url}?size=small&stepsPerFrame=1&backend=gpu`;
    app = await AppPage.open(context, url, (page) =>
      beforeScripts(page, () => {
        // Octopi at small need 1.6 MB.
        Object.defineProperty(GPUSupportedLimits.prototype, 'maxStorageBufferBindingSize', { get: () => 1.4e6 });
      }),
    );
    expect((await runs(app)).backend).toBe('cpu');
    expect(await app.message()).toContain('needs a buffer of 2 MB on the GPU');
    await app.page.evaluate(() => untangle.load({ size: 900 }));
    await app.page.waitForFunction(() => untangle.session?.size === 900);
    expect((await runs(app)).backend).toBe('gpu');
    await expect.poll(() => new URL(app!.page.url()).search).toContain('size=900&backend=gpu');
    await app.page.evaluate(() => untangle.openGallery());
    const octopi = app.page.locator('#gallery [data-scene="octopi-8"]');
    const refusal = /^small: needs a buffer of 2 MB on the GPU; .*, so the CPU runs it$/;
    expect(await octopi.locator('.refusal').first().innerText()).toMatch(refusal);
    expect(await octopi.locator('[data-size=small]').isEnabled()).toBe(true);
    expect(app.errors).toEqual([]);
  });

  it.runIf(isFull)('a paused page whose device is lost starts again on a new one, still paused', async () => {
    const page = await open('&backend=gpu&paused', () => {});
    await page.page.waitForFunction(() => untangle.running?.wasShownPaused);
    await page.page.evaluate(() => untangle.session!.opened.drawn!.device.destroy());
    await expect.poll(() => page.message(), { timeout: 60_000 }).toContain('device was lost');
    await page.state('paused');
    expect(await page.frameCount()).toBe(0);
    await page.page.keyboard.press(' ');
    expect((await runs(page)).backend).toBe('gpu');
  });

  it('on the CPU, if WebGPU throws when it is asked', async () => {
    const page = await open('', () => {
      GPU.prototype.requestAdapter = () => Promise.reject(new Error('out of order'));
    });
    expect(await runs(page)).toEqual({ backend: 'cpu', drawsByWebGL: true });
    expect(await page.message()).toContain('no WebGPU');
    expect(page.errors).toEqual([]);
  });

  it('with WebGL, if WebGPU neither computes nor draws', async () => {
    const page = await open('&backend=cpu', BREAKS['a canvas that takes no WebGPU']);
    expect(await runs(page)).toEqual({ backend: 'cpu', drawsByWebGL: true });
    expect((await page.pixels()).skin).toBeGreaterThan(0.02);
    expect((await page.message()).split('\n')[0]).toMatch(/^WebGPU failed to draw \(.+\): WebGL draws\.$/);
    expect(page.errors).toEqual([]);
  });

  it('with WebGL, if WebGPU is gone before the first frame', async () => {
    const page = await open('&backend=cpu', BREAKS['a queue that is gone when it has drawn']);
    expect(await runs(page)).toEqual({ backend: 'cpu', drawsByWebGL: true });
    expect((await page.message()).split('\n')[0]).toMatch(/^WebGPU failed to draw \(A valid .+\): WebGL draws\.$/);
    expect(page.errors).toEqual([]);
  });

  it('with WebGPU, if WebGL is missing', async () => {
    const page = await open('&backend=cpu', withoutWebGL);
    expect(await runs(page)).toEqual({ backend: 'cpu', drawsByWebGL: false });
    expect((await page.pixels()).skin).toBeGreaterThan(0.02);
    expect(await page.message()).not.toContain('failed');
    expect(page.errors).toEqual([]);
  });
});

it.skipIf(missing)('a browser without WebGPU and WebGL gets a one-sentence explanation', async () => {
  const served = await servePage();
  const context = await launchBrowser({ webgpu: false, scale: COARSE });
  try {
    const app = await AppPage.open(context, served.url, (page) => beforeScripts(page, withoutWebGL));
    await app.state('stopped');
    expect(await app.message()).toBe(`${NOTHING_DRAWS}Restart`);
    expect(app.errors.length).toBe(1);
    expect(app.errors[0]).toContain(NOTHING_DRAWS);
  } finally {
    await context.close();
    await served.close();
  }
});
