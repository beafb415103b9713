import { describe, expect, it } from 'vitest';
import { emulationNote } from '../../../src/cli/backends.ts';
import { SUMMARY_FRAMES, warnings as warningsIn } from '../../../src/cli/recordings/summary.ts';
import type { Recording } from '../../../src/record/recording.ts';
import { defaultParameters, type SimulationParameters } from '../../../src/simulation/parameters.ts';
import type { FrameRow } from '../../../src/simulation/statistics.ts';
import { boxWorld } from '../../fixtures/box-world.ts';

const { world } = boxWorld();
const warnings = (run: Recording) => warningsIn(run, world);

/** A recording with only the fields that the warnings read. */
const recording = (
  row: Partial<FrameRow>,
  mode: SimulationParameters['mode'] = 'hybrid',
  before: Partial<FrameRow> = row,
) => {
  const quiet = { contactsDropped: 0, pairsDropped: 0, contactsUncoloured: 0, penetratingShare: 0, kineticEnergy: 0 };
  const frames = [...Array(40).fill({ ...quiet, ...before }), ...Array(SUMMARY_FRAMES).fill({ ...quiet, ...row })];
  return { frames, parameters: { ...defaultParameters(), mode } } as unknown as Recording;
};

const solved = (linearResidual: number, integrator: SimulationParameters['integrator'], linearTolerance: number) => {
  const { frames, parameters } = recording({ linearResidual });
  return { frames, parameters: { ...parameters, integrator, linearTolerance } } as Recording;
};

describe('warnings', () => {
  it.each([
    [0.43, 1e-3, '43 %', '0.1 %'],
    [0.0123, 1e-4, '1.2 %', '0.01 %'],
  ])('tells a residual of %d that is far above linearTolerance %d', (residual, tolerance, left, allowed) => {
    expect(warnings(solved(residual, 'implicit-euler', tolerance))).toEqual([
      `the linear solves of implicit Euler leave ${left} of the residual, and linearTolerance allows ${allowed}, so bodies may move too slowly; more linearIterations, solver=newton or a smaller timeStep help`,
    ]);
    expect(warnings(solved(residual, 'xpbd', tolerance))).toEqual([]);
    expect(warnings(solved(9 * tolerance, 'implicit-euler', tolerance))).toEqual([]);
  });

  it('says nothing of a sound run, nor of what the last frames got over', () => {
    expect(warnings(recording({ penetratingShare: 0.2 }))).toEqual([]);
    expect(warnings(recording({}, 'hybrid', { penetratingShare: 1 }))).toEqual([]);
  });

  it('counts contacts and pairs without room', () => {
    expect(warnings(recording({ contactsDropped: 3, pairsDropped: 0.1 }))).toEqual([
      '3.1 contacts per step were left out, so bodies may overlap there; a step has at most 16 contacts of CCD per surface vertex, and keeps the deepest; other lists grow by 2 GB at most, and only while memory lasts',
    ]);
  });

  it('tells contacts that were left out only before the last frames, as a fall in the first one', () => {
    const told = warnings(recording({}, 'hybrid', { frame: 7, contactsDropped: 5 }));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^contacts were left out in 40 of 100 frames, up to 5 per step in frame 7, so bodies may/);
  });

  it('tells a broken run, except where overlaps were asked for', () => {
    expect(warnings(recording({ penetratingShare: 0.82 }))).toEqual([
      "the simulation looks broken: 82 % of the surface's vertices lie inside bodies; a higher youngsModulus may help, since soft bodies give way, or more iterations or contactPasses",
    ]);
    expect(warnings(recording({ penetratingShare: 0.82 }, 'off'))).toEqual([]);
  });

  it('calls no run broken in which bodies were seen to part for less than a second', () => {
    const {
      parameters,
      frames: [row],
    } = recording({ penetratingShare: 0.82 });
    const run = (shares: readonly number[], frameTime: number, others: Partial<FrameRow> = {}, changed = {}) =>
      warnings({
        parameters: { ...parameters, ...changed },
        frames: shares.map((overlapShare, i) => ({
          ...row,
          penetratingShare: 0.82,
          overlapShare,
          time: (i + 1) * frameTime,
          ...others,
        })),
      } as unknown as Recording);
    const BROKEN = /^the simulation looks broken/;
    expect(run([0.5, 0.4], 1 / 60)).toEqual([
      'bodies still overlap: 40 % of their volume lies in other volume at t = 0.033 s (50 % at t = 0.017 s); they may need more frames to come apart',
    ]);
    expect(run([0.5], 1 / 60)).toEqual([
      'bodies still overlap: 50 % of their volume lies in other volume at t = 0.017 s; they may need more frames to come apart',
    ]);
    expect(run([1, 1], 1 / 60)[0]).toMatch(/^bodies still overlap/);
    expect(run([0], 1 / 60)[0]).toMatch(BROKEN);
    expect(run([0.5, 0.6], 1 / 60)[0]).toMatch(BROKEN);
    expect(run([0.5, 0.4, 0.3], 0.5).at(-1)).toMatch(BROKEN);
    expect(run([0.5, 0.4], 1 / 60, { leastVolume: 0.1 })[0]).toMatch(BROKEN);
    for (const changed of [{ mode: 'ccd' }, { recovery: 'paths' }, { pathMethod: 'euclidean' }])
      expect(run([0.5, 0.4], 1 / 60, {}, changed)[0]).toMatch(BROKEN);
  });

  it('tells once that an overlap lasts, and how much of it is left', () => {
    const frames = Array.from({ length: 200 }, (_, i) => ({
      overlapShare: i < 150 ? 0.25 : 0.004,
      time: (i + 1) / 60,
    }));
    const { parameters, frames: rows } = recording({});
    const run = { parameters, frames: frames.map((row) => ({ ...rows[0], ...row })) } as unknown as Recording;
    expect(warnings(run)).toEqual([
      'bodies have overlapped since t = 0.02 s: 25 % of their volume lies in other bodies, or in other parts of the same body; a higher youngsModulus may help, since soft bodies give way, or more iterations or contactPasses (at the end: 0.4 %)',
    ]);
  });
});

it.each(['SwiftShader Device (google, swiftshader)', 'llvmpipe (LLVM 15.0.7, 256 bits) (mesa, )'])(
  '%s is told to be emulated',
  (adapter) => {
    expect(emulationNote(adapter)).toBe(
      `untangle: this gpu is emulated in software (${adapter}); its timings say nothing about a GPU\n`,
    );
    expect(emulationNote('NVIDIA H100 (nvidia, hopper)')).toBeUndefined();
  },
);
