import { describe, expect, it } from 'vitest';
import { AIR_STRIDE, signedMeasure } from '../../../src/mesh/air/air-mesh.ts';
import { signedVolumes } from '../../../src/mesh/quality.ts';
import { armpit } from '../../../src/scenes/armpit.ts';
import { layeredSkirt } from '../../../src/scenes/layered-skirt.ts';
import { musicians } from '../../../src/scenes/musicians.ts';
import { SCENES } from '../../../src/scenes/scenes.ts';
import { stackedBoxes } from '../../../src/scenes/stacked-boxes.ts';
import { turningBox } from '../../../src/scenes/turning-box.ts';
import { vertexEnd } from '../../../src/simulation/world/world.ts';
import { startOf } from './start-of.ts';

/** Scenes; tetrahedra of their bodies; elements of air, and by how many they may differ from that. */
const CASES = [
  // Numbers of elements from the paper's Table 1.
  { scene: stackedBoxes, tets: 250, air: 2775, tolerance: 0 },
  { scene: musicians, tets: 2786, air: 2739, tolerance: 50 },
  { scene: layeredSkirt, tets: 0, air: 3864, tolerance: 0 },
  { scene: armpit, tets: 6811, air: 278, tolerance: 0 },
  { scene: turningBox, tets: 0, air: 8, tolerance: 0 },
] as const;

describe.each(CASES)('$scene.name', ({ scene, tets, air, tolerance }) => {
  const { world, positions, piercing, build } = startOf(scene);
  const { elements } = world.air;

  it('is listed, and has as many elements as promised', () => {
    expect(SCENES).toContain(scene);
    expect(world.tetCount).toBe(tets);
    expect(Math.abs(elements.length / AIR_STRIDE - air)).toBeLessThanOrEqual(tolerance);
  });

  it('starts with no element of air inverted or flat, with sound bodies, and with nothing inside anything else', () => {
    for (let at = 0; at < elements.length; at += AIR_STRIDE)
      expect(signedMeasure(positions, elements, at)).toBeGreaterThan(0);
    world.bodies.forEach(({ model, vertexBase }, body) => {
      const own = positions.slice(3 * vertexBase, 3 * vertexEnd(world, body));
      for (const volume of signedVolumes({ positions: own, tets: world.models[model].mesh.tets }))
        expect(volume).toBeGreaterThan(0);
    });
    expect(piercing).toBe(0);
  });

  it('has switches inside its time, and a picture before its end', () => {
    const { timeStep = Number.NaN, stepsPerFrame = Number.NaN } = scene.parameters;
    const end = scene.frames * stepsPerFrame * timeStep;
    for (const { time } of build.script?.switches ?? []) expect(time).toBeLessThan(end);
    expect(scene.poster).toBeLessThan(1);
  });
});

describe('a space in its border', () => {
  it('stands on the floor at height 0', () => {
    for (const { scene } of CASES.slice(0, 2)) expect(startOf(scene).lowest).toBe(0);
  });
});
