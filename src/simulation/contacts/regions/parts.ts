import { BOUNDARY, NONE, type Topology } from '../../../mesh/topology.ts';
import { QUERY, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import type { PartScratch, TetsAround } from './scratch.ts';

/**
 * Divides what overlaps into parts. A part is a connected component, through faces, of the elements that contain a penetrating point, and of those around such a point in its own body.
 * So where an arm lies in another arm of its body, each arm has a part of its own.
 *
 * Parts are numbered as the queries come to them; parts.first has the smallest element of each, by which two parts are told apart whatever the order.
 */
export function findParts(parts: PartScratch, world: World, state: State, queryCount: number): void {
  const { u32 } = state.queries;
  if (parts.numbers.length < world.tetCount) parts.numbers = new Uint32Array(world.tetCount).fill(NONE);
  parts.marked.length = 0;
  parts.bodies.length = 0;
  parts.first.length = 0;
  for (let q = 0; q < queryCount; q++) {
    const at = QUERY.stride * q;
    mark(parts, world, u32[at + QUERY.body], u32[at + QUERY.tet]);
    markAround(parts, world, u32[at + QUERY.source]);
  }
  for (let i = 0; i < parts.marked.length; i++)
    if (parts.numbers[parts.marked[i]] === MARKED) flood(parts, world, parts.marked[i], parts.bodies[i]);
}

/** Forgets all parts, so that `numbers` is all NONE again. */
export function clearParts({ numbers, marked }: PartScratch): void {
  for (let i = 0; i < marked.length; i++) numbers[marked[i]] = NONE;
}

/** Number of an element that belongs to a part which has no number yet. */
const MARKED = NONE - 1;

function mark({ numbers, marked, bodies }: PartScratch, world: World, body: number, tet: number): void {
  const element = world.bodies[body].tetBase + tet;
  if (numbers[element] !== NONE) return;
  numbers[element] = MARKED;
  marked.push(element);
  bodies.push(body);
}

/** Marks the elements around a contact point. */
function markAround(parts: PartScratch, world: World, point: number): void {
  const { points } = world;
  const body = points.bodies[point];
  const { model, vertexBase, tetBase, edgeBase } = world.bodies[body];
  const { topology } = world.models[model];
  if (point < points.firstCentroid) {
    const { offsets, tets } = tetsAround(parts, model, topology);
    const vertex = points.vertices[point] - vertexBase;
    for (let k = offsets[vertex]; k < offsets[vertex + 1]; k++) mark(parts, world, body, tets[k]);
  } else if (point < points.firstEdge) {
    mark(parts, world, body, point - points.firstCentroid - tetBase);
  } else {
    const edge = point - points.firstEdge - edgeBase;
    for (let k = 2 * edge; k < 2 * edge + 2; k++) mark(parts, world, body, topology.faceTets[topology.edgeFaces[k]]);
  }
}

/** Returns the number of the part that a contact point belongs to. */
export function partAt(parts: PartScratch, world: World, point: number): number {
  const { points } = world;
  const { model, vertexBase, tetBase, edgeBase } = world.bodies[points.bodies[point]];
  const { topology } = world.models[model];
  if (point < points.firstCentroid) {
    const { offsets, tets } = tetsAround(parts, model, topology);
    return parts.numbers[tetBase + tets[offsets[points.vertices[point] - vertexBase]]];
  }
  if (point < points.firstEdge) return parts.numbers[point - points.firstCentroid];
  const edge = point - points.firstEdge - edgeBase;
  return parts.numbers[tetBase + topology.faceTets[topology.edgeFaces[2 * edge]]];
}

function tetsAround({ around }: PartScratch, model: number, topology: Topology): TetsAround {
  let found = around.get(model);
  if (!found) {
    const { tets, vertexCount } = topology;
    const offsets = new Uint32Array(vertexCount + 1);
    for (let i = 0; i < tets.length; i++) offsets[tets[i] + 1]++;
    for (let v = 0; v < vertexCount; v++) offsets[v + 1] += offsets[v];
    const next = offsets.slice();
    const sorted = new Uint32Array(tets.length);
    for (let i = 0; i < tets.length; i++) sorted[next[tets[i]]++] = i >> 2;
    found = { offsets, tets: sorted };
    around.set(model, found);
  }
  return found;
}

/** Gives a number to all marked elements that are connected with a seed through faces. */
function flood({ numbers, stack, first }: PartScratch, world: World, seed: number, body: number): void {
  const { model, tetBase } = world.bodies[body];
  const { neighbours } = world.models[model].topology;
  const part = first.length;
  let least = seed;
  numbers[seed] = part;
  stack.push(seed);
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element < least) least = element;
    const t = 4 * (element - tetBase);
    for (let k = t; k < t + 4; k++) {
      if ((neighbours[k] & BOUNDARY) !== 0) continue;
      const next = tetBase + neighbours[k];
      if (numbers[next] !== MARKED) continue;
      numbers[next] = part;
      stack.push(next);
    }
  }
  first.push(least);
}
