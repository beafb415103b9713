import { cases } from '../../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import { edgeEdge } from '../../../../src/simulation/contacts/ccd/stages.ts';
import { FREEDOM } from '../../../../src/simulation/contacts/guarantee/arrays.ts';
import { VOLUME_FLOOR } from '../../../../src/simulation/contacts/guarantee/limits.ts';
import { guaranteePasses } from '../../../../src/simulation/contacts/guarantee/passes.ts';
import type { Pass } from '../../../../src/simulation/program/pass.ts';
import { runPasses } from '../../../../src/simulation/program/run-passes.ts';
import { COUNTERS } from '../../../../src/simulation/state.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createSheet } from '../../../../src/simulation/world/create-sheet.ts';
import { boxWorld, seededRandom } from '../../../fixtures/box-world.ts';
import { contextWith } from '../../../fixtures/detection.ts';
import {
  boxes,
  crossings,
  inside,
  inverted,
  leastVolume,
  type Made,
  made,
  touching,
} from '../../../fixtures/free-bodies.ts';
import { sheetMesh } from '../../../fixtures/sheet.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

const PARAMETERS = { ...defaultParameters(), mode: 'ccd' } as const;
const START = { truncated: 0, step: 0 };

type Stages = Pass['stages'];

/** The stages without all rounds, so that planes for all pairs have to do everything. */
const lastResort = (stages: Stages): Stages => {
  const names = stages.map(({ stage }) => stage);
  const kept = [names.indexOf('beginGuarantee'), names.indexOf('beginCuts')];
  return stages.filter((_, i) => kept.includes(i) || i >= names.indexOf('beginCutAll'));
};

/** Runs what a step does for the guarantee: at its start, at x0, and once everything else has moved vertices. */
function keepFree(all: Made, step = 0, choose = (stages: Stages): Stages => stages): void {
  const { positions, positionsT0 } = all.state;
  const thrown = positions.slice();
  const { atStart, atEnd } = guaranteePasses(PARAMETERS, all.world);
  const chosen = atEnd.map((pass) => ({ ...pass, stages: choose(pass.stages) }));
  positions.set(positionsT0);
  runPasses(all, atStart, PARAMETERS, { ...START, step });
  positions.set(thrown);
  runPasses(all, chosen, PARAMETERS, { ...START, step });
}

/** Wavy sheets above one another, close enough that they would cross if they moved, a box on top, and a sheet far away. */
function layers(seed: number, count = 3): Made {
  const random = seededRandom(seed);
  const model = createSheet('sheet', sheetMesh(4, 0.25), 0.01);
  const heights = [...Array.from({ length: count }, (_, i) => 0.1 * i), 50];
  const sheets = heights.map((height) => ({
    model,
    positions: model.mesh.positions.map((x, i) => x + (i % 3 === 1 ? height + 0.08 * random() : 0.02 * random())),
  }));
  const box = createModel('box', boxMesh(1, 1, 1), 1);
  const above = box.mesh.positions.map((x, i) => 0.6 * x + [-0.31, 0.1 * count + 0.01, -0.29][i % 3]);
  return made([...sheets, { model: box, positions: above }]);
}

/** Moves all vertices but those of the far sheet. */
function shake({ state }: Made, size: number, seed: number): void {
  const random = seededRandom(seed);
  for (let v = 0; v < state.positions.length / 3; v++)
    for (let k = 0; k < 3; k++)
      if (state.positionsT0[3 * v + 1] < 25) state.positions[3 * v + k] += size * (2 * random() - 1);
}

describe('the guarantee', () => {
  it.each([0.1, 0.5, 3])('leaves no pair that touches on its way, where vertices jump by up to %d m', (size) => {
    let before = 0;
    for (let seed = 0; seed < cases(2, 1); seed++) {
      const all = layers(seed);
      shake(all, size, seed + 100);
      before += crossings(all);
      const { positions, positionsT0, counters } = all.state;
      const thrown = positions.slice();
      keepFree(all);
      const truncated = counters[COUNTERS.truncated];
      const left = touching(all);
      expect(left.tested).toBeGreaterThan(100);
      expect(left.touch).toEqual([]);
      expect(left.degenerate).toBe(0);
      expect(crossings(all)).toBe(0);
      const far = all.world.bodies.find(({ placement }) => placement === 3)!.vertexBase;
      expect(positions.subarray(3 * far, 3 * far + 75)).toEqual(positionsT0.subarray(3 * far, 3 * far + 75));
      expect(truncated).toBeLessThan(all.world.vertexCount);
      if (size > 1) expect(truncated).toBeGreaterThan(0);
      if (size < 0.2) expect(positions.filter((x, i) => x === thrown[i]).length).toBeGreaterThan(100);
    }
    expect(before).toBeGreaterThan(cases(4, 2));
  });

  it('does so by its last resort alone', () => {
    const all = layers(3);
    shake(all, 0.12, 3);
    expect(crossings(all)).toBeGreaterThan(5);
    keepFree(all, 0, lastResort);
    expect(touching(all).touch).toEqual([]);
    // Each vertex is where it was, or where it would go.
    const { positions, positionsT0 } = all.state;
    let moved = 0;
    for (let v = 0; v < positions.length / 3; v++) moved += Number(positions[3 * v] !== positionsT0[3 * v]);
    expect(moved).toBeGreaterThan(10);
    expect(all.state.counters[COUNTERS.truncated]).toBeGreaterThan(10);
  });

  it('leaves motions as they are that touch nothing', () => {
    const all = layers(4);
    shake(all, 1e-3, 4);
    const before = all.state.positions.slice();
    expect(touching(all).touch).toEqual([]);
    keepFree(all);
    expect(all.state.positions).toEqual(before);
    expect(all.state.counters[COUNTERS.truncated]).toBe(0);
  });

  it('takes back or pushes away motions by the last bit that cross', () => {
    // The lower sheet's vertices are a last bit below the upper sheet, which is level, and move up by two.
    const flat = createSheet('sheet', sheetMesh(2, 1), 0.01);
    const level = (height: number, shift: number) =>
      flat.mesh.positions.map((x, i) => (i % 3 === 1 ? height : x + shift));
    const all = made([
      { model: flat, positions: level(1, 0) },
      { model: flat, positions: level(1 - 2 ** -24, 0.21) },
    ]);
    const { positions, positionsT0 } = all.state;
    for (let v = 9; v < 18; v++) positions[3 * v + 1] = 1 + 2 ** -23;
    keepFree(all);
    expect(touching(all).touch).toEqual([]);
    for (let v = 9; v < 18; v++) {
      const isUnder = [0, 2].every((k) => Math.abs(positions[3 * v + k]) <= 1);
      if (isUnder) expect(positions[3 * v + 1]).toBeLessThan(positionsT0[1] + 2 ** -23);
    }
  });

  it('keeps edges and faces crossed that began so, and lets no others cross', () => {
    const all = layers(5);
    const { positions, positionsT0 } = all.state;
    // One vertex of the lowest sheet reaches through the sheet above.
    positions[3 * (all.world.bodies.find(({ placement }) => placement === 0)!.vertexBase + 12) + 1] += 0.17;
    positionsT0.set(positions);
    const before = crossings(all);
    expect(before).toBeGreaterThan(1);
    shake(all, 0.2, 5);
    expect(crossings(all)).toBeGreaterThan(before + 5);
    keepFree(all);
    expect(crossings(all)).toBe(before);
    expect(touching(all).touch).toEqual([]);
  });

  it('does not hold a pair that touches at the start', () => {
    const flat = createSheet('sheet', sheetMesh(2, 1), 0.01);
    const shifted = flat.mesh.positions.map((x, i) => x + [0.21, 0, 0.17][i % 3]);
    const all = made([
      { model: flat, positions: flat.mesh.positions.slice() },
      { model: flat, positions: shifted },
    ]);
    const { positions } = all.state;
    for (let v = 9; v < 18; v++) positions[3 * v + 1] += 0.1;
    keepFree(all);
    for (let v = 9; v < 18; v++) expect(positions[3 * v + 1]).toBe(Math.fround(0.1));
  });

  it('keeps bodies apart, and no element turns inside out, where vertices jump by up to their edges', () => {
    let before = 0;
    for (let seed = 0; seed < cases(4, 1); seed++) {
      const all = boxes([
        [0, 0, 0],
        [0.2, 2.01, 0.1],
        [2.3, 0.3, 0],
      ]);
      for (let step = 0; step < 3; step++) {
        all.state.positionsT0.set(all.state.positions);
        all.state.remaindersT0.set(all.state.remainders);
        shake(all, 0.6, 10 * seed + step);
        before += crossings(all) + inverted(all);
        keepFree(all, step, step === 2 ? lastResort : undefined);
        expect(touching(all).touch).toEqual([]);
        expect([crossings(all), inside(all), inverted(all)]).toEqual([0, 0, 0]);
        expect(leastVolume(all)).toBeGreaterThan(VOLUME_FLOOR * (1 - 1e-4));
        expect(all.state.freedom[FREEDOM.free]).toBe(step + 2);
        expect(all.state.freedom[FREEDOM.since]).toBe(1);
      }
    }
    expect(before).toBeGreaterThan(20);
  });

  it.each([
    ['apart', [3, 0, 0], 1],
    ['face to face', [2, 0, 0], 0],
    ['edges crossed at right angles, touching', [1, 2, 1], 0],
    ['through one another', [1.3, 0.7, 0.4], 0],
    ['one within the other', [0.25, 0.25, 0.25], 0],
  ] as const)('knows whether two boxes are free: %s', (name, shift, isFree) => {
    const all = boxes([[0, 0, 0], shift], name === 'one within the other' ? 0.2 : 1);
    keepFree(all);
    expect(Number(all.state.freedom[FREEDOM.free] === 2)).toBe(isFree);
    expect(all.state.freedom[FREEDOM.since]).toBe(isFree);
  });

  it('lets what is tangled come apart, and holds it from the step on that begins free', () => {
    const all = boxes([
      [0, 0, 0],
      [0.2, 1.8, 0.1],
    ]);
    const { positions, positionsT0, freedom } = all.state;
    const upper = 3 * all.world.bodies[1].vertexBase;
    const lift = (height: number) => {
      positionsT0.set(positions);
      for (let i = upper + 1; i < positions.length; i += 3) positions[i] += height;
    };
    lift(0.3);
    const goal = positions.slice();
    keepFree(all, 0);
    expect(positions).toEqual(goal);
    expect(freedom[FREEDOM.free]).toBe(0);
    lift(-0.3);
    keepFree(all, 1);
    expect([crossings(all), inside(all), freedom[FREEDOM.free], freedom[FREEDOM.since]]).toEqual([0, 0, 3, 2]);
    // A step without the guarantee, or positions from outside, forget it.
    lift(-0.3);
    keepFree(all, 7);
    expect(freedom[FREEDOM.since]).toBe(8);
  });

  it('runs only with CCD and its parameter, and where there are faces', () => {
    const { world } = layers(0);
    const of = (changed: object) => guaranteePasses({ ...defaultParameters(), ...changed }, world).atEnd.length;
    expect([of({}), of({ mode: 'ccd' }), of({ mode: 'dcd' }), of({ mode: 'off' }), of({ guarantee: false })]).toEqual([
      1, 1, 0, 0, 0,
    ]);
    const volumes = boxWorld();
    expect(guaranteePasses(defaultParameters(), volumes.world).atEnd).toHaveLength(1);
    expect(edgeEdge.count(contextWith(volumes), 0)).toBeGreaterThan(0);
  });
});
