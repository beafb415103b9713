import { describe, expect, it } from 'vitest';
import { SCENES } from '../../../src/scenes/scenes.ts';
import { finerSteps, startParameters } from '../../../src/scenes/start-parameters.ts';
import { PAPER_ROWS } from '../../../src/scenes/table-1.ts';
import { parseParameter } from '../../../src/simulation/parse-parameters.ts';

const refined = SCENES.filter((scene) => scene.parametersAt !== undefined);

it('scenes whose elements get finer say so', () => {
  expect(refined.length).toBeGreaterThanOrEqual(7);
});

describe.each(refined)('$name', (scene) => {
  const at = (size: number) => startParameters(scene, size);
  const frame = ({ timeStep, stepsPerFrame }: ReturnType<typeof at>) => timeStep * stepsPerFrame;
  const { small, medium, paper } = scene.size;

  it('starts at size small as its file says', () => {
    expect(at(small)).toMatchObject(scene.parameters);
  });

  it('has shorter steps at larger sizes, in frames as long', () => {
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

  it("has the paper's steps at its size, or shorter", () => {
    // Figure 23 is the beam of Figure 13, and has no row of its own.
    const row = scene.name === 'twisted-beam-rest-pose' ? 'twisted-beam' : scene.name;
    expect(at(paper).timeStep).toBeLessThan(1.1 * PAPER_ROWS[row]!.timeStep);
  });
});

it('goes from the file to Table 1 in equal ratios', () => {
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
