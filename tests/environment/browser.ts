import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { completeFolder, packagedChromium, unpackArchive, unpackFile } from '../../src/node/vulkan.ts';

/** Usual paths of Chromium and Chrome; the environment variable CHROMIUM overrides them. */
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Flags that stop Chromium's network requests for updates and the like at every start; as root it needs no-sandbox. */
const QUIET = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Flags for WebGPU on SwiftShader. Without the last three, the first canvas.configure() loses the device. */
const WEBGPU = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
];

/** Flags for WebGL2 on SwiftShader, with which three.js draws. Without a flag for WebGPU, its adapters are null. */
const NO_WEBGPU = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Configuration with which a machine without fonts uses the package's Open Sans. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

/** Path of the npm package's Chromium, with libraries that a bare machine lacks; unpacked once beside node_modules. */
async function packagedBrowser(): Promise<string | undefined> {
  const packaged = packagedChromium();
  if (!packaged) return undefined;
  return completeFolder(packaged.cache, async (folder) => {
    for (const archive of ['swiftshader', 'al2023', 'fonts'])
      await unpackArchive(join(packaged.archives, `${archive}.tar.br`), folder);
    writeFileSync(join(folder, 'untangle-fonts.conf'), FONTS);
    writeFileSync(join(folder, 'chromium'), unpackFile(join(packaged.archives, 'chromium.br')), { mode: 0o755 });
  });
}

/** The reason why no browser test can run here, for test names; undefined if they can. */
export const browserMissing = (): string | undefined =>
  process.env.CHROMIUM || SYSTEM_BROWSERS.some((path) => existsSync(path)) || packagedChromium()
    ? undefined
    : `no Chromium on ${process.platform} ${process.arch}: install one, or name it in CHROMIUM`;

/** The browser's executable and its environment variables. */
async function browserProgram(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  const system = process.env.CHROMIUM ?? SYSTEM_BROWSERS.find((path) => existsSync(path));
  if (system) return { executablePath: system, env };
  const folder = await packagedBrowser();
  if (!folder) throw new Error(browserMissing());
  env.LD_LIBRARY_PATH = `${folder}/lib:${folder}`;
  env.VK_ICD_FILENAMES = `${folder}/vk_swiftshader_icd.json`;
  env.XDG_RUNTIME_DIR ??= folder;
  // The package's own fonts.conf refers to folders of another machine.
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_FILE = `${folder}/untangle-fonts.conf`;
  return { executablePath: `${folder}/chromium`, env };
}

/** A window of few pixels for the software renderer, for tests that judge each of them. */
export const FEW_PIXELS = { width: 400, height: 300 };

/** Screen pixels per CSS pixel with which pages keep their layout, but a software renderer draws a quarter of the pixels. */
export const COARSE = 0.5;

/**
 * Starts headless Chromium: that of CHROMIUM, else the system's, else the npm package's. Closing the context ends it.
 * @param webgpu false removes navigator.gpu from pages and gives workers no adapter; no single flag of Chromium does both
 * @param scale screen pixels per CSS pixel: COARSE is for tests that don't judge pictures closely
 */
export async function launchBrowser({
  webgpu,
  scale = 1,
}: {
  webgpu: boolean;
  scale?: number;
}): Promise<BrowserContext> {
  const args = [...QUIET, ...(webgpu ? WEBGPU : NO_WEBGPU)];
  const temporaryProfile = '';
  const options = { ...(await browserProgram()), args, deviceScaleFactor: scale };
  const context = await chromium.launchPersistentContext(temporaryProfile, options);
  if (!webgpu) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'gpu'));
  return context;
}
