import { afterEach, expect, it, vi } from 'vitest';
import { createModel } from '../../../src/simulation/create-model.ts';
import { createWorld } from '../../../src/simulation/create-world.ts';
import type { FrameRow } from '../../../src/simulation/statistics.ts';
import { Recorder } from '../../../src/ui/recorder.ts';
import type { Session } from '../../../src/ui/session.ts';

/** Of a tetrahedron with positive volume. */
const CORNERS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

afterEach(() => vi.unstubAllGlobals());

it('counts vertices in foreign tetrahedra of the frames that have piercing edges counted', async () => {
  vi.stubGlobal('navigator', { userAgent: 'a browser' });
  vi.stubGlobal('__UNTANGLE_VERSION__', '1.2.3');
  const model = createModel('tetrahedron', { positions: CORNERS, tets: Uint32Array.of(0, 1, 2, 3) }, 1);
  // The second one's first corner lies in the first one.
  const inside = CORNERS.map((x) => x + 0.1);
  const { world } = createWorld(
    [CORNERS, inside].map((positions) => ({ model, positions })),
    [],
    'vertices',
    {},
  );
  const positions = Float32Array.of(...CORNERS, ...inside);
  const session = {
    scene: { name: 'two' },
    world,
    opened: { backend: { read: async () => positions } },
    simulator: { inputs: [] },
  } as unknown as Session;
  const recorder = new Recorder();
  recorder.start(session);
  await recorder.add({ frame: 0 } as FrameRow);
  await recorder.add({ frame: 1, piercingShare: 0.5 } as FrameRow);
  positions.set(
    CORNERS.map((x) => x + 10),
    CORNERS.length,
  );
  await recorder.add({ frame: 2, piercingShare: 0 } as FrameRow);
  expect(recorder.recording()?.frames.map(({ foreign }) => foreign)).toEqual([undefined, 1, 0]);
});

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
