import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defaultParameters, type SimulationParameters } from '../../../../src/simulation/parameters.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { prospect, Sameness } from '../../../../src/ui/app/sameness.ts';
import type { Session } from '../../../../src/ui/app/session.ts';

const line = { className: '', textContent: '' };
beforeEach(() => {
  line.textContent = '';
  vi.stubGlobal('document', { createElement: () => line });
});
afterEach(() => vi.unstubAllGlobals());

const host = { append: () => undefined } as unknown as HTMLElement;
const compare = { name: 'mode', value: 'dcd' } as const;
const row = (frame: number, kineticEnergy = 1) => ({ frame, time: frame / 50, kineticEnergy }) as unknown as FrameRow;
const withMode = (mode: SimulationParameters['mode']) => ({ ...defaultParameters(), mode });
const session = (hash: string, mode: SimulationParameters['mode']) =>
  ({ world: { script: {} }, simulator: { hash: async () => hash, parameters: withMode(mode) } }) as unknown as Session;

it('says up to when two states are equal, when they will differ, and since when they do', async () => {
  const sameness = new Sameness(host, compare);
  await sameness.compare([row(4), row(4)], [session('a', 'hybrid'), session('a', 'dcd')]);
  expect(line.textContent).toBe(
    'Both sides are equal up to frame 4 (0.08 s), to the last bit. They will differ once one side finds a contact that the other misses.',
  );
  await sameness.compare([row(5), row(5)], [session('a', 'hybrid'), session('b', 'dcd')]);
  expect(line.textContent).toBe('The sides differ since frame 5 (0.10 s).');
  // Equal again by chance: they have differed nevertheless.
  await sameness.compare([row(6), row(6)], [session('a', 'hybrid'), session('a', 'dcd')]);
  expect(line.textContent).toBe('The sides differ since frame 5 (0.10 s).');
});

it('tells states apart by their figures, and says nothing of a broken half', async () => {
  const sameness = new Sameness(host, compare);
  const sessions = [session('a', 'hybrid'), session('a', 'dcd')];
  await sameness.compare([row(1), undefined], sessions);
  expect(line.textContent).toBe('');
  await sameness.compare([row(2, 1), row(2, 1.5)], sessions);
  expect(line.textContent).toBe('The sides differ since frame 2 (0.04 s).');
});

it('knows when halves stay equal', () => {
  const parameters = [withMode('hybrid'), withMode('hybrid')];
  expect(prospect(compare, parameters)).toBe('They stay equal, since both sides use the same.');
  const culling = [true, false].map((on) => ({ ...defaultParameters(), culling: on }));
  expect(prospect({ name: 'culling', value: 'off' }, culling)).toMatch(
    /^They stay equal, since culling changes only the time/,
  );
});

it('knows that the left half’s script will change what is compared', () => {
  const parameters = [withMode('off'), withMode('off')];
  const off = { name: 'mode', value: 'off' } as const;
  const words = (mode: SimulationParameters['mode']) => prospect(off, parameters, [{ time: 1, parameters: { mode } }]);
  expect(words('dcd')).toBe('They stay equal until the scene itself changes this setting of the left side.');
  expect(words('off')).toBe('They stay equal, since both sides use the same.');
});
