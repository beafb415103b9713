import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedPage, servePage } from '../environment/page.ts';
import { isolationHeaders } from '../../vite.shared.ts';

/**
 * 304 Not Modified came without the isolation headers. WebKitGTK then refused the cached scripts of workers, about every second time that
 * a scene was started, and the page stopped with "the worker could not be loaded".
 */

let folder: string;
let served: ServedPage;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'untangle-page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/worker.js'), 'onmessage = null;');
  served = await servePage(folder);
});
afterAll(async () => {
  await served?.close();
  rmSync(folder, { recursive: true, force: true });
});

const isolationOf = ({ headers }: Response) =>
  Object.fromEntries(Object.keys(isolationHeaders).map((name) => [name, headers.get(name)]));

it('sends the isolation headers with a script, and when the script is not modified', async () => {
  const url = new URL('assets/worker.js', served.url);
  const first = await fetch(url);
  expect(first.status).toBe(200);
  expect(isolationOf(first)).toEqual(isolationHeaders);
  // A cached copy in `fetch` would hide the status.
  const again = await fetch(url, { cache: 'no-store', headers: { 'If-None-Match': first.headers.get('ETag')! } });
  expect(again.status).toBe(304);
  expect(isolationOf(again)).toEqual(isolationHeaders);
});

it('sends them with the page', async () => {
  expect(isolationOf(await fetch(served.url))).toEqual(isolationHeaders);
});
