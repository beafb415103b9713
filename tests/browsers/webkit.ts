import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { type BackendKind, type DrivenBrowser, type DrivenPage, type Driver, VIEWPORT } from './driver.ts';
import { displayMissing } from './display.ts';
import { WebDriverSession } from './web-driver.ts';

const SERVICE = '/usr/bin/WebKitWebDriver';
/** Paths of WebKitGTK's MiniBrowser; the environment variable MINIBROWSER overrides them. */
const PLACES = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/x86_64-linux-gnu/webkitgtk-6.0/MiniBrowser',
];
const ESCAPE = '\uE00C';
/** Timeouts for a script in the page, and for the start of the service [ms]. */
const SCRIPT_PATIENCE = 120_000;
const START_PATIENCE = 20_000;
/** Height of the window's frame around the page [pixels]. */
const FRAME = 38;

const browser = process.env.MINIBROWSER ?? PLACES.find((path) => existsSync(path));
const isHere = existsSync(SERVICE) && browser !== undefined;

/** WebKitGTK's MiniBrowser in a window on an invisible display, through its own WebDriver. */
export const webkitDriver: Driver = {
  name: 'WebKitGTK',
  missing: isHere ? displayMissing() : 'no WebKitGTK: Debian has it as webkit2gtk-driver',
  missingGpu: 'WebKitGTK has no WebGPU',
  async launch(_: BackendKind, display: string): Promise<DrivenBrowser> {
    const port = await freePort();
    const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
    const service = spawn(SERVICE, [`--port=${port}`], { stdio: 'ignore', env });
    try {
      const url = `http://127.0.0.1:${port}`;
      await listening(url, service);
      const options = { binary: browser, args: ['--automation'] };
      const session = await WebDriverSession.open(url, { 'webkitgtk:browserOptions': options });
      await session.post('timeouts', { script: SCRIPT_PATIENCE });
      await session.post('window/rect', { ...VIEWPORT, height: VIEWPORT.height + FRAME });
      return driveBrowser(session, service);
    } catch (error) {
      service.kill();
      throw error;
    }
  },
};

function driveBrowser(session: WebDriverSession, service: ChildProcess): DrivenBrowser {
  return {
    version: `WebKitGTK ${session.capabilities.browserVersion}`,
    async open(url) {
      await session.post('url', { url });
      return drive(session);
    },
    async close() {
      await session.close().catch(() => undefined);
      const ended = once(service, 'exit');
      service.kill();
      await ended;
    },
  };
}

const drive = (session: WebDriverSession): DrivenPage => ({
  // WebDriver reports no errors, so only those that the page itself sees are known.
  errors: [],
  evaluate: (expression) => session.evaluate(expression),
  async move(x, y) {
    await session.mouse({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' });
  },
  async down() {
    await session.mouse({ type: 'pointerDown', button: 0 });
  },
  async up() {
    await session.mouse({ type: 'pointerUp', button: 0 });
  },
  async press(key) {
    await session.press(key === 'Escape' ? ESCAPE : key);
  },
  screenshot: async () => Buffer.from((await session.get('screenshot')) as string, 'base64'),
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no port is free');
  return address.port;
}

async function listening(url: string, service: ChildProcess): Promise<void> {
  const until = Date.now() + START_PATIENCE;
  for (;;) {
    const answer = await fetch(`${url}/status`).catch(() => undefined);
    if (answer?.ok) return;
    if (service.exitCode !== null || Date.now() > until) throw new Error(`${SERVICE} doesn't answer at ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
