import { expect, test } from 'vitest';
import { DEVICE_METHODS } from '../../src/simulation/path/passes.ts';
import { GpuPaths2d, largestBuffer2d } from '../../src/gpu/path-2d/gpu-paths.ts';
import { requestDeviceFor } from '../../src/gpu/device.ts';
import { openAdapter } from '../../src/node/dawn.ts';
import { NONE } from '../../src/mesh/topology.ts';
import { createPathBody2d } from '../../src/simulation/path-2d/path-body.ts';
import { PATH, PATH_OVERFLOW } from '../../src/simulation/state.ts';
import { seededRandom } from '../fixtures/box-world.ts';
import { flatShapes, invertedShapes } from '../fixtures/flat-shapes.ts';
import { GENERATED, PLACEMENTS, PlacedShape } from '../fixtures/generated-shapes.ts';
import { describeQuery, findTruths, GPU_ROUNDING, GPU_TOLERANCES, isRight } from '../fixtures/judged-paths.ts';
import { drawSkin, isRightOnSkin } from '../fixtures/judged-skin.ts';
import { drawSkin2d, isRightOnSkin2d } from '../fixtures/judged-skin-2d.ts';
import { drawOwn } from '../fixtures/path-draws.ts';
import { type BodyQuery, pathWorld, writeQueries } from '../fixtures/path-world.ts';
import { pathDispatches, runKernel } from './harness.ts';

/** Points of each kind, of each shape; tests/long draws more, and asks the backends themselves. */
const POINTS = 8;
const SHAPES = ['ring', 'wide fan', 'cap and tail', 'octopus', 'coil, few inverted'];

const placed = SHAPES.map((name, i) => new PlacedShape(GENERATED[name](), PLACEMENTS[i], 700 + i));
const { world, state } = pathWorld(
  placed.map(({ positions, shape }, i) => ({
    name: SHAPES[i],
    rest: shape.rest ?? shape.positions,
    positions,
    tets: shape.tets,
  })),
);
const onSkin = placed.flatMap((shape, body) =>
  drawSkin(shape, POINTS, GPU_TOLERANCES).map((each) => ({ ...each, vertex: -1, body })),
);
/** Vertices in elements of their own, a rounding beside where they are: what is right is right for the vertex. */
const atVertices = placed.flatMap(({ oracle, random }, body) =>
  findTruths(oracle, drawOwn(oracle, random, POINTS), GPU_TOLERANCES).map((truth) => ({ ...truth.query, truth, body })),
);
const asked: BodyQuery[] = [
  ...onSkin.map(({ point, element, body }) => ({ point, tet: element, body, vertex: -1 })),
  ...atVertices.map((query) => ({ ...query, point: query.point.map((x) => Math.fround(x * (1 + 2 ** -23))) })),
];

test.each(
  DEVICE_METHODS.flatMap((method) =>
    (method === 'flood' ? [true] : [true, false]).map((culling) => ({ method, culling })),
  ),
)('points on the skin of elements, by $method, culling $culling', async ({ method, culling }) => {
  writeQueries(world, state, asked);
  const { paths } = await runKernel({
    label: 'all paths',
    world,
    state,
    parameters: { culling },
    dispatches: pathDispatches(world, method),
    read: ['paths'],
  });
  const depths = asked.map((_, i) => {
    const found = paths.u32[PATH.stride * i + PATH.face] < PATH_OVERFLOW;
    return found ? paths.f32[PATH.stride * i + PATH.depth] : Number.NaN;
  });
  const isRightHere = (i: number): boolean => {
    const shape = placed[asked[i].body];
    if (i < onSkin.length) return isRightOnSkin(onSkin[i], depths[i], shape, GPU_TOLERANCES, GPU_ROUNDING);
    const { truth } = atVertices[i - onSkin.length];
    return truth.isAmbiguous || isRight(truth, depths[i], shape.oracle, GPU_TOLERANCES, GPU_ROUNDING);
  };
  const wrong = [...onSkin, ...atVertices].flatMap(({ truth, body }, i) =>
    isRightHere(i) ? [] : [`${SHAPES[body]}: ${describeQuery(truth, depths[i])}`],
  );
  expect(wrong).toEqual([]);
});

const SIZE = 15;
const TOUCHING = [1e-12, 1e-9, 1e-7, 1e-6];

test.each([
  { scale: 1, away: 0 },
  { scale: 1e-3, away: 10 * SIZE },
])('points on the skin of triangles, scale $scale, $away m away', async (placing) => {
  const shapes = [...flatShapes(placing), ...invertedShapes(placing)];
  const bodies = shapes.map(({ topology, positions }) => createPathBody2d(topology, positions));
  const flat = shapes.flatMap((shape, body) =>
    drawSkin2d(shape, seededRandom(43), POINTS, TOUCHING).map((each) => ({ ...each, body })),
  );
  const { adapter } = await openAdapter();
  const device = await requestDeviceFor(adapter, largestBuffer2d(bodies));
  const gpu = await GpuPaths2d.open(device, bodies);
  const queries = {
    count: flat.length,
    points: Float64Array.from(flat.flatMap(({ point }) => point)),
    bodies: Uint32Array.from(flat, ({ body }) => body),
    triangles: Uint32Array.from(flat, ({ element }) => element),
    vertices: new Uint32Array(flat.length).fill(NONE),
  };
  for (const culling of [true, false]) {
    const { paths } = await gpu.answer(queries, culling);
    const wrong = flat.flatMap((each, q) => {
      const found = paths.segments[q] === NONE ? Number.NaN : paths.distances[q];
      if (isRightOnSkin2d(each, found, SIZE, placing, 1e-6 * SIZE * placing.scale)) return [];
      return [
        `${shapes[each.body].name}, ${each.kind.name}, ${each.point} in ${each.element}: ${found}, ${each.exact}`,
      ];
    });
    expect(wrong).toEqual([]);
  }
  gpu.destroy();
});
