import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import puppeteer, { type KeyInput, type Page } from 'puppeteer-core';
import { type BackendKind, type DrivenBrowser, type DrivenPage, type Driver, VIEWPORT } from './driver.ts';
import { displayMissing } from './display.ts';

/** Usual paths of Firefox; the environment variable FIREFOX overrides them. */
const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
/** Manifests of lavapipe, Mesa's Vulkan driver on the processor, which wgpu uses. */
const LAVAPIPE = ['/usr/share/vulkan/icd.d/lvp_icd.x86_64.json', '/usr/share/vulkan/icd.d/lvp_icd.aarch64.json'];

const WEBGL = { 'webgl.force-enabled': true };
const WEBGPU = { 'dom.webgpu.enabled': true, 'dom.webgpu.workers.enabled': true, 'gfx.webgpu.ignore-blocklist': true };

/** First extended support release in which WebGPU was seen to run on Linux. Version 140 finds no adapter. */
const FIRST_WITH_WEBGPU = 153;

const program = process.env.FIREFOX ?? PLACES.find((path) => existsSync(path));
const lavapipe = LAVAPIPE.find((path) => existsSync(path));

/** Firefox in a window on an invisible display, through WebDriver BiDi, with WebGPU by wgpu on lavapipe. */
export const firefoxDriver: Driver = {
  name: 'Firefox',
  missing: program ? displayMissing() : 'no Firefox: Debian has it as firefox-esr, or name one in FIREFOX',
  missingGpu: missingGpu(),
  async launch(backend: BackendKind, display: string): Promise<DrivenBrowser> {
    const isGpu = backend === 'gpu';
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: program!,
      headless: false,
      defaultViewport: null,
      env: { ...process.env, DISPLAY: display, ...(isGpu && { VK_ICD_FILENAMES: lavapipe }) },
      extraPrefsFirefox: { ...WEBGL, ...(isGpu ? WEBGPU : { 'dom.webgpu.enabled': false }) },
    });
    return {
      version: (await browser.version()).replace('firefox/', 'Firefox '),
      async open(url) {
        const page = await browser.newPage();
        await page.setViewport(VIEWPORT).catch(tolerateOldFirefox);
        await page.waitForFunction((width) => innerWidth === width, {}, VIEWPORT.width);
        const driven = drive(page);
        await page.goto(url);
        return driven;
      },
      close: () => browser.close(),
    };
  },
};

/** Says why this Firefox can't run WebGPU, if it can't. */
function missingGpu(): string | undefined {
  if (!program || !lavapipe) return 'no lavapipe, which Debian has as mesa-vulkan-drivers';
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const major = Number(/\d+/.exec(version)?.[0]);
  return major >= FIRST_WITH_WEBGPU ? undefined : `${version} has no WebGPU; version ${FIRST_WITH_WEBGPU} has`;
}

/** Firefox 140 sets the size, but has no command for the screen's orientation, which puppeteer sets together with it. */
function tolerateOldFirefox(error: Error): void {
  if (!error.message.includes('unknown command emulation.setScreenOrientationOverride')) throw error;
}

function drive(page: Page): DrivenPage {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return {
    errors,
    evaluate: (expression) => page.evaluate(expression),
    move: (x, y) => page.mouse.move(x, y),
    down: () => page.mouse.down(),
    up: () => page.mouse.up(),
    press: (key) => page.keyboard.press(key as KeyInput),
    screenshot: async () => Buffer.from(await page.screenshot()),
  };
}
