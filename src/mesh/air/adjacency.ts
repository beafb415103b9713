import { cornerOf, fourthOf, holdsVertex, NONE } from '../topology.ts';
import { AIR_STRIDE } from './air-mesh.ts';
import { isWall, type Walls } from './walls.ts';

/**
 * Neighbours of air elements, and the elements at each vertex. It holds for the plane too: there the fourth vertex of each element is
 * NONE, so that "three vertices other than corner i" are the two ends of an edge and NONE.
 */
export interface AirAdjacency {
  /**
   * AIR_STRIDE words per element: the element beyond the face opposite corner i. NONE if there is no air beyond, and NONE if the face is a
   * wall: thus nothing that goes from neighbour to neighbour crosses a wall.
   */
  readonly neighbours: Uint32Array;
  /** For each vertex, the first entry of its list, or NONE. Entry AIR_STRIDE * element + corner stands for that corner's element. */
  readonly heads: Uint32Array;
  /** For each entry, the next one of the same vertex, or NONE. */
  readonly links: Uint32Array;
  /** For each vertex, the number of its elements. */
  readonly degrees: Uint32Array;
}

/** @param capacity number of elements that there may be */
export const createAdjacency = (capacity: number, vertexCount: number): AirAdjacency => ({
  neighbours: new Uint32Array(AIR_STRIDE * capacity),
  heads: new Uint32Array(vertexCount),
  links: new Uint32Array(AIR_STRIDE * capacity),
  degrees: new Uint32Array(vertexCount),
});

/**
 * Finds the neighbours of elements 0 .. count.
 * @param elements at most two elements share a face, in opposite orientations; no vertex occurs twice in an element
 */
export function buildAdjacency(adjacency: AirAdjacency, elements: Uint32Array, count: number, walls: Walls): void {
  adjacency.heads.fill(NONE);
  adjacency.degrees.fill(0);
  adjacency.neighbours.fill(NONE, 0, AIR_STRIDE * count);
  for (let element = 0; element < count; element++) linkElement(adjacency, elements, element);
  for (let element = 0; element < count; element++) findNeighbours(adjacency, elements, element, walls);
}

/** Enters an element into the lists of its vertices. */
export function linkElement({ heads, links, degrees }: AirAdjacency, elements: Uint32Array, element: number): void {
  for (let entry = AIR_STRIDE * element; entry < AIR_STRIDE * (element + 1); entry++) {
    const vertex = elements[entry];
    if (vertex === NONE) continue;
    links[entry] = heads[vertex];
    heads[vertex] = entry;
    degrees[vertex]++;
  }
}

/** Takes an element out of the lists of its vertices. */
export function unlinkElement({ heads, links, degrees }: AirAdjacency, elements: Uint32Array, element: number): void {
  for (let entry = AIR_STRIDE * element; entry < AIR_STRIDE * (element + 1); entry++) {
    const vertex = elements[entry];
    if (vertex === NONE) continue;
    degrees[vertex]--;
    if (heads[vertex] === entry) {
      heads[vertex] = links[entry];
      continue;
    }
    let before = heads[vertex];
    while (before !== NONE && links[before] !== entry) before = links[before];
    if (before === NONE)
      throw new Error(`Air element ${element} is replaced twice: more than two elements share a face`);
    links[before] = links[entry];
  }
}

/** Finds the neighbours of an element across those faces for which none is known yet, and enters it as theirs. */
export function findNeighbours(adjacency: AirAdjacency, elements: Uint32Array, element: number, walls: Walls): void {
  const { neighbours } = adjacency;
  const at = AIR_STRIDE * element;
  for (let corner = 0; corner < AIR_STRIDE; corner++) {
    if (neighbours[at + corner] !== NONE || elements[at + corner] === NONE) continue;
    const u = elements[at + (corner === 0 ? 1 : 0)];
    const v = elements[at + (corner < 2 ? 2 : 1)];
    const w = elements[at + (corner < 3 ? 3 : 2)];
    const other = elementAt(adjacency, elements, u, v, w, element);
    if (other === NONE || isWall(walls, u, v, w)) continue;
    neighbours[at + corner] = other;
    const there = AIR_STRIDE * other;
    neighbours[there + cornerOf(elements, there, fourthOf(elements, there, u, v, w))] = element;
  }
}

/** Finds an element, other than `except`, with the vertices u, v and w, or returns NONE. In the plane w is NONE. */
function elementAt(
  { heads, links, degrees }: AirAdjacency,
  elements: Uint32Array,
  u: number,
  v: number,
  w: number,
  except: number,
): number {
  // Every triangle holds NONE, as its fourth word.
  let least = degrees[u] <= degrees[v] ? u : v;
  const other = least === u ? v : u;
  let third = w;
  if (w !== NONE && degrees[w] < degrees[least]) {
    third = least;
    least = w;
  }
  for (let entry = heads[least]; entry !== NONE; entry = links[entry]) {
    const element = Math.floor(entry / AIR_STRIDE);
    if (element !== except && holdsVertex(elements, element, other) && holdsVertex(elements, element, third))
      return element;
  }
  return NONE;
}

/** Whether some element has the edge from u to v. */
export const hasEdge = (adjacency: AirAdjacency, elements: Uint32Array, u: number, v: number): boolean =>
  elementAt(adjacency, elements, u, v, v, NONE) !== NONE;

/** Whether some element has the face u, v, w. */
export const hasFace = (adjacency: AirAdjacency, elements: Uint32Array, u: number, v: number, w: number): boolean =>
  elementAt(adjacency, elements, u, v, w, NONE) !== NONE;
