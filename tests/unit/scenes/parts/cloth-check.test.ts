import { expect, it } from 'vitest';
import type { CheckRunner, Figure, FrameState } from '../../../../src/scenes/check.ts';
import { checkCloth } from '../../../../src/scenes/parts/cloth-check.ts';
import { funnel } from '../../../../src/scenes/funnel.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { startOf } from '../start-of.ts';

const { build, world, positions } = startOf(funnel);
const depths = new Float32Array(world.vertexCount);
const BOUNDS = { stretch: 0.1, meanStretch: 0.05, speed: 0.2 };

/** Figures of frames of half a second with these positions, by name. @param row counts of the overlaps in the first frame */
async function figuresOf(frames: readonly Float32Array[], row: Partial<FrameRow> = {}) {
  const seen: FrameState[] = [];
  const run: CheckRunner['run'] = async (_, { observe } = {}) => {
    const rows = frames.map((_, i) => {
      const counts = { piercingShare: 0, interpenetrating: 0, contactsCcd: 7 };
      return { time: (i + 1) / 2, ...counts, ...(i === 0 ? row : {}) } as FrameRow;
    });
    rows.forEach((row, i) => {
      observe?.({ row, world, positions: frames[i], depths });
    });
    return { build, world, rows, broke: false };
  };
  const figures = await checkCloth({ size: 0, run }, [0], BOUNDS, {
    observe: (state) => seen.push(state),
    figures: (last) => [{ name: 'own', value: seen.indexOf(last) }],
  });
  return (name: string): Figure => {
    const found = figures.find((figure) => figure.name.includes(name));
    if (!found) throw new Error(`no figure '${name}' among ${figures.map((figure) => figure.name).join(', ')}`);
    return found;
  };
}

const shifted = (by: number) => positions.map((x, i) => (i % 3 === 0 ? x + by : x));
const scaled = (by: number) => positions.map((x) => x * by);

it('measures speed by how far vertices moved, and hands the last frame to the scene', async () => {
  const figure = await figuresOf([positions, shifted(0.05), shifted(-0.05)]);
  expect(figure('mean speed')).toMatchObject({ relation: '<', bound: 0.2 });
  // The last ten frames count, at their fastest: 0.1 m in half a second.
  expect(figure('mean speed').value).toBeCloseTo(0.2, 4);
  expect(figure('greatest stretch of an edge, at the end').value).toBeLessThan(1e-5);
  expect(figure('own').value).toBe(2);
});

it('measures stretch at the end and at worst', async () => {
  const figure = await figuresOf([positions, scaled(1.2), scaled(0.9)]);
  expect(figure('greatest stretch of an edge, at the end').value).toBeCloseTo(-0.1, 4);
  expect(figure('greatest stretch of an edge, in the worst frame').value).toBeCloseTo(0.2, 4);
  expect(figure('mean change').value).toBeCloseTo(0.1, 4);
});

it('bounds overlaps by 0 in every frame', async () => {
  const figure = await figuresOf([positions, positions], { piercingShare: 0.25, interpenetrating: 3 });
  expect(figure('edges that cross')).toMatchObject({ value: 0.25, relation: '=', bound: 0 });
  expect(figure('vertices inside')).toMatchObject({ value: 3, relation: '=', bound: 0 });
});
