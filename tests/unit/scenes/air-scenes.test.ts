import { describe, expect, it } from 'vitest';
import { AIR_STRIDE, signedMeasure } from '../../../src/mesh/air/air-mesh.ts';
import { signedVolumes } from '../../../src/mesh/quality.ts';
import { armpit } from '../../../src/scenes/armpit.ts';
import type { CheckRunner } from '../../../src/scenes/check.ts';
import { layeredSkirt } from '../../../src/scenes/layered-skirt.ts';
import { musicians } from '../../../src/scenes/musicians.ts';
import type { Scene } from '../../../src/scenes/scene.ts';
import { SCENES } from '../../../src/scenes/scenes.ts';
import { stackedBoxes } from '../../../src/scenes/stacked-boxes.ts';
import { turningBox } from '../../../src/scenes/turning-box.ts';
import type { FrameRow } from '../../../src/simulation/statistics.ts';
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

/** Each scene's start, made once: that of the musicians takes seconds. */
const STARTS = new Map(CASES.map(({ scene }): [Scene, ReturnType<typeof startOf>] => [scene, startOf(scene)]));
const startIn = (scene: Scene) => STARTS.get(scene) ?? startOf(scene);

describe.each(CASES)('$scene.name', ({ scene, tets, air, tolerance }) => {
  const { world, positions, piercing, build } = startIn(scene);
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
    for (const { scene } of CASES.slice(0, 2)) expect(startIn(scene).lowest).toBe(0);
  });
});

describe('the check of the musicians', () => {
  const { build, world, positions } = startIn(musicians);
  /** Positions with those of one musician changed. @param axis 0 for x, 1 for y, 2 for z */
  const changed = (body: number, map: (value: number, axis: number) => number) =>
    positions.map((value, i) => {
      const isOwn = i >= 3 * world.bodies[body].vertexBase && i < 3 * vertexEnd(world, body);
      return isOwn ? map(value, i % 3) : value;
    });

  /** Figures of runs with one frame while all are flat, and one at the end. */
  async function figuresOf(end: Float32Array) {
    const flat = positions.map((value, i) => (i % 3 === 1 ? 0 : value));
    const run: CheckRunner['run'] = async (label, { observe } = {}) => {
      const rows = [1, 4].map((time) => ({ time, piercingShare: label === 'air' ? 0 : 0.3 }) as FrameRow);
      rows.forEach((row, i) => {
        observe?.({ row, world, positions: i === 0 ? flat : end, depths: new Float32Array() });
      });
      return { build, world, rows, broke: false };
    };
    const figures = await musicians.check({ size: 0, run });
    return (name: string) => figures.find((figure) => figure.name.includes(name))!;
  }

  it('counts who stands above whom', async () => {
    const figure = await figuresOf(positions);
    expect(figure('greatest height')).toMatchObject({ value: 0, relation: '=', bound: 0 });
    expect(figure('in the old order')).toMatchObject({ value: 4, relation: '=', bound: 4 });
    expect(figure('rms error').value).toBeLessThan(1e-5);
    expect(figure('inverted tetrahedra').value).toBe(0);
    // The dog under the donkey: only it isn't above the one before.
    const dogBelow = await figuresOf(changed(1, (value, axis) => (axis === 1 ? value - 5 : value)));
    expect(dogBelow('in the old order').value).toBe(3);
    // The rooster under all.
    const roosterBelow = await figuresOf(changed(3, (value, axis) => (axis === 1 ? value - 5 : value)));
    expect(roosterBelow('in the old order').value).toBe(3);
    // Upside down: none is above the one before.
    const upsideDown = await figuresOf(positions.map((value, i) => (i % 3 === 1 ? -value : value)));
    expect(upsideDown('in the old order').value).toBe(1);
  });

  it('sees a bent shape, and inverted tetrahedra', async () => {
    const squeezed = await figuresOf(changed(2, (value, axis) => (axis === 0 ? 0.8 * value : value)));
    expect(squeezed('rms error').value).toBeGreaterThan(0.02);
    expect(squeezed('inverted tetrahedra').value).toBe(0);
    const { model } = world.bodies[2];
    const mirrored = await figuresOf(changed(2, (value, axis) => (axis === 0 ? -value : value)));
    expect(mirrored('inverted tetrahedra').value).toBe(world.models[model].mesh.tets.length / 4);
  });
});
