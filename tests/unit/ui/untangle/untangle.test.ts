import { expose } from 'comlink';
import { describe, expect, it } from 'vitest';
import { cuboid } from '../../../../src/mesh/model/cuboid.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createSheet } from '../../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { joined, notHeeded, tangledBodies, whyNot } from '../../../../src/ui/untangle/tangled-bodies.ts';
import { untangleInWorker } from '../../../../src/ui/untangle/untangle-in-worker.ts';
import type { RemoteUntangler } from '../../../../src/ui/untangle/untangle.worker.ts';
import { progressInWords, resultInWords, shareGone } from '../../../../src/ui/untangle/words.ts';
import { planarWorld } from '../../../fixtures/planar.ts';
import { sheetMesh } from '../../../fixtures/sheet.ts';

const box = createModel('box', cuboid({ cells: [3, 3, 3], size: [1, 1, 1] }).mesh, 0.1);
const shifted = (by: readonly number[]) => box.mesh.positions.map((x, i) => x + by[i % 3]!);
/** Two boxes that overlap by a fifth, and a ground. */
const { world, positions } = createWorld(
  [
    { model: box, positions: shifted([0, 0, 0]) },
    { model: box, positions: shifted([0.8, 0.1, 0.05]) },
  ],
  [{ normal: [0, 1, 0], offset: -1 }],
);

const OVERLAP = { inside: 2, piercing: 1, buried: 3, inverted: 0, shared: 0.1, leastVolume: 1 };
const NONE = { inside: 0, piercing: 0, buried: 0, inverted: 0, shared: 0, leastVolume: 1 };
/** A result but for its end. */
const BASE = { positions: [], before: OVERLAP, rounds: 0, steps: 7, notes: [], rms: 0.012345, greatest: 0.5 };

/** Stands for a worker: a channel, so that what passes is cloned. */
function fakeWorker(served: RemoteUntangler) {
  const { port1, port2 } = new MessageChannel();
  const state = { ended: false };
  const start = (): Worker => {
    expose(served, port2 as unknown as Parameters<typeof expose>[1]);
    port1.start();
    const worker = port1 as unknown as Worker;
    worker.terminate = () => {
      state.ended = true;
      port1.close();
    };
    return worker;
  };
  return { state, start };
}

describe('untangling in a worker', () => {
  it('hands the bodies over, tells of its steps, and ends the worker', async () => {
    const steps: number[] = [];
    const { state, start } = fakeWorker({
      async untangle({ positions: [first, second] }, progress) {
        progress(1, NONE);
        return { ...BASE, positions: [second!, first!], after: NONE, free: true, left: [] };
      },
    });
    const tell = (step: number) => steps.push(step);
    const resolved = await untangleInWorker(tangledBodies(world, positions), tell, new AbortController().signal, start);
    expect(joined(world, resolved.positions.toReversed())).toEqual(positions);
    expect(steps).toEqual([1]);
    expect(state.ended).toBe(true);
  });

  it('can be cancelled', async () => {
    const { state, start } = fakeWorker({ untangle: () => new Promise(() => {}) });
    const abort = new AbortController();
    const waiting = untangleInWorker(tangledBodies(world, positions), () => {}, abort.signal, start);
    abort.abort();
    await expect(waiting).rejects.toBe(abort.signal.reason);
    expect(state.ended).toBe(true);
  });
});

describe('a world that can be untangled', () => {
  it('has bodies of tetrahedra, in space and without air', () => {
    expect(whyNot(world)).toBeUndefined();
    expect(whyNot(planarWorld({}).world)).toContain('are flat');
    const sheet = createSheet('sheet', sheetMesh(3, 0.1), 0.01);
    const mixed = createWorld(
      [
        { model: box, positions: box.mesh.positions },
        { model: sheet, positions: sheet.mesh.positions },
      ],
      [],
    );
    expect(whyNot(mixed.world)).toContain('one of this scene’s 2 has none');
    expect(whyNot({ ...world, air: { ...world.air, elements: new Uint32Array(4) } })).toContain('air mesh');
  });

  it('says that its ground is not heeded', () => {
    expect(notHeeded(world)).toEqual([expect.stringContaining('The ground and other fixed obstacles are not heeded')]);
  });

  it('shares one rest shape among bodies of a model, and none of its memory', () => {
    const { rest, positions: poses } = tangledBodies(world, positions);
    expect(rest[0]).toBe(rest[1]);
    expect(rest[0]!.positions).not.toBe(box.mesh.positions);
    expect(poses[1]).toEqual(shifted([0.8, 0.1, 0.05]));
  });
});

describe('the words of untangling', () => {
  it('tell how far it is', () => {
    expect(progressInWords(undefined, 3.9)).toBe('Untangling: counting, and thinning what overlaps … 3 s');
    expect(progressInWords({ steps: 7, overlap: OVERLAP }, 12)).toBe(
      'Untangling, step 7: 2 vertices inside, 1 piercing edge, 3 buried tetrahedra, 0 inverted tetrahedra … 12 s',
    );
    expect(progressInWords({ steps: 8, overlap: NONE }, 13)).toContain('apart, and going back');
    expect(shareGone(OVERLAP, 12)).toBe(0.5);
    expect(shareGone(NONE, 0)).toBe(1);
  });

  it('tell the pose that it came to, and what is left where', () => {
    const text = resultInWords(world, { ...BASE, after: NONE, free: true, left: [] }, 4.56);
    expect(text).toContain('Moved by 0.0123 m rms, 0.5 m at most, in 4.6 s.');
    const left = [{ body: 1, vertex: 12, point: [0.12345, 2, 3] as const }];
    const notes = ['Not free: 2 vertices are inside.', 'More steps may help.'];
    const notFree = resultInWords(world, { ...BASE, after: OVERLAP, free: false, left, notes }, 1);
    expect(notFree).toMatch(/^Not free: 2 vertices are inside.\nMore steps may help.\nBefore: /);
    expect(notFree).toContain('body 2, vertex 12, at (0.123, 2, 3)');
    const same = { ...BASE, before: NONE, after: NONE, free: true, left: [], rms: 0, greatest: 0 };
    expect(resultInWords(world, same, 1)).toMatch(/^Nothing overlaps/);
  });
});
