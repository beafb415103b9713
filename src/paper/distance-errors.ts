import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openNodeBackend } from '../cli/backends.ts';
import { openSimulation } from '../cli/recordings/run-scene.ts';
import { writeQuery } from '../engine/answer-path-queries.ts';
import { NONE } from '../mesh/topology.ts';
import { readJson } from '../node/files.ts';
import { tell } from '../node/print.ts';
import { readAnyPathCase, type PathCase } from '../queries/path-case.ts';
import { markdownTable } from '../record/markdown-table.ts';
import { collidingBalls } from '../scenes/colliding-balls.ts';
import { octopi8 } from '../scenes/octopi-8.ts';
import type { Scene } from '../scenes/scene.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import { tangledBall } from '../scenes/tangled-ball.ts';
import type { Backend } from '../simulation/backend.ts';
import { measure } from '../simulation/diagnostics/measure.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import { COUNTERS, QUERY, stateLayout, type StateArray, type Words } from '../simulation/state.ts';
import { createFieldScratch, fieldAt } from '../simulation/path/distance-field/field-at.ts';
import { FIELD_DATA } from '../simulation/path/distance-field/tables.ts';
import { createFieldEnergy, fieldEnergy } from '../simulation/path/distance-field/field-energy.ts';
import type { World } from '../simulation/world/world.ts';
import { caseNames, DEFAULT_FOLDER, EXPECTED, INPUT } from './accept-paths.ts';
import {
  ANGLE_BINS,
  answerQueries,
  comparePaths,
  DEPTH_BINS,
  type PathChoice,
  type PathErrors,
  type PathVectors,
  type QueryRecords,
  middle,
  type TimedVectors,
} from './path-errors.ts';

/** Errors of the methods that don't find shortest paths, against those that are exact. */

/** Scenes whose state is measured, with the frame. Collisions are off until then, so that bodies lie deep in one another and in themselves. */
const SCENES: readonly { readonly scene: Scene; readonly frame: number }[] = [
  { scene: octopi8, frame: 75 },
  { scene: collidingBalls, frame: 10 },
  { scene: tangledBall, frame: 38 },
];

/** The methods that are compared. */
const METHODS: readonly { readonly name: string; readonly choice: PathChoice }[] = [
  { name: 'shortest path (flood)', choice: { pathMethod: 'flood' } },
  { name: 'Euclidean', choice: { pathMethod: 'euclidean' } },
  { name: 'rest shape', choice: { pathMethod: 'rest-shape' } },
  { name: 'field, exact at rest', choice: { pathMethod: 'distance-field', fieldSource: 'exact' } },
  { name: 'field, marched, 2nd order', choice: { pathMethod: 'distance-field', fieldSource: 'second-order' } },
  { name: 'field, marched, 1st order', choice: { pathMethod: 'distance-field', fieldSource: 'first-order' } },
  { name: 'field, update on the grid', choice: { pathMethod: 'distance-field', fieldUpdate: 'grid' } },
  { name: 'field, update on tetrahedra', choice: { pathMethod: 'distance-field', fieldUpdate: 'tetrahedra' } },
];

/** Depths below this share of a body's extent are left out: float32 keeps no direction of them. */
const LEAST_SHARE = 1e-4;

/** A state with queries and their exact answers. */
interface Case {
  readonly name: string;
  readonly backend: Backend;
  readonly queries: QueryRecords;
  readonly exact: PathVectors;
  /** Depths below this aren't compared [m]. */
  readonly least: number;
}

/** Makes the tables of errors. @param rounds runs per time, of which the fastest counts @param folder of the path cases */
export async function distanceErrors(rounds: number, folder = DEFAULT_FOLDER): Promise<readonly string[]> {
  const lines = [
    '## Errors against exact shortest paths',
    '',
    'Exact are the answers of an independent brute force for the path cases, and those of `flood` for the scenes at size small, whose collisions ' +
      'were off until the given frame. Depth and angle are medians. "Wrong side": more than 90 degrees from the exact way out. "Nothing": no answer; ' +
      'for a field, points in elements whose vertices all lie on the boundary, and in inverted ones. The time of preparation is that of ' +
      'refitted boxes or of new distances, per state.',
    '',
  ];
  const histograms: string[] = ['### Histograms', '', 'Shares of the queries, in percent.', ''];
  for await (const item of allCases(folder)) {
    tell(item.name);
    const rows: (string | number)[][] = [];
    const bins: (string | number)[][] = [];
    let count = 0;
    for (const { name, choice } of METHODS) {
      const answered = await fastest(item, choice, rounds);
      const errors = comparePaths(answered, item.exact, item.least);
      ({ count } = errors);
      rows.push([name, ...figures(errors, answered, item, choice)]);
      bins.push([name, ...[...errors.depthShares, ...errors.angleShares].map(percent)]);
    }
    const { world } = item.backend;
    const head = `### ${item.name}: ${count} points, ${world.tetCount} tetrahedra, ${deadShare(world)} of them with all vertices on the boundary`;
    lines.push(head, '', ...markdownTable(HEADER, rows, [1, 2, 3, 4, 5, 6, 7]), '');
    const share = percent(await curvatureShare(item));
    lines.push(`Of the Hessian of k d², the part 2 k d ∇²d is ${share} % of 2 k ∇d ∇dᵀ (median).`, '');
    histograms.push(
      `#### ${item.name}`,
      '',
      ...markdownTable(BIN_HEADER, bins, BIN_HEADER.map((_, i) => i).slice(1)),
      '',
    );
    await item.backend.dispose();
  }
  return [...lines, ...histograms];
}

const HEADER = ['method', 'depth off', 'angle', 'wrong side', 'nothing', 'µs per query', 'preparation [ms]', 'KiB'];
const BIN_HEADER = [
  'method',
  ...DEPTH_BINS.map((end, i) => (end === Infinity ? `d > ${DEPTH_BINS[i - 1]}` : `d ≤ ${end}`)),
  ...ANGLE_BINS.map((end) => `≤ ${end}°`),
];
const percent = (share: number): string => (100 * share).toFixed(1);

const figures = (
  errors: PathErrors,
  answered: TimedVectors,
  { backend, queries }: Case,
  choice: PathChoice,
): string[] => [
  `${percent(errors.depthError)} %`,
  `${errors.angle.toFixed(1)}°`,
  `${percent(errors.wrongSide)} %`,
  `${percent(errors.missing)} %`,
  ((1000 * answered.search) / queries.count).toFixed(2),
  answered.preparation.toFixed(2),
  (bytesOf(backend.world, choice) / 1024).toFixed(0),
];

/** Answers the queries several times. @returns the answers, with the shortest times */
async function fastest({ backend, queries }: Case, choice: PathChoice, rounds: number): Promise<TimedVectors> {
  // The first run builds the models' data and warms up the code.
  let best = await answerQueries(backend, queries, choice);
  for (let round = 0; round < rounds; round++) {
    const next = await answerQueries(backend, queries, choice);
    const search = round === 0 ? next.search : Math.min(best.search, next.search);
    const preparation = round === 0 ? next.preparation : Math.min(best.preparation, next.preparation);
    best = { ...next, search, preparation };
  }
  return best;
}

/** Yields the path cases of a folder, if there is one, and then the scenes. */
async function* allCases(folder: string): AsyncGenerator<Case> {
  if (!existsSync(folder)) tell(`no folder ${folder} of path cases; --cases selects one`);
  else
    for (const name of caseNames(folder)) {
      const pathCase = readAnyPathCase(join(folder, name + INPUT), true);
      if (pathCase.dim === 3) yield await openCase(name, pathCase, readJson(join(folder, name + EXPECTED), 'answers'));
    }
  for (const { scene, frame } of SCENES) yield await openScene(scene, frame);
}

async function openCase(name: string, pathCase: PathCase, expected: unknown): Promise<Case> {
  const { world, positions, queries } = pathCase;
  const backend = await openNodeBackend('cpu', world, positions, defaultParameters(), 1);
  const f32 = new Float32Array(QUERY.stride * queries.count);
  const records = { f32, u32: new Uint32Array(f32.buffer), count: queries.count };
  for (let i = 0; i < queries.count; i++) writeQuery(records, i, queries, i, world);
  const {
    distance,
    point,
    bbox_diag: diagonal,
  } = expected as Record<'distance' | 'point', number[]> & {
    bbox_diag: number;
  };
  const exact = {
    depths: Float64Array.from(distance),
    vectors: Float64Array.from(point, (x, i) => x - queries.points[i]),
  };
  return { name, backend, queries: records, exact, least: LEAST_SHARE * diagonal };
}

async function openScene(scene: Scene, frame: number): Promise<Case> {
  const size = scene.size.small;
  const parameters = { ...startParameters(scene, size), mode: 'off' as const };
  const { world, simulator } = await openSimulation({ scene, size, backend: 'cpu', workers: 1, parameters });
  const { backend } = simulator;
  for (let i = 0; i < frame; i++) await simulator.frame();
  const counters = await measure(backend);
  const { f32 } = (await backend.read('queries')) as Words;
  const count = counters[COUNTERS.queries];
  const copy = f32.slice(0, QUERY.stride * count);
  const queries = { f32: copy, u32: new Uint32Array(copy.buffer), count };
  const exact = await answerQueries(backend, queries, { pathMethod: 'flood' });
  const thickness = Math.min(...world.models.map((model) => model.thickness));
  return { name: `${scene.name}, frame ${frame}`, backend, queries, exact, least: 10 * LEAST_SHARE * thickness };
}

/** Returns the share of tetrahedra whose vertices all lie on the boundary, in which a field is 0. */
function deadShare({ bodies, models, tetCount }: World): string {
  let dead = 0;
  for (const { model } of bodies) {
    const { tets, surfaceIndices } = models[model].topology;
    for (let t = 0; t < tets.length; t += 4)
      if (tets.subarray(t, t + 4).every((v) => surfaceIndices[v] !== NONE)) dead++;
  }
  return `${((100 * dead) / tetCount).toFixed(1)} %`;
}

/**
 * Returns how large the second part of the Hessian of k d^2 is, 2 k d grad^2 d, as a share of the first, 2 k grad d grad d^T (Frobenius norms):
 * the median over the queries that have an answer. Implicit Euler leaves the second part out.
 */
async function curvatureShare({ backend, queries }: Case): Promise<number> {
  const { world } = backend;
  // Leaves the distances carried from the rest shape, whatever was measured before.
  await answerQueries(backend, queries, { pathMethod: 'distance-field' });
  const positions = (await backend.read('positions')) as Float32Array;
  const distances = (await backend.read('fieldDistances')) as Float32Array;
  const field = createFieldScratch();
  const out = createFieldEnergy();
  const shares: number[] = [];
  for (let i = 0; i < queries.count; i++) {
    const at = QUERY.stride * i;
    const { model, vertexBase } = world.bodies[queries.u32[at + QUERY.body]];
    const [x, y, z] = queries.f32.subarray(at + QUERY.point, at + QUERY.point + 3);
    const { tets } = world.models[model].topology;
    if (!fieldAt(field, tets, positions, distances, vertexBase, x, y, z, queries.u32[at + QUERY.tet])) continue;
    fieldEnergy(out, field);
    shares.push(Math.hypot(...out.curvature) / Math.hypot(...out.outer));
  }
  return middle(shares);
}

/**
 * Returns the memory that a method keeps beyond positions and mesh [bytes]: its arrays of the state, and its data per model. The temporary memory
 * of an update isn't counted.
 */
function bytesOf(world: World, { pathMethod = 'flood', fieldSource = 'second-order' }: PathChoice): number {
  const layout = stateLayout(world);
  const of = (...names: StateArray[]) =>
    names.reduce((sum, name) => sum + (layout[name].kind === 'f64' ? 8 : 4) * layout[name].length, 0);
  const perModel = (kind: string) =>
    world.models.reduce(
      (sum, { modelData }) =>
        sum + Object.values(modelData[kind] ?? {}).reduce((bytes, array) => bytes + array.byteLength, 0),
      0,
    );
  if (pathMethod === 'rest-shape') return perModel('restTree');
  if (pathMethod === 'distance-field') return of('fieldDistances') + perModel(FIELD_DATA[fieldSource]);
  if (pathMethod === 'euclidean') return of('faceBoxes', 'faceOrder', 'faceLeaves');
  return of(
    'pathFaces',
    'pathPatches',
    'pathSides',
    'pathCellPasses',
    'pathPatchPasses',
    'foldedEdges',
    'foldedVertices',
  );
}
