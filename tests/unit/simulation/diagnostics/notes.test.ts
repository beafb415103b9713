import { describe, expect, it } from 'vitest';
import { noteOnBroken } from '../../../../src/simulation/diagnostics/broken-note.ts';
import { noteOnOverlap, OverlapWatch, overlapRemedy } from '../../../../src/simulation/diagnostics/overlap-note.ts';
import type { SimulationParameters } from '../../../../src/simulation/parameters.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';
import { parametersWith } from '../../../fixtures/stages.ts';

const { world } = boxWorld();
type Changed = Partial<SimulationParameters>;

describe('an overlap that lasts', () => {
  const told = (shares: readonly number[], frame = 0.1) => {
    const watch = new OverlapWatch();
    return shares.flatMap((overlapShare, i) => watch.add({ time: (i + 1) * frame, overlapShare }) ?? []);
  };

  it('is told once, after a second of simulated time', () => {
    expect(told(Array(11).fill(0.3))).toEqual([{ since: 0.1, share: 0.3 }]);
    expect(told(Array(10).fill(0.3))).toEqual([]);
    expect(told(Array(40).fill(0.3))).toHaveLength(1);
    expect(told(Array(101).fill(0.3), 0.01)).toHaveLength(1);
    expect(told(Array(100).fill(0.3), 0.01)).toEqual([]);
  });

  it.each([
    ['at most 1 %', Array(50).fill(0.01)],
    ['broken off', Array.from({ length: 50 }, (_, i) => (i % 10 === 9 ? 0 : 0.5))],
  ])('is none if it is %s', (_, shares) => {
    expect(told(shares)).toEqual([]);
  });

  it('is none in recordings without the figure', () => {
    const watch = new OverlapWatch();
    for (let i = 0; i < 50; i++) expect(watch.add({ time: i })).toBeUndefined();
  });

  it('begins anew after a restart', () => {
    const watch = new OverlapWatch();
    for (let i = 0; i < 9; i++) watch.add({ time: 0.1 * i, overlapShare: 1 });
    watch.restart();
    expect(watch.add({ time: 1.1, overlapShare: 1 })).toBeUndefined();
    expect(watch.add({ time: 2.1, overlapShare: 1 })).toEqual({ since: 1.1, share: 1 });
  });

  it('is said in words, unless collisions are off', () => {
    const overlap = { since: 0.301, share: 0.1234 };
    expect(noteOnOverlap(overlap, parametersWith({ recovery: 'paths' }), world)).toEqual([
      'bodies have overlapped since t = 0.3 s: 12 % of their volume lies in other bodies, or in other parts of the same body; recovery=regions parts deep overlaps, once the scene starts again',
    ]);
    expect(noteOnOverlap(overlap, parametersWith({ mode: 'off' }), world)).toEqual([]);
    expect(noteOnOverlap(overlap, parametersWith({}), { ...world, dimension: 2 })[0]).toMatch(
      /: 12 % of their area .* air mesh/,
    );
  });

  it.each<[Changed, RegExp]>([
    [{ mode: 'ccd' }, /^mode=hybrid /],
    [{ pathMethod: 'euclidean' }, /^pathMethod=flood /],
    [{ recovery: 'paths' }, /^recovery=regions /],
    [{ mode: 'dcd' }, /^mode=hybrid .* cross$/],
    [{ crossedEdges: 'stay' }, /^crossedEdges=part /],
    [{ depenetrationSpeed: 0.01 }, /^depenetrationSpeed .* 0.01 m\/s/],
    [{}, /^a higher youngsModulus .* contactPasses$/],
    [{ integrator: 'implicit-euler' }, /contactStiffness$/],
  ])('may end with another parameter than %j, and never with a time step', (changed, remedy) => {
    expect(overlapRemedy(parametersWith(changed), world)).toMatch(remedy);
    expect(overlapRemedy(parametersWith(changed), world)).not.toContain('timeStep');
  });
});

describe('a run that looks broken', () => {
  const sound = { time: 1, penetratingShare: 0.01, overlapShare: 0, kineticEnergy: 1, inverted: 0, leastVolume: 0.99 };
  const told = (row: Partial<FrameRow>, changed: Changed = {}) =>
    noteOnBroken(Array(30).fill({ ...sound, ...row }), parametersWith(changed), world);
  const elements = world.tetCount;
  const mass = 1000 * world.bodies.reduce((sum, { model }) => sum + world.models[model].volume, 0);
  /** Kinetic energy at a multiple of 20 sizes of the largest box per second, without gravity. */
  const energyAt = (multiple: number) => (mass / 2) * (multiple * 20 * 4) ** 2;

  it.each<[string, Partial<FrameRow>, Changed, RegExp]>([
    [
      'penetration',
      { penetratingShare: 0.3 },
      {},
      /: 30 % of the surface's vertices lie inside bodies; a higher youngsModulus/,
    ],
    ['penetration by single paths', { penetratingShare: 0.3 }, { recovery: 'paths' }, /; recovery=regions /],
    ['piercing', { piercingShare: 0.2 }, { mode: 'dcd' }, /: 20 % of the surface's edges pierce faces; mode=hybrid /],
    ['piercing', { piercingShare: 0.2 }, { crossedEdges: 'stay' }, /; crossedEdges=part /],
    ['piercing', { piercingShare: 0.2 }, { contacts: 'end-of-step' }, /; try contacts=in-the-loop$/],
    [
      'inversion',
      { inverted: elements / 4 },
      {},
      /: 25 % of the elements are flat or inverted; try a smaller timeStep, or more iterations$/,
    ],
    ['inversion', { inverted: elements / 4 }, { integrator: 'implicit-euler' }, /more newtonIterations$/],
    ['volume', { leastVolume: 0.3 }, {}, /: a body is squeezed to 30 % of its volume at rest; try a smaller timeStep/],
    ['volume of springs', { leastVolume: 0.3 }, { material: 'mass-spring' }, /; material=neo-hookean /],
    [
      'volume where bodies part too fast',
      { leastVolume: 0.3, queries: 5, overlapShare: 0.1 },
      { depenetrationSpeed: 9 },
      /; depenetrationSpeed=0 /,
    ],
    ['volume in an overlap', { leastVolume: 0.3, overlapShare: 0.1 }, { recovery: 'paths' }, /; recovery=regions /],
    ['energy', { kineticEnergy: energyAt(1.5) }, { gravity: 0 }, /: bodies have 2.[23] times the kinetic energy /],
    [
      'several',
      { inverted: elements, leastVolume: 0 },
      {},
      /: 100 % of the elements .*, a body is squeezed to 0 % of its volume/,
    ],
  ])('is told by %s', (_, row, changed, words) => {
    const notes = told(row, changed);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^the simulation looks broken: /);
    expect(notes[0]).toMatch(words);
  });

  it.each<[string, Partial<FrameRow>, Changed]>([
    ['a sound run', {}, {}],
    [
      'bodies in contact',
      { penetratingShare: 0.19, piercingShare: 0.06, inverted: elements / 20, leastVolume: 0.7 },
      {},
    ],
    ['bodies as fast as they part', { kineticEnergy: energyAt(0.9) }, { gravity: 0 }],
    ['bodies that part from a deep overlap', { kineticEnergy: energyAt(3), overlapShare: 0.2 }, { gravity: 0 }],
    ['bodies that fall', { kineticEnergy: energyAt(1.5), time: 5 }, { gravity: -9.81 }],
    ['collisions that are off', { penetratingShare: 1, overlapShare: 1, inverted: elements }, { mode: 'off' }],
    ['bodies that are pressed flat', { inverted: elements, leastVolume: 0 }, { flatten: true }],
    ['rows of earlier versions', { overlapShare: undefined, inverted: undefined, leastVolume: undefined } as never, {}],
  ])('is not told by %s', (_, row, changed) => {
    expect(told(row, changed)).toEqual([]);
  });
});
