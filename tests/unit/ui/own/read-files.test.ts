import { expose } from 'comlink';
import { describe, expect, it } from 'vitest';
import { tetrahedraliseSurface } from '../../../../src/surface/tetrahedralise-surface.ts';
import { fillSurface } from '../../../../src/ui/own/read-files.ts';
import type { Reader } from '../../../../src/ui/own/read-files.worker.ts';
import { ball } from '../../surface/shapes.ts';

const REAL: Pick<Reader, 'fill'> = {
  fill: (surface, cell, progress) => tetrahedraliseSurface(surface, { cell }, progress),
};

/** A worker's place, behind a channel as a worker is: what passes is cloned. */
class FakeWorker {
  terminated = 0;
  private readonly channel = new MessageChannel();

  /** Starts it. @param served answers the calls */
  constructor(private readonly served: Pick<Reader, 'fill'>) {}

  start = (): Worker => {
    expose(this.served, this.channel.port2 as unknown as Parameters<typeof expose>[1]);
    const worker = this.channel.port1 as unknown as Worker;
    this.channel.port1.start();
    worker.terminate = () => {
      this.terminated++;
      this.channel.port1.close();
    };
    return worker;
  };
}

const round = {
  ...ball(),
  materials: [{ name: 'a', colour: [1, 0, 0], opacity: 1, roughness: 1, metalness: 0, doubleSided: false }],
  groups: [],
} as const;

describe('the client of the worker that makes tetrahedra', () => {
  it('gives what the function gives, with materials that the worker never saw, tells of progress, and ends the worker', async () => {
    const told: number[] = [];
    const worker = new FakeWorker(REAL);
    const { signal } = new AbortController();
    // As files are read: with what their readers tell.
    const given = { ...round, notes: ['told'] };
    const filled = await fillSurface(given, 0.4, (share) => told.push(share), signal, worker.start);
    expect(Object.keys(filled.surface)).not.toContain('notes');
    expect(filled).toEqual(tetrahedraliseSurface(round, { cell: 0.4 }));
    expect(filled.surface.materials).toBe(round.materials);
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(worker.terminated).toBe(1);
  });

  it('ends the worker when it is cancelled, and starts none after', async () => {
    const controller = new AbortController();
    const worker = new FakeWorker({ fill: () => new Promise<never>(() => {}) as never });
    const promise = fillSurface(round, 0.4, () => {}, controller.signal, worker.start);
    controller.abort('cancelled');
    await expect(promise).rejects.toBe('cancelled');
    expect(worker.terminated).toBe(1);
    const started = () => {
      throw new Error('started');
    };
    await expect(fillSurface(round, 0.4, () => {}, controller.signal, started)).rejects.toBe('cancelled');
  });

  it('hands on errors of the function and of the worker', async () => {
    const { signal } = new AbortController();
    const worker = new FakeWorker(REAL);
    await expect(fillSurface(round, 0, () => {}, signal, worker.start)).rejects.toThrow(
      'The cell is 0 m, expected a positive length',
    );
    expect(worker.terminated).toBe(1);
    const broken = new FakeWorker({ fill: () => new Promise<never>(() => {}) as never });
    let made: Worker | undefined;
    const promise = fillSurface(
      round,
      0.4,
      () => {},
      signal,
      () => {
        made = broken.start();
        return made;
      },
    );
    made?.onerror?.({ message: '' } as ErrorEvent);
    await expect(promise).rejects.toThrow('the reading worker could not be started');
    expect(broken.terminated).toBe(1);
  });
});
