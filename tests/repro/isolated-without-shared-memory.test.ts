import { afterEach, expect, it, vi } from 'vitest';
import { canShareMemory } from '../../src/workers/start-worker.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

// In WebKitGTK a page can be cross-origin isolated without SharedArrayBuffer. The page stopped with "Can't find variable".
it('memory is shared if the page is isolated and the browser has SharedArrayBuffer', () => {
  vi.stubGlobal('crossOriginIsolated', true);
  expect(canShareMemory()).toBe(true);
  vi.stubGlobal('SharedArrayBuffer', undefined);
  expect(canShareMemory()).toBe(false);
});

it('memory is not shared if the page is not isolated or its isolation is unknown', () => {
  vi.stubGlobal('crossOriginIsolated', false);
  expect(canShareMemory()).toBe(false);
  vi.stubGlobal('crossOriginIsolated', undefined);
  expect(canShareMemory()).toBe(false);
});
