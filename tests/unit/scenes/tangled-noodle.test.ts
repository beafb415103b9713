import { describe, expect, it } from 'vitest';
import { tangledNoodle } from '../../../src/scenes/tangled-noodle.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { parametersWith } from '../../fixtures/stages.ts';
import { startOf } from './start-of.ts';

describe('tangled-noodle at its small size', () => {
  const start = startOf(tangledNoodle);
  const parameters = parametersWith(tangledNoodle.parameters);
  const [on, slowEnd, stretchEnd] = start.build.script?.switches ?? [];

  it('is one noodle in the air, clear of itself and of the ground, points of all kinds for its contacts', () => {
    expect(start.world.bodies).toHaveLength(1);
    expect(start.world.tetCount).toBeLessThan(4200);
    expect(start.piercing).toBe(0);
    expect(start.lowest).toBeGreaterThan(0.01);
    expect(start.world.points.firstEdge).toBeGreaterThan(start.world.points.firstCentroid);
  });

  it('falls with collisions off for whole frames; then they are on, with one step per frame, for at least twenty steps', () => {
    expect(parameters.mode).toBe('off');
    const frames = on.time / (parameters.timeStep * parameters.stepsPerFrame);
    expect(frames).toBeCloseTo(Math.round(frames), 9);
    expect(on.parameters).toMatchObject({ mode: 'hybrid', stepsPerFrame: 1, timeStep: 8.3e-4 });
    expect((slowEnd.time - on.time) / 8.3e-4).toBeGreaterThan(20);
  });

  it('has the rest of its frames to settle, within 1,500 steps', () => {
    const { frames } = tangledNoodle;
    expect(stretchEnd.time).toBeLessThan(0.65);
    expect(frames * parameters.stepsPerFrame).toBeLessThan(1500);
  });

  it('is equally tangled at larger sizes: longer and thinner, on the same area', () => {
    const large = tangledNoodle.build(16_000);
    const { positions } = createWorld(large.placements, large.colliders);
    const reach = (x: Float32Array) => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(large.placements[0].model.thickness).toBeCloseTo(0.01, 9);
    expect(reach(positions) / reach(start.positions)).toBeCloseTo(1, 0);
  });
});
