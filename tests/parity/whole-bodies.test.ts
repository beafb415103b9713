import { expect, it } from 'vitest';
import { cloth } from '../../src/simulation/constraints/cloth/cloth.ts';
import { CLOTH } from '../../src/simulation/constraints/cloth/passes.ts';
import { neoHookean } from '../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import { NEO_HOOKEAN } from '../../src/simulation/constraints/neo-hookean/passes.ts';
import { neoHookeanXpbd } from '../../src/simulation/constraints/neo-hookean-xpbd/neo-hookean-xpbd.ts';
import { NEO_HOOKEAN_XPBD } from '../../src/simulation/constraints/neo-hookean-xpbd/passes.ts';
import { SPRINGS } from '../../src/simulation/constraints/springs/passes.ts';
import { springs } from '../../src/simulation/constraints/springs/springs.ts';
import { shareConstraints } from '../../src/gpu/kernels/kernels.ts';
import type { Constraint } from '../../src/simulation/features.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import type { Stage } from '../../src/simulation/program/stage.ts';
import { OWN_KIND, type State } from '../../src/simulation/state.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import type { Batch, World } from '../../src/simulation/world/world.ts';
import { clothWorld } from '../fixtures/cloth.ts';
import { planarWorld } from '../fixtures/planar.ts';
import { some } from '../fixtures/tier.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { batchDispatches, type Dispatch, dispatchesOf, runKernel } from './harness.ts';
import { largestDifference, runTwins, stir, WORLDS } from './twins.ts';

/** float32 rounds positions up to 8 m to 5e-7 m once a colour, of which a vertex has some twenty, and stiff elements hand it on. */
const TOLERANCE = 5e-6;
const READ = ['positions', 'remainders', 'multipliers', 'moments'] as const;

interface Kind {
  readonly constraint: Constraint;
  readonly stage: Stage;
  readonly batches: (world: World) => readonly Batch[];
  /** Kernel of a batch, and that of whole bodies. */
  readonly batchKernel: (world: World, batch: Batch) => string;
  readonly bodies: string;
  readonly parameters: Partial<SimulationParameters>;
  readonly argument?: number;
}

const TETS = { material: 'neo-hookean', youngsModulus: 1e5, materialDamping: 1e-3 } as const;
const KINDS: Readonly<Record<string, Kind>> = {
  'neo-hookean': {
    constraint: NEO_HOOKEAN,
    stage: neoHookean,
    batches: ({ batches }) => batches['neo-hookean'],
    batchKernel: () => 'neoHookean',
    bodies: 'neoHookeanBodies',
    parameters: TETS,
  },
  'neo-hookean-xpbd': {
    constraint: NEO_HOOKEAN_XPBD,
    stage: neoHookeanXpbd,
    batches: ({ batches }) => batches['neo-hookean-xpbd'],
    batchKernel: () => 'neoHookeanXpbd',
    bodies: 'neoHookeanXpbdBodies',
    parameters: { ...TETS, material: 'neo-hookean-xpbd' },
  },
  springs: {
    constraint: SPRINGS,
    stage: springs,
    batches: ({ batches }) => batches['mass-spring'],
    batchKernel: ({ models }, { model, begin }) =>
      begin < models[model].springs.restLengths.length ? 'springs' : 'areas',
    bodies: 'springsBodies',
    parameters: { material: 'mass-spring', springStiffness: 1e6, areaStiffness: 3e4, materialDamping: 1e-3 },
  },
  cloth: {
    constraint: CLOTH,
    stage: cloth,
    batches: ({ ownBatches }) => ownBatches.cloth,
    batchKernel: ({ models }, { model, begin }) =>
      begin < models[model].cloth.restVolumes.length ? 'clothTriangles' : 'clothHinges',
    bodies: 'clothBodies',
    parameters: { youngsModulus: 1e5, materialDamping: 2e-3, bendingStiffness: 1 },
    argument: OWN_KIND,
  },
};

/** Bodies of two models, of which one has colours that are too large to be joined. */
function oneLargeBody() {
  const small = createModel('small', boxMesh(2, 1, 2), 1);
  const large = createModel('large', boxMesh(15, 15, 15), 1);
  const placements = [small, large, small].map((model, i) => ({
    model,
    positions: model.mesh.positions.map((x, k) => x + (k % 3 === 1 ? 20 * i : 0) + 0.1 * Math.sin(k)),
  }));
  const { world, positions } = createWorld(placements, []);
  return { world, state: initialState(world, positions, defaultParameters(), (bytes) => new ArrayBuffer(bytes)) };
}

type Made = { readonly world: World; readonly state: State };
const IN_SPACE: readonly (readonly [string, () => Made])[] = [...WORLDS, ['one large body', oneLargeBody]];
const CASES: readonly (readonly [string, string, () => Made])[] = [
  ...['neo-hookean', 'neo-hookean-xpbd', 'springs'].flatMap((kind) =>
    IN_SPACE.map(([name, make]) => [kind, name, make] as const),
  ),
  ['springs', 'planar bodies', planarWorld],
  ['cloth', 'cloths and a box', clothWorld],
];

/** The dispatches of a pass, with each joined one split in two. */
const split = (dispatches: readonly Dispatch[], bodies: string, coordinates: number): Dispatch[] => {
  const parts = dispatches.flatMap((dispatch): Dispatch[] => {
    if (dispatch.kernel !== bodies) return [dispatch];
    const { colour = 0, colourCount = 0 } = dispatch;
    return [
      { ...dispatch, argument: 0, colourCount: 2 },
      { ...dispatch, argument: 0, colour: colour + 2, colourCount: colourCount - 2 },
    ];
  });
  const around = (kernel: string): Dispatch[] =>
    dispatches.some((one) => one.kernel === kernel) ? [] : [{ kernel, count: coordinates }];
  return [...around('displace'), ...parts, ...around('place')];
};

const WITH_THREADS = CASES.flatMap(([kind, name, make]) =>
  ([1, 4] as const).map((n) => [kind, n, name, make] as const),
);

it.each(some(WITH_THREADS, 9))(
  '%s of whole bodies, up to %i threads each, have the very same bits as colour by colour: %s',
  async (name, threads, _, make) => {
    const { constraint, stage, batches, batchKernel, bodies, parameters, argument } = KINDS[name];
    const { world, state } = make();
    stir(state);
    if (world.dimension === 2) for (let i = 2; i < state.positionsT0.length; i += 3) state.positionsT0[i] = 0;
    const [pass] = constraint.solve!({ ...defaultParameters(), ...parameters }, world);
    const dispatches = dispatchesOf(pass, world);
    expect(dispatches.map(({ kernel }) => kernel)).toContain(bodies);
    const overrides = shareConstraints(threads);
    const twins = { label: name, code: '', stage, world, state, parameters, dispatches, read: READ, overrides };
    const run = await runTwins(
      { ...twins, ...(argument !== undefined && { argument }) },
      { youngsModulus: 2e5, springStiffness: 2e6 },
    );
    expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
    expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);

    const list = batches(world);
    const count = 3 * world.vertexCount;
    const byColour = batchDispatches(list).map((dispatch, i) => ({ ...dispatch, kernel: batchKernel(world, list[i]) }));
    for (const others of [
      [{ kernel: 'displace', count }, ...byColour, { kernel: 'place', count }],
      split(dispatches, bodies, count),
    ]) {
      const other = await runKernel({ ...twins, dispatches: others });
      for (const array of READ) expect(other[array], array).toEqual(run.kernel[array]);
    }
  },
);
