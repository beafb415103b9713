import { describe, expect, it } from 'vitest';
import { edgeEdge } from '../../../../src/simulation/contacts/ccd/stages.ts';
import { initialOrders } from '../../../../src/simulation/detect/rebuild.ts';
import { vertexFace } from '../../../../src/simulation/contacts/ccd/stages.ts';
import type { Context, Stage } from '../../../../src/simulation/program/stage.ts';
import { COUNTERS, HIT, POINT_CLASS } from '../../../../src/simulation/state.ts';
import { seededRandom } from '../../../fixtures/box-world.ts';
import { bentWorld, contextWith, movingBoxes, sweepAll } from '../../../fixtures/detection.ts';
import { runInRanges } from '../../../fixtures/stages.ts';

/**
 * The pairs that reach CCD's narrow phase are exactly those without a common vertex whose boxes over the whole step meet: none is missed
 * and none is tested twice. The oracle tests all pairs and uses no tree.
 */

type Made = ReturnType<typeof bentWorld>;

/** Box of the motion of some vertices: lower corner, upper corner. */
const swept = ({ state }: Context, vertices: readonly number[]): number[] => {
  const along = (k: number) => vertices.flatMap((v) => [state.positionsT0[3 * v + k], state.positions[3 * v + k]]);
  return [0, 1, 2].map((k) => Math.min(...along(k))).concat([0, 1, 2].map((k) => Math.max(...along(k))));
};

const meet = (a: readonly number[], b: readonly number[]) =>
  [0, 1, 2].every((k) => a[k] <= b[k + 3] && b[k] <= a[k + 3]);

interface Swept {
  readonly vertices: readonly number[];
  readonly box: readonly number[];
}

function elementsOf(context: Context, kind: 'faces' | 'edges', corners: number): Swept[] {
  const { bodies, models } = context.world;
  return bodies.flatMap(({ model, vertexBase }) => {
    const ids = models[model].topology[kind];
    return Array.from({ length: ids.length / corners }, (_, e) => {
      const vertices = Array.from(ids.subarray(corners * e, corners * (e + 1)), (v) => v + vertexBase);
      return { vertices, box: swept(context, vertices) };
    });
  });
}

const areCandidates = (a: Swept, b: Swept) => !a.vertices.some((v) => b.vertices.includes(v)) && meet(a.box, b.box);

function countCandidates(context: Context, stage: Stage): number {
  context.state.counters.fill(0);
  runInRanges(stage, context, 3, true);
  return context.state.counters[COUNTERS.ccdCandidates];
}

/** Turns each body about its first vertex, by `angle` [rad] about an axis of its own, and shifts all. */
function turned(made: Made, angle: number, shift: number): Made {
  const { world, state } = made;
  state.positionsT0.set(state.positions);
  world.bodies.forEach(({ model, vertexBase }, body) => {
    const [i, j] = [body % 3, (body + 1) % 3];
    for (let v = vertexBase; v < vertexBase + world.models[model].topology.vertexCount; v++) {
      const [x, y] = [i, j].map((k) => state.positions[3 * v + k] - state.positionsT0[3 * vertexBase + k]);
      state.positions[3 * v + i] += x * (Math.cos(angle) - 1) - y * Math.sin(angle);
      state.positions[3 * v + j] += y * (Math.cos(angle) - 1) + x * Math.sin(angle);
      for (let k = 0; k < 3; k++) state.positions[3 * v + k] += shift;
    }
  });
  return made;
}

/** Boxes with the orders that a build gives. */
function boxes(seed: number, speed: number): Made {
  const made = movingBoxes(seed, speed);
  initialOrders(made.world, made.state);
  return made;
}

const MOTIONS: readonly (readonly [string, () => Made])[] = [
  ['boxes at rest', () => boxes(1, 0)],
  ['boxes that shake', () => boxes(2, 0.3)],
  ['boxes in shuffled trees that fly', () => movingBoxes(3, 2)],
  ['coils that turn', () => turned(bentWorld('coil'), 0.8, 0)],
  ['three coils that fall far', () => turned(bentWorld('coil', 1, [1.9, 0.4, 0.2], 3), 0.05, 3e4)],
  ['tiny coils that turn a little', () => turned(bentWorld('coil', 1e-4), 1e-3, 0)],
];

describe.each(MOTIONS)('of %s', (_, make) => {
  const context = contextWith(make());
  const { world, state } = context;

  for (const share of [0, 0.2])
    it(`with ${share} of the vertices inside, the candidates are the pairs that sweep into each other`, () => {
      const random = seededRandom(9);
      state.inside.forEach((_, s) => {
        state.inside[s] = random() < share ? POINT_CLASS.inside : POINT_CLASS.outside;
      });
      sweepAll(context);
      const isOutside = new Set(
        Array.from(world.surfaceVertices).filter((_, s) => state.inside[s] === POINT_CLASS.outside),
      );
      const vertices = Array.from(isOutside, (v) => ({ vertices: [v], box: swept(context, [v]) }));
      const faces = elementsOf(context, 'faces', 3);
      const ofFaces = vertices.reduce((sum, v) => sum + faces.filter((face) => areCandidates(v, face)).length, 0);
      expect(countCandidates(context, vertexFace)).toBe(ofFaces);

      const edges = elementsOf(context, 'edges', 2).filter(({ vertices: ends }) => ends.every((v) => isOutside.has(v)));
      const ofEdges = edges.reduce((sum, a, i) => sum + edges.filter((b, j) => j < i && areCandidates(a, b)).length, 0);
      expect(countCandidates(context, edgeEdge)).toBe(ofEdges);
      expect(ofFaces + ofEdges).toBeGreaterThan(20);
    });
});

it('a vertex that is not a number takes no hit from another', () => {
  const run = (broken?: number) => {
    const context = contextWith(boxes(6, 1));
    const { state } = context;
    if (broken !== undefined) state.positions[3 * broken + 1] = Number.NaN;
    sweepAll(context);
    runInRanges(vertexFace, context);
    return context;
  };
  const whole = run();
  const { world } = whole;
  const broken = 11;
  const vertex = world.surfaceVertices[broken];
  const { vertexHits } = run(vertex).state;
  const facesOf = (c: Context, s: number) => {
    const at = HIT.stride * s;
    const { u32 } = c.state.vertexHits;
    const { model, vertexBase } = world.bodies[u32[at + HIT.body]];
    const face = 3 * u32[at + HIT.element];
    return Array.from(world.models[model].topology.faces.subarray(face, face + 3), (v) => v + vertexBase);
  };
  let hits = 0;
  for (let s = 0; s < world.surfaceVertexCount; s++) {
    const at = HIT.stride * s;
    if (s === broken || whole.state.vertexHits.f32[at] > 1 || facesOf(whole, s).includes(vertex)) continue;
    expect(vertexHits.f32[at]).toBeLessThanOrEqual(whole.state.vertexHits.f32[at]);
    hits++;
  }
  expect(hits).toBeGreaterThan(5);
});
