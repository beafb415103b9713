import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { octopi8 } from '../../../../src/scenes/octopi-8.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { defaultViewOptions } from '../../../../src/ui/panel/view-options.ts';
import type { Runtime } from '../../../../src/ui/app/runtime.ts';
import { firstSize } from '../../../../src/ui/sizing/sizing.ts';
import { withChoice, usualParameters, type Settings } from '../../../../src/ui/link/settings.ts';
import { GpuRefusal, Fallback } from '../../../../src/ui/app/fallback.ts';
import { stubStorage } from '../../../fixtures/stub-storage.ts';

const { small, default: own } = octopi8.size;

beforeEach(() => {
  stubStorage();
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => ({ getExtension: () => null }) }) });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open() {
  const told: string[] = [];
  const runtime = { backends: ['gpu', 'cpu'] } as unknown as Runtime;
  return { told, ways: new Fallback(runtime, defaultViewOptions('webgpu'), (text) => told.push(text)) };
}

const octopi = (size: number | undefined): Settings => ({
  scene: octopi8.name,
  size,
  backend: 'gpu',
  parameters: usualParameters({ scene: octopi8.name, size }),
  compare: undefined,
});

/** A sizing of the GPU that has asked for the scene's own size. */
function fastTrial() {
  const { sizing } = firstSize(octopi8, 'gpu');
  for (let i = 0; i < 5; i++) sizing!.add({ ms: 1, stages: { render: 0 } } as unknown as FrameRow);
  return sizing!;
}

it('goes back to small on the GPU, for later visits too, if the size that a sizing suggested fails', () => {
  const { told, ways } = open();
  ways.beforeStart(octopi(undefined));
  ways.beforeSuggestedSize(fastTrial());
  ways.beforeStart(octopi(own));
  const back = ways.settingsAfter(new Error('out of memory'), octopi(own));
  expect(back).toMatchObject({ backend: 'gpu', size: small, parameters: octopi(small).parameters });
  expect(told).toEqual(['The GPU failed at a larger size (out of memory): the scene runs at its small size.']);
  expect(firstSize(octopi8, 'gpu')).toEqual({ size: small });
  // The processor takes over once small fails on the GPU, too.
  ways.beforeStart(back!);
  expect(ways.settingsAfter(new Error('lost'), back!)).toMatchObject({ backend: 'cpu', size: small });
});

it('doesn’t go back to small from a size that the person chose after a sizing', () => {
  const { ways } = open();
  ways.beforeSuggestedSize(fastTrial());
  ways.beforeStart(octopi(3000));
  expect(ways.settingsAfter(new Error('lost'), octopi(3000))).toMatchObject({ backend: 'cpu', size: 3000 });
});

it('goes back to the GPU after a scene that was too large only for the GPU', () => {
  const { ways } = open();
  ways.beforeStart(octopi(own));
  const after = ways.settingsAfter(new GpuRefusal('needs a buffer'), octopi(own))!;
  expect(after.backend).toBe('cpu');
  expect(withChoice(after, ways.adjustedChoice({ compare: undefined })).backend).toBe('cpu');
  expect(withChoice(after, ways.adjustedChoice({ size: small })).backend).toBe('gpu');
  expect(withChoice(after, ways.adjustedChoice({ size: small })).backend).toBe('cpu');
});

it('stays on the CPU if the person chose it or the GPU failed', () => {
  const { ways } = open();
  ways.beforeStart(octopi(own));
  const refused = ways.settingsAfter(new GpuRefusal('needs a buffer'), octopi(own))!;
  const byChoice = withChoice(refused, ways.adjustedChoice({ backend: 'cpu' }));
  expect(withChoice(byChoice, ways.adjustedChoice({ scene: 'nested-knots' })).backend).toBe('cpu');
  const failed = ways.settingsAfter(new Error('lost'), octopi(own))!;
  expect(withChoice(failed, ways.adjustedChoice({ scene: 'nested-knots' })).backend).toBe('cpu');
});
