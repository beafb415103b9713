import { expect, it } from 'vitest';
import { boxesRope } from '../../../../src/scenes/boxes-rope.ts';
import type { CheckRunner, Figure, RunOptions } from '../../../../src/scenes/check.ts';
import { FLATTEN_TIME, FRAMES } from '../../../../src/scenes/parts/around-rope.ts';
import { checkAroundRope } from '../../../../src/scenes/parts/around-rope-check.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { startOf } from '../start-of.ts';

const { build, world, positions } = startOf(boxesRope);
const BOXES = 60;
const COLUMNS = 10;
/** Three boxes in each column below the rope, and three above it. */
const PAIRS = 2 * COLUMNS * 3;
const HALF = 0.2;

const firstVertex = (box: number): number => world.bodies.find(({ placement }) => placement === box)!.vertexBase;

/** Positions with one box's vertices moved. @param map gets a vertex' place relative to the box's centre at rest, unturned, and the centre */
function withBox(
  x: Float32Array,
  box: number,
  map: (place: readonly number[], centre: readonly number[], now: readonly number[]) => readonly number[],
): Float32Array {
  const moved = x.slice();
  const base = firstVertex(box);
  const { mesh } = world.models[world.bodies.find(({ placement }) => placement === box)!.model];
  const centre = [0, 1].map((k) => [0, 1, 2, 3].reduce((sum, v) => sum + x[3 * (base + v) + k], 0) / 4);
  for (let v = 0; v < 4; v++) {
    const [at, place] = [x.subarray(3 * (base + v), 3 * (base + v) + 3), mesh.positions.subarray(3 * v, 3 * v + 3)];
    moved.set(map([...place], centre, [...at]), 3 * (base + v));
  }
  return moved;
}
const raised = (x: Float32Array, box: number, by: number) => withBox(x, box, (_, __, [ax, ay]) => [ax, ay + by]);

/** Figures of runs that have two frames each, one before all is flat, and one at the end. */
async function figuresOf(end: Float32Array, endWithout = end, energies: readonly number[] = [2, 1]) {
  const asked: Record<string, RunOptions> = {};
  const run: CheckRunner['run'] = async (label, options = {}) => {
    asked[label] = options;
    const rows = [FLATTEN_TIME - 0.1, FLATTEN_TIME + 5].map(
      (time, i) => ({ time, kineticEnergy: energies[i] }) as FrameRow,
    );
    const last = label === 'air' ? end : endWithout;
    rows.forEach((row, i) => {
      options.observe?.({ row, world, positions: i === 0 ? positions : last, depths: new Float32Array() });
    });
    return { build, world, rows, broke: false };
  };
  const figures = await checkAroundRope({ size: BOXES, run });
  const figure = (name: string): Figure => {
    const found = figures.find((one) => one.name.includes(name));
    if (!found) throw new Error(`no figure '${name}' among ${figures.map((one) => one.name).join(', ')}`);
    return found;
  };
  return { asked, figure };
}

it('finds everyone on his side and whole where nothing has moved', async () => {
  const { asked, figure } = await figuresOf(positions);
  expect(figure('before they are pressed flat')).toMatchObject({ value: BOXES, relation: '=', bound: BOXES });
  expect(figure('side of the rope at the end')).toMatchObject({ value: BOXES, relation: '=', bound: BOXES });
  expect(figure('above each other').value).toBe(1);
  expect(figure('inverted').value).toBe(0);
  expect(figure('most bent').value).toBeLessThan(1e-6);
  expect(figure('kinetic energy').value).toBe(0.5);
  expect(asked.air.parameters).toBeUndefined();
  expect(asked['no air']).toMatchObject({ parameters: { air: 'off' }, frames: FRAMES / 3 });
});

it('counts who has changed sides, with air and without', async () => {
  // One from below the rope to above everything, but inside of the frame; another one above it to the ground.
  const one = raised(positions, 0, 3);
  const two = raised(one, BOXES - 1, -3);
  const { figure } = await figuresOf(one, two);
  expect(figure('before they are pressed flat').value).toBe(BOXES);
  expect(figure('side of the rope at the end').value).toBe(BOXES - 1);
  expect(figure('without air')).toMatchObject({ value: BOXES - 2, relation: '<', bound: BOXES });
});

it('counts pairs that have changed places', async () => {
  // The lowest box and the one above it, then also the third one: two pairs of three.
  const pitch = positions[3 * firstVertex(COLUMNS) + 1] - positions[3 * firstVertex(0) + 1];
  const swapped = raised(raised(positions, 0, pitch), COLUMNS, -pitch);
  expect((await figuresOf(swapped)).figure('above each other').value).toBeCloseTo(1 - 1 / PAIRS, 12);
  const lowestOnTop = raised(positions, 0, 2.5 * pitch);
  expect((await figuresOf(lowestOnTop)).figure('above each other').value).toBeCloseTo(1 - 2 / PAIRS, 12);
});

it('measures shapes, and counts inverted triangles', async () => {
  const width = 2 * Math.SQRT2 * HALF;
  const stretched = withBox(positions, 7, ([px, py], [cx, cy]) => [cx + 1.1 * px, cy + py]);
  const one = await figuresOf(stretched);
  expect(one.figure('most bent').value).toBeCloseTo((0.1 * HALF) / width, 5);
  expect(one.figure('mean of all').value).toBeCloseTo((0.1 * HALF) / width / BOXES, 5);
  expect(one.figure('inverted').value).toBe(0);
  const mirrored = withBox(positions, 7, ([px, py], [cx, cy]) => [cx - px, cy + py]);
  const two = await figuresOf(mirrored);
  // No turn brings a mirrored square nearer: half of the vertices' ways are along x, the others across.
  expect(two.figure('most bent').value).toBeCloseTo((2 * HALF) / width, 5);
  expect(two.figure('inverted').value).toBe(2);
});
