import { cases, isFull } from '../../../../fixtures/tier.ts';
import { TYPESCRIPT_KERNELS } from '../../../../../src/simulation/program/kernels.ts';
import { describe, expect, it } from 'vitest';
import { edgeEdge } from '../../../../../src/simulation/contacts/ccd/stages.ts';
import { vertexFace } from '../../../../../src/simulation/contacts/ccd/stages.ts';
import { rebuildBody } from '../../../../../src/simulation/detect/rebuild.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import { createScratch } from '../../../../../src/simulation/scratch.ts';
import { COUNTERS, DETECTIONS, POINT_CLASS, type State, SWEEP } from '../../../../../src/simulation/state.ts';
import type { World } from '../../../../../src/simulation/world/world.ts';
import { bentWorld, contextWith, movingBoxes, sweepAll } from '../../../../fixtures/detection.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';

type Made = { world: World; state: State };

/** Several workers that share one state: each has its own scratch, hence its own lists. */
const workersOf = (made: Made, count: number): Context[] =>
  Array.from({ length: count }, () => ({
    ...contextWith(made),
    scratch: createScratch(),
    kernels: TYPESCRIPT_KERNELS,
  }));

/** Runs a detection; each group goes to a worker that `choose` picks. */
function detect(workers: readonly Context[], argument: number, choose: () => number) {
  const [first] = workers;
  const { state } = first;
  for (const worker of workers) worker.argument = argument;
  sweepAll(first);
  state.counters[COUNTERS.ccdCandidates] = 0;
  for (const stage of [vertexFace, edgeEdge]) {
    const count = stage.count(first, 0);
    for (let i = 0; i < count; i++) stage.run(workers[choose()], i, i + 1, 0);
  }
  return {
    candidates: state.counters[COUNTERS.ccdCandidates],
    vertexHits: state.vertexHits.u32.slice(),
    edgeHits: state.edgeHits.u32.slice(),
  };
}

/** The same detection, on a copy of the state that has never detected before. */
function detectAlone({ world, state }: Made, make: () => Made) {
  const fresh = make();
  for (const name of [
    'positions',
    'positionsT0',
    'inside',
    'deepPairs',
    'faceOrder',
    'edgeOrder',
    'bodyOrder',
  ] as const)
    fresh.state[name].set(state[name]);
  expect(fresh.world.edgeCount).toBe(world.edgeCount);
  return detect(workersOf(fresh, 1), DETECTIONS.only, () => 0);
}

/** `toEqual` takes a hundred times as long for lists of this size. */
function expectSameWords(found: Uint32Array, expected: Uint32Array): void {
  expect(found.length).toBe(expected.length);
  const place = found.findIndex((word, i) => word !== expected[i]);
  expect([place, found[place]]).toEqual([-1, undefined]);
}

/** Moves all vertices a little, and a share of them far. */
function disturb({ state }: Made, random: () => number, little: number, far: number, share: number): void {
  for (let i = 0; i < state.positions.length; i += 3) {
    const size = random() < share ? far : little;
    for (let k = 0; k < 3; k++) state.positions[i + k] += size * (2 * random() - 1);
  }
}

const MAKERS: readonly (readonly [string, number, () => Made])[] = [
  ['boxes that fly into one another', 1, () => movingBoxes(7, 0.3, 6)],
  ['boxes at rest', 1, () => movingBoxes(8, 0, 6)],
  ['coils', 0.1, () => bentWorld('coil', 1, [0.31, 0.17, 0.43], 5)],
];

describe.each(MAKERS)('near pairs of %s', (_, size, make) => {
  it.each(isFull ? [1, 2, 3] : [3])('give the hits of a new search, with %i workers', (count) => {
    const made = make();
    const { world, state } = made;
    const workers = workersOf(made, count);
    const random = seededRandom(count);
    const choose = () => Math.floor(count * random());
    const seen = { kept: 0, escaped: 0, renewed: 0, candidates: 0 };
    const compare = (argument: number) => {
      const found = detect(workers, argument, choose);
      const alone = detectAlone(made, make);
      expect(found.candidates).toBe(alone.candidates);
      for (const list of ['vertexHits', 'edgeHits'] as const) expectSameWords(found[list], alone[list]);
      seen.candidates += found.candidates;
      seen[state.sweep[SWEEP.isKept] ? 'kept' : 'renewed']++;
      if (state.sweep[SWEEP.escapedEdges] > 0 && state.sweep[SWEEP.escapedFaces] > 0) seen.escaped++;
    };
    for (let step = 0; step < cases(12, 8); step++) {
      state.inside.forEach((_, i) => {
        state.inside[i] = [
          POINT_CLASS.outside,
          POINT_CLASS.outside,
          POINT_CLASS.outside,
          POINT_CLASS.inverted,
          POINT_CLASS.inside,
        ][Math.floor(5 * random())];
      });
      compare(step % 4 === 3 ? DETECTIONS.only : DETECTIONS.first);
      for (const [far, share] of [
        [2 * size, 0.5],
        [0, 0],
        [2 * size, 1.5 / world.surfaceVertexCount],
        [0, 0],
      ]) {
        disturb(made, random, 0.005 * size, far, share);
        compare(DETECTIONS.again);
      }
      // The next step starts where this one ended. Now and then the trees are rebuilt.
      state.positionsT0.set(state.positions);
      if (step % 3 === 2) {
        state.rebuildPositions.set(state.positions);
        for (let body = 0; body < world.bodies.length; body++) rebuildBody(world, state, body);
        state.faceOrder.set(state.nextFaceOrder);
        state.edgeOrder.set(state.nextEdgeOrder);
      }
    }
    for (const value of Object.values(seen)) expect(value).toBeGreaterThan(0);
  });
});
