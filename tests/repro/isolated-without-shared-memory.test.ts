import { afterEach, expect, it, vi } from 'vitest';
import { canShareMemory } from '../../src/workers/shared-memory.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

// In WebKitGTK a page can be cross-origin isolated without SharedArrayBuffer. The page stopped with "Can't find variable".
it('memory is shared where the page is isolated and the browser has such memory', () => {
  vi.stubGlobal('crossOriginIsolated', true);
  expect(canShareMemory()).toBe(true);
  vi.stubGlobal('SharedArrayBuffer', undefined);
  expect(canShareMemory()).toBe(false);
});

it('and not where the page is not isolated, or nobody says', () => {
  vi.stubGlobal('crossOriginIsolated', false);
  expect(canShareMemory()).toBe(false);
  vi.stubGlobal('crossOriginIsolated', undefined);
  expect(canShareMemory()).toBe(false);
});
