import { describe, expect, it } from 'vitest';
import {
  createImpact,
  edgeEdgeTimeOfImpact,
  vertexFaceTimeOfImpact,
} from '../../../../../src/geometry/time-of-impact.ts';
import { edgeEdge } from '../../../../../src/simulation/contacts/ccd/stages.ts';
import { vertexFace } from '../../../../../src/simulation/contacts/ccd/stages.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import { HITS_PER_EDGE } from '../../../../../src/simulation/capacities.ts';
import { COUNTERS, HIT, POINT_CLASS, type Words } from '../../../../../src/simulation/state.ts';
import { MOTION_CASES, sweptContext } from '../../../../fixtures/motions.ts';
import { runInRanges } from '../../../../fixtures/stages.ts';

interface Element {
  readonly body: number;
  readonly element: number;
  /** Among all bodies'. */
  readonly vertices: readonly number[];
}
interface Hit {
  readonly t: number;
  readonly body: number;
  readonly element: number;
  readonly u: number;
  readonly v: number;
}

const impact = createImpact();
const points = new Float64Array(24);

/** The step's narrow phase, for vertices a, b, c, d. */
function collide({ state }: Context, vertices: readonly number[], areEdges: boolean): boolean {
  for (let i = 0; i < 12; i++) {
    const from = 3 * vertices[Math.floor(i / 3)] + (i % 3);
    points[i] = state.positionsT0[from];
    points[12 + i] = state.positions[from];
  }
  return (areEdges ? edgeEdgeTimeOfImpact : vertexFaceTimeOfImpact)(points, 0, impact, Number.MIN_VALUE);
}

/** The hits with all partners, earliest first; of equally early ones the smaller body, then element, first. */
function hitsOf(context: Context, own: readonly number[], partners: readonly Element[], areEdges: boolean): Hit[] {
  const found: Hit[] = [];
  for (const { body, element, vertices } of partners) {
    if (vertices.some((v) => own.includes(v))) continue;
    if (!collide(context, [...own, ...vertices], areEdges)) continue;
    found.push({ t: impact.t, body, element, u: impact.u, v: impact.v });
  }
  return found.sort((a, b) => a.t - b.t || a.body - b.body || a.element - b.element);
}

const elements = ({ world }: Context, kind: 'faces' | 'edges', corners: number): Element[] =>
  world.bodies.flatMap(({ model, vertexBase }, body) => {
    const ids = world.models[model].topology[kind];
    return Array.from({ length: ids.length / corners }, (_, element) => ({
      body,
      element,
      vertices: Array.from(ids.subarray(corners * element, corners * element + corners), (v) => v + vertexBase),
    }));
  });

/** Whether CCD tests a vertex: in mode ccd every one; in mode hybrid those outside, and with other bodies those in inverted elements of their own. */
const mayHit = (mode: string, where: number, within: boolean): boolean =>
  mode === 'ccd' || (within ? where === POINT_CLASS.outside : where !== POINT_CLASS.inside);

function expectHit({ f32, u32 }: Words, i: number, expected: Hit | undefined): void {
  const at = HIT.stride * i;
  if (!expected) expect(f32[at + HIT.t]).toBeGreaterThan(1);
  else
    expect([f32[at], u32[at + HIT.body], u32[at + HIT.element], f32[at + HIT.u], f32[at + HIT.v]]).toEqual([
      Math.fround(expected.t),
      expected.body,
      expected.element,
      Math.fround(expected.u),
      Math.fround(expected.v),
    ]);
}

describe.each(MOTION_CASES)('continuous collisions of $name, mode $mode', ({ mode, make }) => {
  const context = sweptContext(make, mode);
  const { world, state } = context;

  it('each vertex that is tested hits first what brute force says', () => {
    const faces = elements(context, 'faces', 3);
    runInRanges(vertexFace, context);
    let hits = 0;
    world.surfaceVertices.forEach((vertex, s) => {
      const partners = faces.filter(({ body }) => mayHit(mode, state.inside[s], body === world.surfaceBodies[s]));
      const expected = hitsOf(context, [vertex], partners, false)[0];
      expectHit(state.vertexHits, s, expected);
      if (expected) hits++;
    });
    expect(hits).toBeGreaterThan(5);
    expect(state.counters[COUNTERS.ccdCandidates]).toBeGreaterThanOrEqual(hits);
  });

  it('each edge that is tested hits what brute force says, of those before it', () => {
    const where = new Map(Array.from(world.surfaceVertices, (v, s) => [v, state.inside[s]]));
    const edges = elements(context, 'edges', 2);
    const isOutside = ({ vertices }: Element, within: boolean) =>
      vertices.every((v) => mayHit(mode, where.get(v) ?? POINT_CLASS.inside, within));
    // Each pair belongs to the edge that is further right in its body's tree.
    const places = edges.map(({ body, element }) => {
      const { orderBase, primitiveCount } = world.edgeTrees[body];
      return orderBase + state.edgeOrder.subarray(orderBase, orderBase + primitiveCount).indexOf(element);
    });
    state.counters.fill(0);
    runInRanges(edgeEdge, context);
    let hits = 0;
    let dropped = 0;
    edges.forEach((edge, e) => {
      const partners = edges.filter((other, i) => {
        const within = other.body === edge.body;
        return places[i] < places[e] && isOutside(edge, within) && isOutside(other, within);
      });
      const expected = hitsOf(context, edge.vertices, partners, true);
      for (let j = 0; j < HITS_PER_EDGE; j++) expectHit(state.edgeHits, edges.length * j + e, expected[j]);
      hits += expected.length;
      dropped += Math.max(0, expected.length - HITS_PER_EDGE);
    });
    expect(state.counters[COUNTERS.contactsDropped]).toBe(dropped);
    expect(hits).toBeGreaterThan(5);
  });

  it('does not depend on how the stages are split', () => {
    const results = [Infinity, 1, 11].map((size) => {
      state.counters.fill(0);
      state.vertexHits.f32.fill(9);
      state.edgeHits.f32.fill(9);
      runInRanges(vertexFace, context, size, true);
      runInRanges(edgeEdge, context, size, true);
      return [state.vertexHits.u32.slice(), state.edgeHits.u32.slice(), state.counters.slice()];
    });
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });
});
