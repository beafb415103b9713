import { describe, expect, it } from 'vitest';
import type { Scene } from '../../../src/scenes/scene.ts';
import { buildTwistedBeam, innerLines, twistedBeam } from '../../../src/scenes/twisted-beam.ts';
import { twistedBeamRestPose } from '../../../src/scenes/twisted-beam-rest-pose.ts';
import { twistedRods } from '../../../src/scenes/twisted-rods.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { countPiercingEdges } from '../../../src/simulation/diagnostics/pierce.ts';
import { initialState } from '../../../src/simulation/initial-state.ts';
import { defaultParameters, PARAMETERS } from '../../../src/simulation/parameters.ts';
import { parseParameter } from '../../../src/simulation/tables/parse-parameters.ts';
import { move, poseAt } from '../../../src/simulation/script/motion.ts';
import { contextWith, refitAll } from '../../fixtures/detection.ts';

const built = (scene: Scene) => {
  const { placements, colliders, script } = scene.build(scene.size.small);
  return createWorld(placements, colliders, {}, script);
};

describe.each([twistedBeam, twistedRods, twistedBeamRestPose])('$name', (scene) => {
  const { world, positions } = built(scene);

  it('is small at size small, and no edge pierces a triangle at the start', () => {
    expect(world.tetCount).toBeGreaterThan(0.9 * scene.size.small);
    expect(world.tetCount).toBeLessThanOrEqual(25_000);
    const state = initialState(world, positions, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
    refitAll(contextWith({ world, state }));
    expect(countPiercingEdges(world, state)).toBe(0);
  });

  it('runs 1,500 steps at most, with parameters in their ranges', () => {
    const { stepsPerFrame } = { ...defaultParameters(), ...scene.parameters };
    expect(scene.frames * stepsPerFrame).toBeLessThanOrEqual(1500);
    for (const [name, value] of Object.entries(scene.parameters)) {
      expect(PARAMETERS).toHaveProperty(name);
      expect(parseParameter(name, String(value))).toEqual({ [name]: value });
    }
  });

  it('finishes its twist before its end, and turns both ends equally in opposite directions', () => {
    const { stepsPerFrame, timeStep } = { ...defaultParameters(), ...scene.parameters };
    expect(world.drivers).toHaveLength(2 * world.bodies.length);
    for (const [a, b] of [0, 2].map((i) => world.drivers.slice(i, i + 2)).filter((pair) => pair.length === 2)) {
      expect(a!.motion.times.at(-1)).toBeLessThan(scene.frames * stepsPerFrame * timeStep);
      expect(a!.motion.turns!.at(-1)).toBe(-b!.motion.turns!.at(-1)!);
      expect(a!.motion.turns!.at(-1)).not.toBe(0);
      expect(Math.abs(middle(a!, 0)[0]! - middle(b!, 0)[0]!)).toBeGreaterThan(Math.abs(gapAtEnd(a!, b!)));
    }
  });

  it('moves clamped vertices by less than half the shortest edge per step', () => {
    const { timeStep } = { ...defaultParameters(), ...scene.parameters };
    const shortest = Math.min(
      ...world.models.map(({ springs }) => springs.restLengths.reduce((a, b) => Math.min(a, b))),
    );
    for (const { motion, start } of world.drivers) {
      const poses = [poseAt(motion, 0), poseAt(motion, timeStep)];
      const out = new Float32Array(6);
      for (let v = 0; v < start.length; v += 3) {
        for (const [i, pose] of poses.entries()) move(pose, start, v, out, 3 * i);
        expect(Math.hypot(out[0]! - out[3]!, out[1]! - out[4]!, out[2]! - out[5]!)).toBeLessThan(shortest / 2);
      }
    }
  });
});

type Driver = ReturnType<typeof built>['world']['drivers'][number];

/** Centre of a driver's vertices at a time. */
function middle({ motion, start }: Driver, time: number): number[] {
  const pose = poseAt(motion, time);
  const at = new Float32Array(3);
  const sum = [0, 0, 0];
  for (let v = 0; v < start.length; v += 3) {
    move(pose, start, v, at, 0);
    for (let k = 0; k < 3; k++) sum[k]! += (3 * at[k]!) / start.length;
  }
  return sum;
}

const gapAtEnd = (a: Driver, b: Driver) =>
  middle(a, a.motion.times.at(-1)!)[0]! - middle(b, b.motion.times.at(-1)!)[0]!;

it("the beam's lines run inside it, from clamp to clamp", () => {
  const { model } = buildTwistedBeam(twistedBeam.size.small, { turns: 1, approach: 0, duration: 1 });
  const lines = innerLines(model);
  expect(lines).toHaveLength(3 * model.layers);
  const { positions } = model.mesh;
  const ends = new Set([...model.endVertices[0], ...model.endVertices[1]]);
  lines.forEach((v, i) => {
    expect(Math.abs(positions[3 * v + 1]!)).toBeLessThan(model.thickness / 4);
    expect(Math.abs(positions[3 * v + 2]!)).toBeLessThan(0.4 * model.width);
    const next = lines[i + 1];
    if (next === undefined) return;
    const step = Math.abs(positions[3 * next]! - positions[3 * v]!);
    if (step === 0) expect(ends.has(v) && ends.has(next)).toBe(true);
    else expect(step).toBeCloseTo(model.length / (model.layers - 1), 5);
  });
});
