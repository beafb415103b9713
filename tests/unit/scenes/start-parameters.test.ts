import { describe, expect, it } from 'vitest';
import { SCENES } from '../../../src/scenes/scenes.ts';
import { finerSteps, startParameters } from '../../../src/scenes/start-parameters.ts';
import { PAPER_ROWS } from '../../../src/scenes/table-1.ts';
import { parseParameter } from '../../../src/simulation/tables/parse-parameters.ts';

const refined = SCENES.filter((scene) => scene.parametersAt !== undefined);

it('scenes whose elements get finer have parametersAt', () => {
  expect(refined.length).toBeGreaterThanOrEqual(7);
});

/** Row of Table 1: Figure 23 shows the beam of Figure 13 and has no row of its own. */
const rowOf = (name: string) => (name === 'twisted-beam-rest-pose' ? 'twisted-beam' : name);

describe.each(refined)('$name', (scene) => {
  const at = (size: number) => startParameters(scene, size);
  const frame = ({ timeStep, stepsPerFrame }: ReturnType<typeof at>) => timeStep * stepsPerFrame;
  const { small, medium, paper } = scene.size;

  it('starts with its own parameters at size small', () => {
    expect(at(small)).toMatchObject(scene.parameters);
  });

  it('has shorter steps at larger sizes, in frames of the same duration', () => {
    expect(at(medium).timeStep).toBeLessThanOrEqual(at(small).timeStep);
    expect(at(paper).timeStep).toBeLessThan(at(small).timeStep);
    for (const size of [medium, paper]) {
      expect(frame(at(size))).toBeCloseTo(frame(at(small)), 12);
      for (const name of ['timeStep', 'stepsPerFrame', 'iterations'] as const) {
        const value = at(size)[name];
        expect(parseParameter(name, String(value))).toEqual({ [name]: value });
      }
    }
  });

  it("keeps its iterations if the time step is the same, and otherwise has a number between its own and the paper's", () => {
    const fewest = Math.min(at(small).iterations, PAPER_ROWS[rowOf(scene.name)]!.iterations);
    for (let size = small; size <= paper; size += Math.ceil((paper - small) / 200)) {
      const { timeStep, iterations } = at(size);
      expect(iterations).toBeLessThanOrEqual(at(small).iterations);
      expect(iterations).toBeGreaterThanOrEqual(fewest);
      if (timeStep === at(small).timeStep) expect(iterations).toBe(at(small).iterations);
    }
  });

  it("has the paper's steps at its size, or shorter", () => {
    expect(at(paper).timeStep).toBeLessThan(1.1 * PAPER_ROWS[rowOf(scene.name)]!.timeStep);
  });
});

it('interpolates geometrically from its own steps to Table 1', () => {
  const scene = {
    name: 'tangled-ball', // 3.3e-4 s and 3 iterations
    parameters: { timeStep: 3.3e-4 * 16, stepsPerFrame: 2, iterations: 12 },
    size: { small: 1000, paper: 16_000 },
  };
  const expected = [
    [500, {}],
    [1000, {}],
    [4000, { timeStep: 3.3e-4 * 4, stepsPerFrame: 8, iterations: 6 }],
    [16_000, { timeStep: 3.3e-4, stepsPerFrame: 32, iterations: 3 }],
    [64_000, { timeStep: 3.3e-4, stepsPerFrame: 32, iterations: 3 }],
  ] as const;
  for (const [size, steps] of expected) expect(finerSteps(scene, size)).toEqual(steps);
});

it('interpolates iterations by the rounded time step', () => {
  // Table 1 has 3.3e-4 s and 3 iterations: both shrink by a factor of 8, and three parts give 24 / 3 iterations.
  const scene = (timeStep: number) => ({
    name: 'tangled-ball',
    parameters: { timeStep, stepsPerFrame: 2, iterations: 24 },
    size: { small: 1000, paper: 8000 },
  });
  const at = (size: number) => finerSteps(scene(3.3e-4 * 8), size);
  expect(at(1400)).toMatchObject({ stepsPerFrame: 2, iterations: 24 });
  expect(at(3100)).toEqual(at(2900));
  expect(at(3100)).toMatchObject({ stepsPerFrame: 6, iterations: 8 });
  // If the time step is already as short as the paper's or shorter, it stays, and so do the iterations.
  for (const timeStep of [3.3e-4, 1e-4])
    expect(finerSteps(scene(timeStep), 8000)).toEqual({ timeStep, stepsPerFrame: 2, iterations: 24 });
});
