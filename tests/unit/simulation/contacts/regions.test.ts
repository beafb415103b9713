import { describe, expect, it } from 'vitest';
import { cuboid } from '../../../../src/mesh/model/cuboid.ts';
import { NONE } from '../../../../src/mesh/topology.ts';
import { REGION, REGION_NUMBERS, WAITS } from '../../../../src/simulation/contacts/regions/arrays.ts';
import { findParts, clearParts } from '../../../../src/simulation/contacts/regions/parts.ts';
import { createRay, leave } from '../../../../src/simulation/contacts/regions/ray-exit.ts';
import { cellOf } from '../../../../src/simulation/contacts/regions/parting.ts';
import { regionDirections, regionPaths, regions } from '../../../../src/simulation/contacts/regions/regions.ts';
import { roomOf } from '../../../../src/simulation/contacts/regions/room.ts';
import { containment } from '../../../../src/simulation/detect/containment.ts';
import { MOST_AT_ONCE, deepWords, waits } from '../../../../src/simulation/detect/deep-pairs.ts';
import { queries } from '../../../../src/simulation/detect/queries.ts';
import { nextTurn, WATCH_INTERVAL } from '../../../../src/simulation/detect/watch.ts';
import type { SimulationParameters } from '../../../../src/simulation/parameters.ts';
import { shortestPath } from '../../../../src/simulation/path/shortest-path.ts';
import type { Context } from '../../../../src/simulation/program/stage.ts';
import { CONTAINMENT, COUNTERS, DIRECTED, PATH, PATHS, QUERIES, QUERY } from '../../../../src/simulation/state.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createSheet } from '../../../../src/simulation/world/create-sheet.ts';
import type { Plane } from '../../../../src/simulation/world/world.ts';
import { seededRandom } from '../../../fixtures/box-world.ts';
import { refitAll } from '../../../fixtures/detection.ts';
import { sheetMesh } from '../../../fixtures/sheet.ts';
import { contextOf, runInRanges } from '../../../fixtures/stages.ts';

const block = createModel('block', cuboid({ cells: [4, 4, 4], size: [1, 1, 1] }).mesh, 0.1);
const bar = createModel('bar', cuboid({ cells: [16, 2, 2], size: [4, 0.5, 0.5] }).mesh, 0.1);
/** Two blocks that are one body. */
const pair = createModel(
  'pair',
  {
    positions: Float32Array.of(
      ...block.mesh.positions.map((x, i) => (i % 3 === 0 ? x - 1.7 : x)),
      ...block.mesh.positions.map((x, i) => (i % 3 === 0 ? x + 1.7 : x)),
    ),
    tets: Uint32Array.of(...block.mesh.tets, ...block.mesh.tets.map((v) => v + block.mesh.positions.length / 3)),
  },
  0.1,
);
type Place = readonly [number, number, number];

/** A step's first detection, with all inner points tested, as stages of their own. `bend` moves the vertices before. */
function detected(
  models: readonly (typeof block)[],
  shifts: readonly Place[],
  changed: Partial<SimulationParameters & { planes: readonly Plane[] }> = {},
  bend?: (x: Float32Array) => void,
): Context {
  const context = contextOf(models, { recovery: 'regions', shifts, ...changed });
  const { state } = context;
  bend?.(state.positions);
  state.counters[COUNTERS.step] = 1;
  state.deepUntil.fill(9);
  const run = (stage: typeof regions, argument: number) => runInRanges(stage, Object.assign(context, { argument }));
  refitAll(Object.assign(context, { argument: CONTAINMENT.classify }));
  run(containment, CONTAINMENT.classify);
  run(containment, CONTAINMENT.inside);
  run(queries, QUERIES.points);
  run(shortestPath, PATHS.all);
  return context;
}

/** The regions of the stage's last run. */
function regionsOf({ state: { counters, regionWords, regionNumbers } }: Context) {
  return Array.from({ length: counters[COUNTERS.regions] }, (_, i) => {
    const words = regionWords.subarray(REGION.stride * i, REGION.stride * (i + 1));
    const numbers = regionNumbers.subarray(REGION_NUMBERS.stride * i, REGION_NUMBERS.stride * (i + 1));
    return {
      size: words[REGION.end] - words[REGION.begin],
      isDeep: words[REGION.isDeep],
      direction: [...numbers.subarray(REGION_NUMBERS.direction, REGION_NUMBERS.direction + 3)],
      speed: numbers[REGION_NUMBERS.speed],
    };
  });
}

const runRegions = (context: Context): void => {
  for (const stage of [regions, regionDirections, regionPaths])
    runInRanges(stage, Object.assign(context, { argument: 0 }));
};

/** Folds a bar about its middle, so that one half lies in the other one, a bit beside. */
const foldBeside =
  (rise: number) =>
  (x: Float32Array): void => {
    for (let i = 0; i < x.length; i += 3) if (x[i] > 0) x.set([0.1 - x[i], x[i + 1] + rise, x[i + 2]], i);
  };
const fold = foldBeside(0.2);

describe('a ray', () => {
  it('leaves a block where its planes say', () => {
    const random = seededRandom(5);
    const ray = createRay();
    const { positions, tets } = block.mesh;
    for (let trial = 0; trial < 200; trial++) {
      const tet = Math.floor(random() * (tets.length / 4));
      const d = [0, 1, 2].map(() => random() - 0.5);
      const length = Math.hypot(...d);
      for (let k = 0; k < 3; k++) {
        ray.along[k] = d[k] / length;
        ray.from[k] = [0, 1, 2, 3].reduce((sum, c) => sum + positions[3 * tets[4 * tet + c] + k] / 4, 0);
      }
      expect(leave(ray, positions, block.topology, 0, tet)).toBe(true);
      const ways = [0, 1, 2].map((k) => (Math.sign(ray.along[k]) * 0.5 - ray.from[k]) / ray.along[k]);
      expect(ray.length).toBeCloseTo(Math.min(...ways), 6);
      const corners = [...block.topology.faces.subarray(3 * ray.face, 3 * ray.face + 3)];
      for (let k = 0; k < 3; k++) {
        const weights = [ray.b0, ray.b1, 1 - ray.b0 - ray.b1];
        const end = corners.reduce((sum, v, c) => sum + weights[c] * positions[3 * v + k], 0);
        expect(end).toBeCloseTo(ray.from[k] + ray.length * ray.along[k], 6);
      }
    }
  });
});

describe('parts', () => {
  it('are the components of the elements around and at penetrating points, by brute force', () => {
    const context = detected([bar], [[0, 0, 0]], {}, fold);
    const { world, state, scratch } = context;
    const { tets, neighbours, tetCount } = bar.topology;
    const count = state.counters[COUNTERS.queries];
    const marked = new Set<number>();
    for (let q = 0; q < count; q++) {
      const point = state.queries.u32[QUERY.stride * q + QUERY.source];
      marked.add(state.queries.u32[QUERY.stride * q + QUERY.tet]);
      if (point >= world.points.firstCentroid) marked.add(point - world.points.firstCentroid);
      else for (let i = 0; i < tets.length; i++) if (tets[i] === world.points.vertices[point]) marked.add(i >> 2);
    }
    // Each element takes the smallest id that its neighbours have, until none changes.
    const least = Uint32Array.from({ length: tetCount }, (_, t) => (marked.has(t) ? t : NONE));
    for (let changes = 1; changes > 0; ) {
      changes = 0;
      for (const t of marked)
        for (const next of neighbours.subarray(4 * t, 4 * t + 4))
          if (marked.has(next) && least[next] < least[t]) {
            least[t] = least[next];
            changes++;
          }
    }
    findParts(scratch.regions.parts, world, state, count);
    const { numbers, first } = scratch.regions.parts;
    expect(Array.from(numbers.subarray(0, tetCount), (part) => (part === NONE ? NONE : first[part]))).toEqual([
      ...least,
    ]);
    expect(first.length).toBeGreaterThan(1);
    clearParts(scratch.regions.parts);
    expect(numbers.every((part) => part === NONE)).toBe(true);
  });
});

describe('a region', () => {
  it('of two blocks leads the shortest way apart, for all of its points', () => {
    const context = detected(
      [block, block],
      [
        [0, 0, 0],
        [0.7, 0.1, 0],
      ],
      { youngsModulus: 1e8 },
    );
    runRegions(context);
    const [region, ...others] = regionsOf(context);
    expect(others).toEqual([]);
    expect(region.isDeep).toBe(1);
    expect(region.direction).toEqual([-1, 0, 0]);
    // The longest way is that of an inner point, a bit shorter than the overlap of 0.3 m; the speed is that of parting.ts.
    const way = 0.1 * region.speed - cellOf(block);
    expect(way).toBeGreaterThan(0.2);
    expect(way).toBeLessThanOrEqual(0.3 + 1e-6);
    const { paths, queries: found } = context.state;
    for (let q = 0; q < region.size; q++) {
      expect(paths.u32[PATH.stride * q + PATH.feature]).toBe(DIRECTED);
      const own = context.world.points.bodies[found.u32[QUERY.stride * q + QUERY.source]];
      expect(paths.f32[PATH.stride * q + PATH.point]).toBe(own === 0 ? -1 : 1);
    }
  });

  it('of a folded bar is between two parts of it', () => {
    const context = detected([bar], [[0, 0, 0]], {}, fold);
    runRegions(context);
    const deep = regionsOf(context).filter(({ isDeep }) => isDeep === 1);
    expect(deep.length).toBeGreaterThan(0);
    for (const { direction } of deep) expect(Math.abs(direction[0])).toBeLessThan(0.8);
  });

  it('of a folded bar tries other directions than the remembered one in its first 16 steps, later in every eighth', () => {
    const context = detected([bar], [[0, 0, 0]], {}, fold);
    const { counters, lastDirections, lastLeft } = context.state;
    runRegions(context);
    const [{ direction: up }] = regionsOf(context);
    // Along the bar the way out is far longer than across it: a region that looks at other directions leaves this one.
    const along = new Float32Array(lastDirections.length);
    for (let i = 0; i < along.length; i += 3)
      along[i] = Math.sign(up.reduce((sum, u, k) => sum + u * lastDirections[i + k], 0));
    const tried: number[] = [];
    for (let step = 2; step <= 40; step++) {
      counters[COUNTERS.step] = step;
      for (let v = 0; 2 * v < lastLeft.length; v++) if (lastLeft[2 * v] > 0) lastLeft[2 * v + 1] = step - 1;
      lastDirections.set(along);
      runRegions(context);
      if (Math.abs(regionsOf(context)[0].direction[0]) < 0.9) tried.push(step);
    }
    expect(tried).toEqual([...Array.from({ length: 15 }, (_, i) => 2 + i), 24, 32, 40]);
  });

  it('is shallow where no inner point is inside and the paths lead out, and they stay', () => {
    const context = detected(
      [block, block, block],
      [
        [0, 0, 0],
        [0.7, 0.1, 0],
        [-0.98, 0.1, 0.1],
      ],
    );
    const { paths, counters } = context.state;
    const before = paths.u32.slice();
    runRegions(context);
    expect(
      regionsOf(context)
        .map(({ isDeep }) => isDeep)
        .sort(),
    ).toEqual([0, 1]);
    let kept = 0;
    for (let q = 0; q < counters[COUNTERS.queries]; q++) {
      if (paths.u32[PATH.stride * q + PATH.feature] === DIRECTED) continue;
      expect(paths.u32.subarray(PATH.stride * q, PATH.stride * (q + 1))).toEqual(
        before.subarray(PATH.stride * q, PATH.stride * (q + 1)),
      );
      kept++;
    }
    expect(kept).toBe(regionsOf(context).find(({ isDeep }) => isDeep === 0)?.size);
  });

  it('is one for two bodies that have been deep in one another for long', () => {
    const context = detected(
      [bar, pair],
      [
        [0, 0, 0],
        [0, 0.1, 0],
      ],
    );
    runRegions(context);
    const apart = regionsOf(context).length;
    expect(apart).toBeGreaterThan(1);
    const { state, parameters } = context;
    const step = Math.ceil(0.45 / parameters.timeStep);
    for (let now = 2; now <= step; now++) {
      state.counters[COUNTERS.step] = now;
      runRegions(context);
      const age = (now - 1) * parameters.timeStep;
      expect(regionsOf(context).length, `after ${age} s`).toBe(age < 0.3 ? apart : 1);
    }
    // After a break it begins anew.
    state.counters[COUNTERS.step] = step + 20;
    runRegions(context);
    expect(regionsOf(context).length).toBe(apart);
  });
});

describe('a sheet in a block', () => {
  it('has no region, and its points keep their paths', () => {
    const sheet = createSheet('sheet', sheetMesh(6, 0.5), 0.01);
    const context = detected(
      [block, block, sheet],
      [
        [0, 0, 0],
        [0.7, 0.1, 0],
        [-0.2, -0.2, -0.2],
      ],
    );
    const { paths, queries: found, counters } = context.state;
    const before = paths.u32.slice();
    runRegions(context);
    expect(regionsOf(context).length).toBe(1);
    let ofSheet = 0;
    for (let q = 0; q < counters[COUNTERS.queries]; q++) {
      if (context.world.points.bodies[found.u32[QUERY.stride * q + QUERY.source]] !== 2) continue;
      ofSheet++;
      const path = [PATH.stride * q, PATH.stride * (q + 1)] as const;
      expect(paths.u32.subarray(...path)).toEqual(before.subarray(...path));
    }
    expect(ofSheet).toBeGreaterThan(5);
  });
});

describe('room', () => {
  const floor: Plane = { normal: [0, 1, 0], offset: 0 };
  const shifts: Place[] = [
    [0, 0.75, 0],
    [0.1, 1.5, 0],
  ];
  it('is what colliders leave to each part', () => {
    const context = detected([block, block], shifts, { planes: [floor] });
    runRegions(context);
    const down = Float64Array.of(0, -1, 0, Math.SQRT1_2, -Math.SQRT1_2, 0);
    expect(roomOf(context, 0, down, 0, 1)).toBeCloseTo(0.25, 6);
    expect(roomOf(context, 0, down, 3, 1)).toBeCloseTo(0.25 * Math.SQRT2, 6);
    expect(roomOf(context, 0, down, 0, -1)).toBe(Infinity);
    context.state.inverseMasses.fill(0, 0, block.topology.vertexCount);
    expect(roomOf(context, 0, down, 0, 1)).toBe(0);
  });
  it('decides where a part has none', () => {
    // Along y the way is shorter, but the lower block would have to go into the floor.
    const low: Place[] = [
      [0, 0.5, 0],
      [0.35, 0.9, 0],
    ];
    const free = detected([block, block], low);
    runRegions(free);
    expect(Math.abs(regionsOf(free)[0].direction[1])).toBeGreaterThan(0.5);
    const context = detected([block, block], low, { planes: [floor] });
    runRegions(context);
    expect(Math.abs(regionsOf(context)[0].direction[0])).toBeGreaterThan(0.9);
  });
  it('of a body that lies on a floor says nothing of its own two parts: the upper one can go up', () => {
    // Up and down the halves have 0.25 m to go, beside one another up to 0.5 m.
    const steepness = (planes: readonly Plane[]) => {
      const context = detected([bar], [[0, 0.25, 0]], { planes }, foldBeside(0.25));
      runRegions(context);
      return regionsOf(context).map(({ isDeep, direction }) => [isDeep, Math.abs(direction[1])]);
    };
    const onFloor = steepness([floor]);
    expect(onFloor).toEqual(steepness([]));
    expect(onFloor).toContainEqual([1, 1]);
  });
});

describe('turns', () => {
  it.each([2, 3, 4, 10, 40])(
    'of %i bodies in one place: few pairs per body and step, and each pair has its turn',
    (count) => {
      const deepPairs = new Uint32Array(count * deepWords(count));
      for (let a = 0; a < count; a++)
        for (let b = 0; b < count; b++) if (a !== b) deepPairs[deepWords(count) * a + (b >> 5)] |= 1 << (b & 31);
      const crowd = count - 1;
      const turns = new Uint32Array(count * count);
      let most = 0;
      for (let step = 0; step < crowd; step++)
        for (let a = 0; a < count; a++) {
          let now = 0;
          for (let b = 0; b < count; b++) {
            if (a === b || waits(deepPairs, count, step, a, b)) continue;
            now++;
            turns[count * a + b]++;
          }
          most = Math.max(most, now);
        }
      expect(most).toBeLessThanOrEqual(MOST_AT_ONCE + 2);
      // In as many steps as there are other bodies, each pair has as many turns as there are at once.
      const expected = (i: number) => (Math.floor(i / count) === i % count ? 0 : Math.min(crowd, MOST_AT_ONCE));
      expect([...turns]).toEqual(Array.from(turns, (_, i) => expected(i)));
    },
  );

  it('leave regions out whose bodies wait', () => {
    const context = detected(
      [block, block, block, block],
      [
        [0, 0, 0],
        [0.2, 0, 0],
        [0, 0.2, 0],
        [0, 0, 0.2],
      ],
      { mode: 'dcd' },
    );
    runInRanges(containment, Object.assign(context, { argument: CONTAINMENT.all }));
    runInRanges(queries, Object.assign(context, { argument: QUERIES.points }));
    runInRanges(shortestPath, Object.assign(context, { argument: PATHS.all }));
    runRegions(context);
    const states = regionsOf(context).map(({ isDeep }) => isDeep);
    expect(states.filter((state) => state === WAITS).length).toBeGreaterThan(0);
    expect(states.filter((state) => state === 1).length).toBeGreaterThan(0);
  });

  it('come to each watched point once in WATCH_INTERVAL steps, and always while its body is deep', () => {
    const { world, state } = contextOf([bar, block, bar], {
      recovery: 'regions',
      shifts: [
        [0, 0, 0],
        [0, 9, 0],
        [0, 18, 0],
      ],
    });
    const { points } = world;
    state.deepUntil[1] = 1000;
    const counts = new Uint32Array(points.firstEdge);
    for (let step = 100; step < 100 + WATCH_INTERVAL; step++)
      for (let point = points.firstInner; point < points.firstEdge; point++) {
        point = nextTurn(points, state.deepUntil, step, point, points.firstEdge);
        if (point < points.firstEdge) counts[point]++;
      }
    for (let point = points.firstInner; point < points.firstEdge; point++)
      expect(counts[point]).toBe(points.bodies[point] === 1 ? WATCH_INTERVAL : 1);
  });
});
