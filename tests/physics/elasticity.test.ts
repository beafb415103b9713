import { cases, isFull } from '../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { type Bar, sag, type Settling } from './bars.ts';
import { box, type Physics, physics, placed } from './bodies.ts';

const MATERIAL = { youngsModulus: 1e6, density: 1000 } as const;
/** Length of the bars that stick out, and the side of their cross-section [m]. */
const [LENGTH, SIDE] = [0.6, 0.2];

describe('a hanging bar', () => {
  const length = 0.5;
  const side = 0.1;
  const stretch = async (n: number, poissonRatio: number, settling: Pick<Settling, 'timeStep' | 'iterations'>) => {
    const bar: Bar = { ...MATERIAL, poissonRatio, gravity: 1, size: [length, side, side], cells: [5 * n, n, n] };
    const sunk = await sag(bar, { ...settling, velocityDamping: 50, time: 0.3 }, 'hanging');
    return sunk / ((MATERIAL.density * bar.gravity * length ** 2) / (2 * MATERIAL.youngsModulus));
  };
  const refined = async (poissonRatio: number) => [
    await stretch(1, poissonRatio, { timeStep: 3e-3, iterations: 6 }),
    await stretch(2, poissonRatio, { timeStep: 1.5e-3, iterations: 6 }),
    await stretch(4, poissonRatio, { timeStep: 8e-4, iterations: 6 }),
  ];

  it('stretches by density g L^2 / (2 E), ever closer under refinement', async () => {
    const errors = (await refined(0)).map((ratio) => Math.abs(ratio - 1));
    expect(errors[0]).toBeLessThan(0.05);
    expect(errors[1]).toBeLessThan(errors[0]);
    expect(errors[2]).toBeLessThan(errors[1]);
    expect(errors[2]).toBeLessThan(0.005);
  });

  it('within 5 % where its upper end is kept from growing thinner, too', async () => {
    const ratios = await refined(0.3);
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
    expect(Math.abs(ratios[2] - ratios[1])).toBeLessThan(Math.abs(ratios[1] - ratios[0]));
  });
});

/** Sag of a bar that sticks out, over Timoshenko's: bending, and shear with Cowper's coefficient of a rectangle. */
async function bent(n: number, settling: Pick<Settling, 'timeStep' | 'iterations'>): Promise<number> {
  const [gravity, poissonRatio] = [0.5, 0.3];
  const bar: Bar = { ...MATERIAL, poissonRatio, gravity, size: [LENGTH, SIDE, SIDE / n], cells: [3 * n, n, 1] };
  const load = MATERIAL.density * gravity;
  const shearModulus = MATERIAL.youngsModulus / (2 * (1 + poissonRatio));
  const cowper = (10 * (1 + poissonRatio)) / (12 + 11 * poissonRatio);
  const bending = (1.5 * load * LENGTH ** 4) / (MATERIAL.youngsModulus * SIDE ** 2);
  const shearing = (load * LENGTH ** 2) / (2 * cowper * shearModulus);
  return (await sag(bar, { ...settling, velocityDamping: 36, time: 0.5 }, 'sticking out')) / (bending + shearing);
}

describe('a cantilever bar', () => {
  // Linear tetrahedra are too stiff in bending: with 3, 6, 12 of them over the thickness 28 %, 11 %, 5 %.
  it('bends as Timoshenko says, ever closer under refinement', async () => {
    const errors: number[] = [];
    for (const n of isFull ? [3, 6, 12] : [3, 6])
      errors.push(Math.abs((await bent(n, { timeStep: 8.4e-3 / n, iterations: 8 })) - 1));
    for (let i = 1; i < errors.length; i++) expect(errors[i]).toBeLessThan(0.6 * errors[i - 1]);
    expect(errors.at(-1)).toBeLessThan(isFull ? 0.05 : 0.12);
  });

  it('is as stiff for every time step and number of iterations that converge', async () => {
    const ratios: number[] = [];
    for (const [timeStep, iterations] of [
      [1e-3, 10],
      [1e-3, 40],
      [3.3e-3, 60],
      [3.3e-3, 120],
      [1e-2, 500],
    ].slice(0, cases(5, 3)))
      ratios.push(await bent(cases(4, 3), { timeStep, iterations }));
    for (const ratio of ratios) expect(Math.abs(ratio / ratios[0] - 1)).toBeLessThan(0.01);
  });
});

it('a bar held at one end swings along its length with the period 4 L / sqrt(E / density)', async () => {
  const [length, stretch, timeStep] = [0.5, 1e-3, 2e-4];
  const mesh = box(10, 2, 2, 0.05);
  const bar = placed('bar', mesh, (x, y, z) => [x * (1 + stretch), y, z]);
  const free = { mode: 'off', gravity: 0, velocityDamping: 0, materialDamping: 0, poissonRatio: 0 } as const;
  const body = await physics([bar], { ...free, ...MATERIAL, timeStep }, { held: (x) => x === 0 });
  const end = mesh.positions.findIndex((x, i) => i % 3 === 0 && Math.abs(x - length) < 1e-6);
  const crossings: number[] = [];
  let before = stretch * length;
  for (let step = 1; crossings.length < 3; step++) {
    await body.run(1);
    const now = body.state.positions[end] + body.state.remainders[end] - length;
    if (now * before <= 0) crossings.push(timeStep * (step - now / (now - before)));
    before = now;
  }
  const period = 4 * length * Math.sqrt(MATERIAL.density / MATERIAL.youngsModulus);
  expect((crossings[2] - crossings[0]) / period).toBeCloseTo(1, 1.5);
});

/** [m^3] */
function volume({ state, world }: Physics): number {
  const { tets } = world.models[0].mesh;
  const { positions: p } = state;
  let sum = 0;
  for (let t = 0; t < tets.length; t += 4) {
    const [u, v, w] = [1, 2, 3].map((k) => [0, 1, 2].map((i) => p[3 * tets[t + k] + i] - p[3 * tets[t] + i]));
    sum += u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  }
  return sum / 6;
}

it.each([1.2, 1.5, 0.8])(
  'a Poisson ratio of 0.495 keeps the volume of a bar held at %d of its length',
  async (factor) => {
    const length = 1;
    const bar = placed('bar', box(10, 3, 3, 0.1), (x, y, z) => [factor * x, y, z]);
    const held = (x: number) => x === 0 || x > factor * length * (1 - 1e-6);
    const soft = { mode: 'off', gravity: 0, youngsModulus: 1e5, poissonRatio: 0.495 } as const;
    const body = await physics([bar], { ...soft, velocityDamping: 20, timeStep: 1e-3, iterations: 10 }, { held });
    const before = volume(body);
    await body.run(400);
    const rest = length * 0.3 * 0.3;
    expect(before / rest).toBeCloseTo(factor, 4);
    expect(Math.abs(volume(body) / rest - 1)).toBeLessThan(0.01);
  },
);
