import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { octopi8 } from '../../../../src/scenes/octopi-8.ts';
import { fileName } from '../../../../src/ui/recording/download.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 25, 3) }));
afterEach(() => vi.useRealTimers());

it('names files by scene, size and date', () => {
  expect(fileName('octopi-8', octopi8.size.medium, 'csv')).toBe('untangle-octopi-8-medium-2026-11-25.csv');
  expect(fileName('octopi-8', 3000, 'frames.svg')).toBe('untangle-octopi-8-3000-frames-2026-11-25.svg');
});
