import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';

const XVFB = '/usr/bin/Xvfb';

/** The reason why no invisible window can be opened here; undefined if one can. */
export const displayMissing = (): string | undefined =>
  existsSync(XVFB) ? undefined : 'no Xvfb: Debian has it as xvfb';

export interface Display {
  /** Value of the environment variable DISPLAY. */
  readonly name: string;
  close(): Promise<void>;
}

/**
 * Starts an X server without a screen, with GLX. It is needed because headless Firefox has no WebGL here, and WebKit has no
 * headless mode.
 */
export async function openDisplay(): Promise<Display> {
  // Makes it choose a free display number and write it to file descriptor 3.
  const options = ['-displayfd', '3', '-screen', '0', '1400x900x24', '+extension', 'GLX', '-nolisten', 'tcp'];
  const server = spawn(XVFB, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = once(server, 'exit');
  const told = once(server.stdio[3] as Readable, 'data') as Promise<[Buffer]>;
  const early = ended.then(([code]) => {
    throw new Error(`Xvfb ended with ${code}`);
  });
  const [number] = await Promise.race([told, early]);
  early.catch(() => undefined);
  return {
    name: `:${String(number).trim()}`,
    async close() {
      server.kill();
      await ended;
    },
  };
}
