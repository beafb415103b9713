import { beforeAll, describe, expect, it } from 'vitest';
import {
  contains,
  containedVertices,
  createBody,
  createModel,
  createSheet,
  createWorld,
  cuboid,
  defaultParameters,
  onThisThread,
  openBackend,
  type PathQuery,
  shortestPaths,
  Simulator,
  startWorkerNode,
  type TetMesh,
  type Vector,
  type WorkerOptions,
} from '../../../src/index.ts';
import { NONE } from '../../../src/mesh/topology.ts';
import { type BuiltWorker, buildWorker } from '../../environment/build-worker.ts';
import { seededRandom } from '../../fixtures/box-world.ts';
import { PathOracle } from '../../fixtures/path-oracle.ts';
import { sheetMesh } from '../../fixtures/sheet.ts';

const { mesh } = cuboid({ size: [1, 0.5, 1], cells: [4, 2, 4] });
const box = createModel('box', mesh, 0.25);

/** Boxes side by side, high above nothing, or one a little inside the other. */
const apart = () => createWorld([createBody(box, { at: [0, 1, 0] }), createBody(box, { at: [1.5, 2, 0] })], []);
const tangled = () => createWorld([createBody(box), createBody(box, { at: [0.13, 0.41, 0.07] })], []);

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await buildWorker('src/workers/pool.worker.ts');
});
const workers = (count: number): WorkerOptions => ({ count, start: () => startWorkerNode(worker.url) });

const STEPS = 10;

describe('two boxes', () => {
  it('fall as bodies do that nothing holds, step by step', async () => {
    const parameters = { ...defaultParameters(), velocityDamping: 0 };
    const { world, positions } = apart();
    const backend = await openBackend({ world, positions, parameters, workers: workers(1) });
    const simulator = new Simulator(backend, parameters);
    for (let i = 0; i < STEPS; i++) await simulator.step();
    const { gravity, timeStep } = parameters;
    expect(simulator.steps).toBe(STEPS);
    expect(simulator.time).toBeCloseTo(STEPS * timeStep, 12);
    expect(simulator.frames).toBe(0);
    // Velocities first, then positions: g dt^2 (1 + 2 + ... + n).
    const fall = (gravity * timeStep * timeStep * STEPS * (STEPS + 1)) / 2;
    const fallen = await backend.read('positions');
    positions.forEach((x, i) => {
      expect(fallen[i]).toBeCloseTo(i % 3 === 1 ? x - fall : x, 5);
    });
    await backend.dispose();
  });

  it('that are in contact end in the same bits on this thread and on workers, in steps and in frames', async () => {
    const end = async (where: WorkerOptions | typeof onThisThread, inFrames: boolean) => {
      const parameters = { ...defaultParameters(), stepsPerFrame: STEPS };
      const { world, positions } = tangled();
      const backend = await openBackend({ world, positions, parameters, workers: where });
      const simulator = new Simulator(backend, parameters);
      if (inFrames) await simulator.frame();
      else for (let i = 0; i < STEPS; i++) await simulator.step();
      const hash = await simulator.hash();
      await backend.dispose();
      return hash;
    };
    const expected = await end(onThisThread, true);
    expect(await end(onThisThread, false)).toBe(expected);
    expect(await end(workers(1), false)).toBe(expected);
    expect(await end(workers(2), false)).toBe(expected);
  });

  it('are not opened on a number of workers that is none', async () => {
    const start = { ...apart(), parameters: defaultParameters() };
    for (const count of [0, 65, 1.5])
      await expect(openBackend({ ...start, workers: workers(count) })).rejects.toThrow(
        `${count} workers were asked for, expected 1 to 64`,
      );
  });
});

/** Least of a point's barycentric coordinates in a tetrahedron, in float64. */
function leastCoordinate({ positions, tets }: TetMesh, tet: number, p: Vector): number {
  const [a, b, c, d] = Array.from(tets.subarray(4 * tet, 4 * tet + 4), (v) => positions.subarray(3 * v, 3 * v + 3));
  const volume = (...[p, q, r, s]: ArrayLike<number>[]) => {
    const [u, v, w] = [q, r, s].map((to) => [0, 1, 2].map((k) => to[k] - p[k]));
    return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  };
  const parts = [volume(p, b, c, d), volume(a, p, c, d), volume(a, b, p, d), volume(a, b, c, p)];
  return Math.min(...parts) / volume(a, b, c, d);
}

/** Points in a box around the mesh, half as large again. */
function randomPoints(count: number): Vector[] {
  const random = seededRandom(7);
  return Array.from({ length: count }, () => [1.5 * random() - 0.75, 0.75 * random() - 0.375, 1.5 * random() - 0.75]);
}

describe('contains', () => {
  it('finds the tetrahedra that a test of each finds', () => {
    const points = randomPoints(200);
    const found = contains(mesh, points);
    const tetCount = mesh.tets.length / 4;
    const expected = points.flatMap((point, index) =>
      Array.from({ length: tetCount }, (_, tet) => ({ index, point, body: 0, tet })).filter(
        ({ tet }) => leastCoordinate(mesh, tet, point) >= 0,
      ),
    );
    expect(expected.length).toBeGreaterThan(40);
    expect(expected.length).toBeLessThan(160);
    expect(found).toEqual(expected);
  });

  it('counts inner vertices in, of the first tetrahedron around them, and those on the boundary out', () => {
    const at = (v: number): Vector => [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]];
    const vertices = Array.from({ length: mesh.positions.length / 3 }, (_, v) => v);
    const found = contains(mesh, vertices.map(at));
    const isInner = (v: number) => box.topology.surfaceIndices[v] === NONE;
    expect(vertices.filter(isInner).length).toBeGreaterThan(0);
    expect(found.map(({ index, tet }) => [index, tet])).toEqual(
      vertices.filter(isInner).map((v) => [v, Math.floor(mesh.tets.indexOf(v) / 4)]),
    );
  });

  it('names the bodies that overlap at a point', () => {
    const bodies = contains(tangled(), [[0.11, 0.2, 0.1]]).map(({ body }) => body);
    expect([...new Set(bodies)]).toEqual([0, 1]);
  });

  it('refuses points that are none', () => {
    expect(() => contains(mesh, [[0, Number.NaN, 0]])).toThrow('point 0 is (0,NaN,0), expected finite numbers');
  });
});

it('containedVertices finds the surface vertices that lie in tetrahedra of the other body', () => {
  const { world, positions } = tangled();
  const expected = [...world.surfaceVertices].flatMap((v) => {
    const body = v < world.bodies[1].vertexBase ? 0 : 1;
    const other = { positions: positions.subarray(3 * world.bodies[1 - body].vertexBase), tets: mesh.tets };
    const point: Vector = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    const vertex = { body, id: v - world.bodies[body].vertexBase };
    return Array.from({ length: mesh.tets.length / 4 }, (_, tet) => ({ vertex, point, body: 1 - body, tet })).filter(
      ({ tet }) => leastCoordinate(other, tet, point) > 1e-6,
    );
  });
  expect(expected.length).toBeGreaterThan(10);
  expect(containedVertices({ world, positions })).toEqual(expected);
});

describe('shortestPaths', () => {
  it('are those that brute force finds, of free points and of vertices', async () => {
    const shape = tangled();
    const { world, positions } = shape;
    const free = contains(shape, randomPoints(150));
    const queries: PathQuery[] = [...free, ...containedVertices(shape)];
    const oracles = world.bodies.map(({ vertexBase }) => {
      const own = positions.subarray(3 * vertexBase, 3 * vertexBase + mesh.positions.length);
      return new PathOracle(box.topology, own);
    });
    const paths = await shortestPaths(shape, queries);
    expect(paths.length).toBeGreaterThan(80);
    queries.forEach(({ point, body = 0, tet }, q) => {
      const rounded = point.map(Math.fround) as unknown as Vector;
      const expected = oracles[body].shortestPath(rounded, tet, -1)!;
      const found = paths[q]!;
      expect(found.depth).toBeCloseTo(expected.distance, 6);
      expect(Math.hypot(...found.point.map((x, k) => x - point[k]))).toBeCloseTo(found.depth, 6);
      expect(oracles[body].isValid(rounded, tet, found.point, faceWith(found.face), 1e-6)).toBe(true);
    });
  });

  const faceWith = (vertices: readonly number[]): number =>
    Array.from({ length: box.topology.faceCount }, (_, face) => face).find(
      (face) => box.topology.faces.subarray(3 * face, 3 * face + 3).join() === vertices.join(),
    )!;

  it('of a vertex in its own body lead elsewhere than to itself', async () => {
    // A corner of the box, asked about as a free point and as the vertex that it is. Cells are 0.25 m wide.
    const vertex = { body: 0, id: 0 };
    const point: Vector = [-0.5, -0.25, -0.5];
    const tet = Math.floor(mesh.tets.indexOf(vertex.id) / 4);
    const [asPoint, asVertex] = await shortestPaths(mesh, [
      { point, tet },
      { point, tet, vertex },
    ]);
    expect(asPoint!.depth).toBe(0);
    expect(asVertex!.depth).toBe(0.25);
  });

  it('are refused where a query names what is not there', async () => {
    const point: Vector = [0, 0, 0];
    const refused = (query: PathQuery) => expect(shortestPaths(mesh, [query])).rejects;
    await refused({ point, tet: 192 }).toThrow('queries[0].tet is 192, expected a whole number from 0 to 191');
    await refused({ point, tet: 0, body: 1 }).toThrow('queries[0].body is 1, expected a whole number from 0 to 0');
    await refused({ point, tet: 0, vertex: { body: 0, id: 75 } }).toThrow(
      'queries[0].vertex.id is 75, expected a whole number from 0 to 74',
    );
    await refused({ point: [9, 0, 0], tet: 0 }).toThrow('outside of tetrahedron 0 of body 0, expected a point inside');
  });
});

describe('a sheet that lies in a box', () => {
  // 0.06 m below the top, farther from the sides.
  const sheet = createSheet('sheet', sheetMesh(2, 0.2), 1e-3);
  const shape = createWorld(
    [createBody(box), createBody(sheet, { at: [0.031, 0.19, 0.012], material: { density: 200 } })],
    [],
  );

  it('contains nothing, but its vertices lie in the box and have paths out of it', async () => {
    const { bodies } = shape.world;
    expect(bodies[1].material).toBe(1);
    const held = contains(shape, [[0.03, 0.19, 0.01]]);
    expect(held.length).toBeGreaterThan(0);
    expect(held.every(({ body }) => body === 0)).toBe(true);
    const vertices = containedVertices(shape);
    expect(new Set(vertices.map(({ vertex }) => vertex.id)).size).toBe(9);
    expect(vertices.every(({ body, vertex }) => body === 0 && vertex.body === 1)).toBe(true);
    for (const path of await shortestPaths(shape, vertices)) expect(path?.depth).toBeCloseTo(0.06, 5);
  });

  it('is refused as what a path leads out of', async () => {
    const query = { point: [0.03, 0.19, 0.01] as Vector, body: 1, tet: 0 };
    await expect(shortestPaths(shape, [query])).rejects.toThrow(
      'queries[0].body is 1, a surface without volume; expected a body of tetrahedra',
    );
  });
});
