import { afterEach, expect, it, vi } from 'vitest';
import type { FrameRow } from '../../../src/simulation/statistics.ts';
import { Recorder } from '../../../src/ui/recorder.ts';
import type { Session } from '../../../src/ui/session.ts';

afterEach(() => vi.unstubAllGlobals());

it('records the workers that came, not those that were asked for', async () => {
  vi.stubGlobal('navigator', { userAgent: 'a browser' });
  vi.stubGlobal('__UNTANGLE_VERSION__', '1.2.3');
  const session = {
    scene: { name: 'octopi-8' },
    size: 3000,
    world: { bodies: [], vertexCount: 0, tetCount: 0 },
    opened: { backend: { kind: 'cpu', adapter: 'one of 8 cores' }, workers: 1 },
    simulator: { inputs: [] },
    startParameters: {},
  } as unknown as Session;
  const recorder = new Recorder();
  recorder.start(session);
  expect(recorder.recording()).toBeUndefined();
  await recorder.add({ frame: 0 } as FrameRow);
  expect(recorder.recording()).toMatchObject({ workers: 1, adapter: 'one of 8 cores', host: 'a browser' });
});
