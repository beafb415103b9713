import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { BrokenStateError } from '../../../../src/simulation/simulator.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { Recorder } from '../../../../src/ui/recording/recorder.ts';
import type { Session } from '../../../../src/ui/app/session.ts';

/** Vertices of a tetrahedron with positive volume. */
const CORNERS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

const fail = (text: string) => {
  throw new Error(text);
};

afterEach(() => vi.unstubAllGlobals());

it('counts interpenetrating vertices in those frames whose piercing edges are counted', async () => {
  vi.stubGlobal('navigator', { userAgent: 'a browser' });
  vi.stubGlobal('__UNTANGLE_VERSION__', '1.2.3');
  const model = createModel('tetrahedron', { positions: CORNERS, tets: Uint32Array.of(0, 1, 2, 3) }, 1);
  // The second one's first corner lies in the first one.
  const inside = CORNERS.map((x) => x + 0.1);
  const { world } = createWorld(
    [CORNERS, inside].map((positions) => ({ model, positions })),
    [],
  );
  const positions = Float32Array.of(...CORNERS, ...inside);
  const session = {
    scene: { name: 'two' },
    world,
    opened: { backend: { read: async () => positions } },
    simulator: { inputs: [] },
  } as unknown as Session;
  const recorder = new Recorder(fail);
  recorder.start(session);
  await recorder.add({ frame: 0 } as FrameRow, session);
  await recorder.add({ frame: 1, piercingShare: 0.5 } as FrameRow, session);
  positions.set(
    CORNERS.map((x) => x + 10),
    CORNERS.length,
  );
  await recorder.add({ frame: 2, piercingShare: 0 } as FrameRow, session);
  expect(recorder.recording()?.frames.map(({ interpenetrating }) => interpenetrating)).toEqual([undefined, 1, 0]);
});

it('records the number of workers that started, not the number requested', async () => {
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
  const recorder = new Recorder(fail);
  recorder.start(session);
  expect(recorder.recording()).toBeUndefined();
  await recorder.add({ frame: 0 } as FrameRow, session);
  expect(recorder.recording()).toMatchObject({ workers: 1, adapter: 'one of 8 cores', host: 'a browser' });
});

describe('a recording', () => {
  const sessionOf = (name: string) =>
    ({
      scene: { name },
      world: { bodies: [] },
      opened: { backend: {} },
      simulator: { inputs: [] },
    }) as unknown as Session;
  const broken = new BrokenStateError(7, 'solve', 0);
  const row = (frame: number) => ({ frame }) as FrameRow;
  let first: Session;
  let recorder: Recorder;
  beforeEach(async () => {
    vi.stubGlobal('navigator', { userAgent: 'a browser' });
    vi.stubGlobal('__UNTANGLE_VERSION__', '1.2.3');
    first = sessionOf('first');
    recorder = new Recorder(fail);
    recorder.start(first);
    await recorder.add(row(0), first);
  });

  it('has the frames of one session only', async () => {
    await recorder.add(row(1), sessionOf('second'));
    recorder.stop();
    await recorder.add(row(2), first);
    expect(recorder.recording()).toMatchObject({ scene: 'first', frames: [{ frame: 0 }] });
  });

  it('says where the run broke, also after it was stopped', () => {
    expect(recorder.recording()).not.toHaveProperty('broke');
    first.broken = broken;
    const broke = { step: 7, part: 'solve', body: 0 };
    expect(recorder.recording()?.broke).toEqual(broke);
    recorder.stop();
    recorder.stop();
    expect(recorder.recording()?.broke).toEqual(broke);
  });

  it('doesn’t contain a break that came after it was stopped', () => {
    recorder.stop();
    first.broken = broken;
    expect(recorder.recording()).not.toHaveProperty('broke');
  });
});
