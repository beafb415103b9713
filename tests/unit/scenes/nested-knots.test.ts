import { expect, it } from 'vitest';
import { nestedKnots } from '../../../src/scenes/nested-knots.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { countPiercingEdges } from '../../../src/simulation/diagnostics/pierce.ts';
import { initialState } from '../../../src/simulation/initial-state.ts';
import { defaultParameters, PARAMETERS } from '../../../src/simulation/parameters.ts';
import { poseAt } from '../../../src/simulation/script/motion.ts';
import { contextWith, refitAll } from '../../fixtures/detection.ts';

const RADIUS = 0.01;
const { small, medium, paper } = nestedKnots.size;
const build = nestedKnots.build(small);

it('has the required sizes, and at most 1,500 steps at size small', () => {
  const tets = build.placements[0].model.topology.tetCount;
  expect(Math.abs(tets / small - 1)).toBeLessThan(0.1);
  expect(tets).toBeLessThan(25_000);
  expect(medium / small).toBeCloseTo(10, 6);
  expect(paper).toBe(103_000);
  expect(nestedKnots.frames * (nestedKnots.parameters.stepsPerFrame as number)).toBeLessThanOrEqual(1500);
});

it('has no surface edge through a triangle at the start', () => {
  const { placements, colliders, script } = build;
  const { world, positions } = createWorld(placements, colliders, {}, script);
  const state = initialState(world, positions, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
  refitAll(contextWith({ world, state }));
  expect(countPiercingEdges(world, state)).toBe(0);
});

it('sets parameters that lie in their ranges', () => {
  for (const [name, value] of Object.entries(nestedKnots.parameters)) {
    const definition = PARAMETERS[name as keyof typeof PARAMETERS];
    if (definition.kind !== 'number' && definition.kind !== 'integer') continue;
    expect(value, name).toBeGreaterThanOrEqual(definition.min);
    expect(value, name).toBeLessThanOrEqual(definition.max);
  }
});

/** Displacement of a driver's vertices at a time [radii]. */
const shiftOf = (end: number, time: number) => {
  const driver = build.script?.drivers?.[end];
  if (!driver) throw new Error(`no driver ${end}`);
  return poseAt(driver.motion, time).shift[0] / RADIUS;
};

it('pulls both ends apart by more than 100 radii in total, by less than a tenth of a radius per step, and then holds them', () => {
  const { timeStep = 0, stepsPerFrame = 0 } = nestedKnots.parameters;
  const steps = nestedKnots.frames * stepsPerFrame;
  const shifts = Array.from({ length: steps + 1 }, (_, step) => shiftOf(1, step * timeStep));
  expect(shifts[0]).toBe(0);
  expect(shifts[steps]).toBeCloseTo(66, 9);
  expect(shifts[1000]).toBeCloseTo(shifts[steps], 6);
  for (let step = 1; step <= steps; step++) {
    expect(shifts[step]).toBeGreaterThanOrEqual(shifts[step - 1]);
    expect(shifts[step] - shifts[step - 1]).toBeLessThan(0.1);
    expect(shiftOf(0, step * timeStep)).toBe(-shifts[step]);
  }
});

it('pulls an end to the side where it is', () => {
  const { placements, script } = build;
  const x = (end: number) => placements[0].positions[3 * (script?.drivers?.[end].vertices[0] as number)];
  expect(x(0)).toBeLessThan(-0.35);
  expect(x(1)).toBeGreaterThan(0.35);
});

it('makes shorter steps of finer elements, in the same frames', () => {
  expect(nestedKnots.parametersAt!(small)).toEqual({ stepsPerFrame: 5, timeStep: nestedKnots.parameters.timeStep });
  // Three times as many elements are finer by the cube root of three, 1.44.
  const parameters = nestedKnots.parametersAt!(3 * small);
  expect(parameters.stepsPerFrame).toBe(8);
  expect(8 * (parameters.timeStep as number)).toBeCloseTo(5e-3, 12);
});
