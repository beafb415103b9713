import { expect, it } from 'vitest';
import { noteOnSoftening } from '../../../../../src/simulation/constraints/neo-hookean-xpbd/softening-note.ts';
import { STABLE_SPREAD } from '../../../../../src/simulation/constraints/neo-hookean-xpbd/softening.ts';
import { solveTetsXpbd } from '../../../../../src/simulation/constraints/neo-hookean-xpbd/solve-tets-xpbd.ts';
import { defaultParameters, type SimulationParameters } from '../../../../../src/simulation/parameters.ts';
import { contextOf, cornerTet } from '../../../../fixtures/stages.ts';

/** The corner tetrahedron has edges of SIZE along the axes, so that its spread is 6 / SIZE^2. */
const SIZE = 0.1;
const { timeStep, density } = defaultParameters();
/** Young's modulus at which it is just as stiff as it may be, without lateral contraction. */
const LIMIT = (2 * STABLE_SPREAD * density * SIZE ** 2) / (6 * timeStep ** 2);
const STIFF = { material: 'neo-hookean-xpbd', poissonRatio: 0, timeStep, density } as const;

it.each<[string, number, Partial<SimulationParameters>, number]>([
  ['below the limit', 0.99, {}, 0],
  ['above it', 1.01, {}, 1],
  ['in a shorter step', 1.01, { timeStep: 0.9 * timeStep }, 0],
  ['of a denser body', 1.01, { density: 1.1 * density }, 0],
  ['of the other material', 1.01, { material: 'neo-hookean' }, 0],
  ['by implicit Euler', 1.01, { integrator: 'implicit-euler' }, 0],
])('counts the elements that are softened: %s', (_, share, changed, softened) => {
  const { world, parameters } = contextOf([cornerTet(SIZE)], { ...STIFF, youngsModulus: share * LIMIT, ...changed });
  expect(noteOnSoftening(world, parameters)).toEqual(
    softened === 0
      ? []
      : [
          'material=neo-hookean-xpbd softens 1 of 1 tetrahedra, which are too small or too stiff for two constraints at this timeStep; ' +
            'material=neo-hookean or a smaller timeStep keeps them stiff',
        ],
  );
});

it('is told once, when a parameter crosses the limit', () => {
  const { world, parameters: soft } = contextOf([cornerTet(SIZE)], { ...STIFF, youngsModulus: 0.9 * LIMIT });
  const stiff = { ...soft, youngsModulus: 1.1 * LIMIT };
  const stiffer = { ...soft, youngsModulus: 2 * LIMIT };
  const pairs = [
    [soft, stiff],
    [stiff, stiffer],
    [stiffer, soft],
    [soft, soft],
  ] as const;
  expect(pairs.map(([before, now]) => noteOnSoftening(world, now, before).length)).toEqual([1, 0, 0, 0]);
});

it.each([0.5, 1, 30])('an element of %d times the limit moves as one that is as stiff as it may be', (share) => {
  const movedBy = (stiffness: number, greatest: number) => {
    const { state, world } = contextOf([cornerTet(SIZE)], STIFF);
    const { vertices, restMetrics, restVolumes } = world.models[0].elasticTets;
    const u = Float32Array.from({ length: 12 }, (_, i) => 0.01 * Math.sin(7 * i));
    const { positions: x0, inverseMasses, multipliers, moments } = state;
    const arrays = [x0, u, inverseMasses, multipliers, moments, vertices, restMetrics, restVolumes] as const;
    solveTetsXpbd(...arrays, 0, 0, 0, 1, stiffness, 2 * stiffness, 1.5, 0, timeStep, greatest);
    return u;
  };
  const mu = LIMIT / 2;
  const spread = 6 / SIZE ** 2;
  const softened = movedBy(share * mu, spread / share);
  const expected = movedBy(Math.min(share, 1) * mu, Number.POSITIVE_INFINITY);
  // Where nothing is softened, no bit changes.
  if (share <= 1) expect(softened).toEqual(expected);
  else for (const [i, x] of softened.entries()) expect(x).toBeCloseTo(expected[i], 6);
});
