import { cases } from '../../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import { edgeEdge } from '../../../../src/simulation/contacts/ccd/stages.ts';
import { failSafePasses } from '../../../../src/simulation/contacts/fail-safe/passes.ts';
import { initialOrders } from '../../../../src/simulation/detect/rebuild.ts';
import { PIERCING_PASSES } from '../../../../src/simulation/diagnostics/measurements.ts';
import { initialState } from '../../../../src/simulation/initial-state.ts';
import { runPasses } from '../../../../src/simulation/program/run-passes.ts';
import { COUNTERS, type State } from '../../../../src/simulation/state.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createSheet } from '../../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import type { Placement, World } from '../../../../src/simulation/world/world.ts';
import { boxWorld, seededRandom } from '../../../fixtures/box-world.ts';
import { contextWith } from '../../../fixtures/detection.ts';
import { sheetMesh } from '../../../fixtures/sheet.ts';
import { firstImpact } from '../../geometry/impact-oracle.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

type Made = { world: World; state: State };

const PARAMETERS = { ...defaultParameters(), mode: 'ccd' } as const;
const PASSES = (world: World) => failSafePasses(PARAMETERS, world);
const START = { truncated: 0 };

function made(placements: readonly Placement[]): Made {
  const { world, positions } = createWorld(placements, []);
  const state = initialState(world, positions, PARAMETERS, (bytes) => new ArrayBuffer(bytes));
  initialOrders(world, state);
  state.positionsT0.set(state.positions);
  return { world, state };
}

/** Wavy sheets above one another, close enough that they would cross if they moved, a box on top, and a sheet far away. */
function layers(seed: number, count = 3): Made {
  const random = seededRandom(seed);
  const model = createSheet('sheet', sheetMesh(4, 0.25), 0.01);
  const heights = [...Array.from({ length: count }, (_, i) => 0.1 * i), 50];
  const sheets = heights.map((height) => ({
    model,
    positions: model.mesh.positions.map((x, i) => x + (i % 3 === 1 ? height + 0.08 * random() : 0.02 * random())),
  }));
  const box = createModel('box', boxMesh(1, 1, 1), 1);
  const above = box.mesh.positions.map((x, i) => 0.6 * x + [-0.31, 0.1 * count + 0.01, -0.29][i % 3]);
  return made([...sheets, { model: box, positions: above }]);
}

/** Moves all vertices but those of the far sheet. */
function shake({ state }: Made, size: number, seed: number): void {
  const random = seededRandom(seed);
  for (let v = 0; v < state.positions.length / 3; v++)
    for (let k = 0; k < 3; k++)
      if (state.positionsT0[3 * v + 1] < 25) state.positions[3 * v + k] += size * (2 * random() - 1);
}

/** Number of edges that cross faces, by exact orientations (tests/unit/simulation/diagnostics/pierce.test.ts). */
function crossings(all: Made): number {
  runPasses(all, PIERCING_PASSES, PARAMETERS, {});
  return all.state.counters[COUNTERS.piercing];
}

interface Element {
  readonly isSheet: boolean;
  readonly corners: readonly number[];
  /** Box of its motion. */
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/** All elements of a kind: vertices, edges or faces. */
function elements({ world, state }: Made, kind: 'surfaceVertices' | 'edges' | 'faces', size: number): Element[] {
  return world.bodies.flatMap(({ model, vertexBase }) => {
    const { [kind]: ids, tetCount } = world.models[model].topology;
    return Array.from({ length: ids.length / size }, (_, i) => {
      const corners = Array.from(ids.subarray(size * i, size * (i + 1)), (v) => vertexBase + v);
      const along = (k: number) =>
        [state.positionsT0, state.positions].flatMap((x) => corners.map((v) => x[3 * v + k]));
      return {
        isSheet: tetCount === 0,
        corners,
        lower: [0, 1, 2].map((k) => Math.min(...along(k))),
        upper: [0, 1, 2].map((k) => Math.max(...along(k))),
      };
    });
  });
}

/** All pairs with a sheet's element that touch on the way, in rational arithmetic. Pairs that don't move don't count. */
function touching(all: Made): { touch: number[][]; degenerate: number; tested: number } {
  const { positionsT0, positions } = all.state;
  const result = { touch: [] as number[][], degenerate: 0, tested: 0 };
  const test = (a: Element, b: Element, square: boolean) => {
    if (!a.isSheet && !b.isSheet) return;
    if ([0, 1, 2].some((k) => a.upper[k] < b.lower[k] || b.upper[k] < a.lower[k])) return;
    if (a.corners.some((v) => b.corners.includes(v))) return;
    const ids = [...a.corners, ...b.corners];
    const points = Float64Array.from(
      [positionsT0, positions].flatMap((x) => ids.flatMap((v) => [...x.subarray(3 * v, 3 * v + 3)])),
    );
    if (points.subarray(0, 12).every((x, i) => x === points[12 + i])) return;
    result.tested++;
    const { kind } = firstImpact(points, square);
    if (kind === 'contact') result.touch.push(ids);
    if (kind === 'degenerate') result.degenerate++;
  };
  const faces = elements(all, 'faces', 3);
  const edges = elements(all, 'edges', 2);
  for (const vertex of elements(all, 'surfaceVertices', 1)) for (const face of faces) test(vertex, face, false);
  edges.forEach((edge, i) => {
    for (const other of edges.slice(0, i)) test(edge, other, true);
  });
  return result;
}

describe('the fail-safe', () => {
  it.each([0.1, 0.5, 3])('leaves no pair that touches on its way, where vertices jump by up to %d m', (size) => {
    let before = 0;
    for (let seed = 0; seed < cases(2, 1); seed++) {
      const all = layers(seed);
      shake(all, size, seed + 100);
      before += crossings(all);
      const { positions, positionsT0, counters } = all.state;
      const thrown = positions.slice();
      runPasses(all, PASSES(all.world), PARAMETERS, START);
      const truncated = counters[COUNTERS.truncated];
      const left = touching(all);
      expect(left.tested).toBeGreaterThan(100);
      expect(left.touch).toEqual([]);
      expect(left.degenerate).toBe(0);
      expect(crossings(all)).toBe(0);
      const changed = new Set<number>();
      const far = all.world.bodies.find(({ placement }) => placement === 3)!.vertexBase;
      positions.forEach((x, i) => {
        expect(x).toBeGreaterThanOrEqual(Math.min(positionsT0[i], thrown[i]));
        expect(x).toBeLessThanOrEqual(Math.max(positionsT0[i], thrown[i]));
        if (x !== thrown[i]) changed.add(Math.floor(i / 3));
      });
      expect(truncated).toBe(changed.size);
      for (let v = far; v < far + 25; v++) expect(changed.has(v)).toBe(false);
      if (size < 0.2) expect(changed.size).toBeLessThan(all.world.vertexCount - 40);
    }
    expect(before).toBeGreaterThan(cases(4, 2));
  });

  it('does so by its last resort alone', () => {
    const all = layers(3);
    shake(all, 0.12, 3);
    expect(crossings(all)).toBeGreaterThan(5);
    const [sweep, pass] = PASSES(all.world);
    const stages = pass.stages.filter(({ stage }) => stage === 'beginFailSafe' || stage === 'setBack');
    expect(stages).toHaveLength(2);
    runPasses(all, [sweep, { ...pass, stages }], PARAMETERS, START);
    expect(touching(all).touch).toEqual([]);
    // Each vertex is where it was, or where it would go.
    const { positions, positionsT0 } = all.state;
    let moved = 0;
    for (let v = 0; v < positions.length / 3; v++) moved += Number(positions[3 * v] !== positionsT0[3 * v]);
    expect(moved).toBeGreaterThan(10);
    expect(all.state.counters[COUNTERS.truncated]).toBeGreaterThan(10);
  });

  it('leaves motions as they are that touch nothing', () => {
    const all = layers(4);
    shake(all, 1e-3, 4);
    const before = all.state.positions.slice();
    expect(touching(all).touch).toEqual([]);
    runPasses(all, PASSES(all.world), PARAMETERS, START);
    expect(all.state.positions).toEqual(before);
    expect(all.state.counters[COUNTERS.truncated]).toBe(0);
  });

  it('takes back motions by the last bit that cross', () => {
    // The lower sheet's vertices are a last bit below the upper sheet, which is level, and move up by two.
    const flat = createSheet('sheet', sheetMesh(2, 1), 0.01);
    const level = (height: number, shift: number) =>
      flat.mesh.positions.map((x, i) => (i % 3 === 1 ? height : x + shift));
    const all = made([
      { model: flat, positions: level(1, 0) },
      { model: flat, positions: level(1 - 2 ** -24, 0.21) },
    ]);
    const { positions, positionsT0 } = all.state;
    for (let v = 9; v < 18; v++) positions[3 * v + 1] = 1 + 2 ** -23;
    runPasses(all, PASSES(all.world), PARAMETERS, START);
    for (let v = 9; v < 18; v++) {
      const isUnder = [0, 2].every((k) => Math.abs(positions[3 * v + k]) <= 1);
      if (isUnder) expect(positions[3 * v + 1]).toBe(positionsT0[3 * v + 1]);
    }
    expect(all.state.counters[COUNTERS.truncated]).toBeGreaterThan(3);
  });

  it('keeps edges and faces crossed that began so, and lets no others cross', () => {
    const all = layers(5);
    const { positions, positionsT0 } = all.state;
    // One vertex of the lowest sheet reaches through the sheet above.
    positions[3 * (all.world.bodies.find(({ placement }) => placement === 0)!.vertexBase + 12) + 1] += 0.17;
    positionsT0.set(positions);
    const before = crossings(all);
    expect(before).toBeGreaterThan(1);
    shake(all, 0.2, 5);
    expect(crossings(all)).toBeGreaterThan(before + 5);
    runPasses(all, PASSES(all.world), PARAMETERS, START);
    expect(crossings(all)).toBe(before);
    expect(touching(all).touch).toEqual([]);
  });

  it('does not hold a pair that touches at the start', () => {
    const flat = createSheet('sheet', sheetMesh(2, 1), 0.01);
    const shifted = flat.mesh.positions.map((x, i) => x + [0.21, 0, 0.17][i % 3]);
    const all = made([
      { model: flat, positions: flat.mesh.positions.slice() },
      { model: flat, positions: shifted },
    ]);
    const { positions } = all.state;
    for (let v = 9; v < 18; v++) positions[3 * v + 1] += 0.1;
    runPasses(all, PASSES(all.world), PARAMETERS, START);
    for (let v = 9; v < 18; v++) expect(positions[3 * v + 1]).toBe(Math.fround(0.1));
  });

  it('runs only with sheets, CCD and its parameter', () => {
    const { world } = layers(0);
    const of = (changed: object) => failSafePasses({ ...defaultParameters(), ...changed }, world).length;
    expect([of({}), of({ mode: 'ccd' }), of({ mode: 'dcd' }), of({ mode: 'off' }), of({ failSafe: false })]).toEqual([
      2, 2, 0, 0, 0,
    ]);
    const volumes = boxWorld();
    expect(failSafePasses(defaultParameters(), volumes.world)).toEqual([]);
    expect(edgeEdge.count(contextWith(volumes), 0)).toBeGreaterThan(0);
  });
});
