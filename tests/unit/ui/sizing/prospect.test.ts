import { describe, expect, it, vi } from 'vitest';
import { octopi8 } from '../../../../src/scenes/octopi-8.ts';
import { startParameters } from '../../../../src/scenes/start-parameters.ts';
import { Loader } from '../../../../src/ui/app/loader.ts';
import type { Runtime } from '../../../../src/ui/app/runtime.ts';
import { NotStarted } from '../../../../src/ui/app/session.ts';
import { settingsFrom } from '../../../../src/ui/link/settings.ts';
import { readLink } from '../../../../src/ui/link/links.ts';
import type { Messages } from '../../../../src/ui/notices/messages.ts';
import { prospectOf, roughDuration } from '../../../../src/ui/sizing/prospect.ts';
import { Speed } from '../../../../src/ui/sizing/speed.ts';

/** A machine on which a tetrahedron takes a millisecond per step. */
const measuredSpeed = (): Speed => {
  const speed = new Speed();
  speed.add('cpu', 2, { tetrahedra: 10, steps: 3 }, 30);
  return speed;
};

describe('the speed of this machine', () => {
  it('is measured per tetrahedron and step, by backend, after the first frames', () => {
    const speed = new Speed();
    speed.add('cpu', 0, { tetrahedra: 10, steps: 1 }, 1e6);
    speed.add('cpu', 1, { tetrahedra: 10, steps: 1 }, 1e6);
    expect(speed.secondsPerFrame('cpu', { tetrahedra: 10, steps: 1 })).toBeUndefined();
    expect(measuredSpeed().secondsPerFrame('cpu', { tetrahedra: 2000, steps: 2 })).toBeCloseTo(4);
    expect(measuredSpeed().secondsPerFrame('gpu', { tetrahedra: 2000, steps: 2 })).toBeUndefined();
  });

  it('follows slower frames, without a jump', () => {
    const speed = measuredSpeed();
    speed.add('cpu', 3, { tetrahedra: 10, steps: 1 }, 20);
    const after = speed.secondsPerFrame('cpu', { tetrahedra: 1000, steps: 1 })!;
    expect(after).toBeGreaterThan(1);
    expect(after).toBeLessThan(1.5);
  });

  it('is told roughly', () => {
    expect([0.0004, 0.043, 0.57, 2, 12.4].map(roughDuration)).toEqual(['1 ms', '43 ms', '0.6 s', '2 s', '12 s']);
  });
});

describe('what loading will bring', () => {
  const expected = { bodies: 8, tetrahedra: 16_000, state: 10e6, world: 5e6, buffer: 0 };
  const size = octopi8.size.small;
  const parameters = { ...startParameters(octopi8, size), stepsPerFrame: 2 };
  const planned = { scene: octopi8, size, backend: 'cpu', parameters, runs: 1, expected } as const;

  it('names size, bodies, tetrahedra and memory, and the time where something has run', () => {
    const known = 'Size: small · 8 bodies, 16,000 tetrahedra · about 20 MB of memory';
    expect(prospectOf(planned, new Speed())).toEqual({ text: known, expected, question: undefined });
    expect(prospectOf(planned, measuredSpeed()).text).toBe(`${known} · an estimated 32 s per frame`);
    expect(prospectOf({ ...planned, runs: 2 }, measuredSpeed()).text).toMatch(
      /16,000 tetrahedra, twice · about 40 MB.* 64 s per frame$/,
    );
    expect(prospectOf({ ...planned, size: 3000, expected: undefined }, measuredSpeed()).text).toBe(
      'Size: 3,000 tetrahedra per body',
    );
  });

  it('asks from two seconds per frame on', () => {
    const of = (tetrahedra: number) =>
      prospectOf({ ...planned, expected: { ...expected, tetrahedra } }, measuredSpeed());
    expect(of(999).question).toBeUndefined();
    expect(of(1001).question).toMatch(
      /^“Eight octopi fall into a box” will take an estimated 2 s per frame on this machine\.\n.*\nStart it all the same\?$/,
    );
  });

  it('is told before a slow scene is built, which is not built if the person doesn’t want it', async () => {
    const confirm = vi.fn(async () => false);
    const announce = vi.fn();
    const budget = { memory: 8e9, buffer: undefined };
    const runtime = { backends: ['cpu'], budget } as unknown as Runtime;
    const loader = new Loader(runtime, 1, { confirm } as unknown as Messages, measuredSpeed(), announce);
    const { settings } = settingsFrom(readLink('?scene=octopi-8&size=medium'), ['cpu']);
    await expect(loader.load(settings, undefined)).rejects.toThrow(new NotStarted('Not started.'));
    expect(announce).toHaveBeenCalledWith(
      octopi8.title,
      expect.stringMatching(/^Size: medium · 8 bodies, .* per frame$/),
      octopi8.description,
    );
    expect(confirm).toHaveBeenCalledTimes(1);
  });
});
