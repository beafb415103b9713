import { sortByKeys } from '../counting-sort.ts';
import { BOUNDARY, NONE } from '../topology.ts';

/** A triangle mesh in the plane, in its rest shape. */
export interface TriMesh {
  /** Rest positions [m], flat, 2 numbers per vertex. */
  readonly positions: Float32Array;
  /** Vertex ids a, b, c, flat, 3 per triangle; counter-clockwise: (b-a) x (c-a) > 0. */
  readonly triangles: Uint32Array;
}

/** Returns twice the signed area of each triangle [m^2], positive if the triangle is counter-clockwise. */
export function twofoldAreas(positions: Float32Array, triangles: Uint32Array): Float64Array {
  const areas = new Float64Array(triangles.length / 3);
  for (let t = 0; t < areas.length; t++) {
    const a = 2 * triangles[3 * t];
    const b = 2 * triangles[3 * t + 1];
    const c = 2 * triangles[3 * t + 2];
    const x = positions[a];
    const y = positions[a + 1];
    areas[t] = (positions[b] - x) * (positions[c + 1] - y) - (positions[b + 1] - y) * (positions[c] - x);
  }
  return areas;
}

/**
 * Connectivity of a planar triangle mesh: the 2D counterpart of `Topology`. A topology doesn't depend on positions. The boundary consists
 * of closed polylines of segments. BOUNDARY and NONE are defined in topology.ts.
 */
export interface TriTopology {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly segmentCount: number;

  /** Vertex ids, 3 per triangle, counter-clockwise. */
  readonly triangles: Uint32Array;
  /**
   * Neighbours of the triangles, 3 per triangle; entry i belongs to the edge opposite corner i. The entry is the id of the triangle beyond
   * that edge. If there is none, the entry is `BOUNDARY | segment`, where `segment` is the id of the boundary segment.
   */
  readonly neighbours: Uint32Array;

  /** Boundary segments: 2 vertex ids each, with the interior to the left of the direction from the first to the second. */
  readonly segments: Uint32Array;
  /** The triangle that each boundary segment belongs to. */
  readonly segmentTriangles: Uint32Array;
  /** Boundary segment ids, 2 per vertex: the segment that ends at the vertex, then the one that starts at it; NONE for inner vertices. */
  readonly vertexSegments: Uint32Array;
}

/**
 * Builds the connectivity of a triangle mesh. Boundary segments are numbered in the order of their triangles, and within a triangle in the
 * order of the corners opposite them.
 * @param triangles vertex ids, 3 per triangle; must be counter-clockwise in the rest shape
 * @param vertexCount number of vertices; vertices that no triangle uses are allowed
 * @throws Error if a vertex id is out of range, if a triangle has the same vertex twice, if three triangles share an edge, if two triangles
 *   lie on the same side of an edge, or if the triangles around a vertex don't form one fan
 */
export function buildTriTopology(triangles: Uint32Array, vertexCount: number): TriTopology {
  checkTriangles(triangles, vertexCount);
  const neighbours = matchSides(triangles, vertexCount);
  const { segments, segmentTriangles } = numberSegments(triangles, neighbours);
  const vertexSegments = joinSegments(segments, vertexCount);
  const topology = {
    vertexCount,
    triangleCount: triangles.length / 3,
    segmentCount: segmentTriangles.length,
    triangles,
    neighbours,
    segments,
    segmentTriangles,
    vertexSegments,
  };
  checkFans(topology);
  return topology;
}

function checkTriangles(triangles: Uint32Array, vertexCount: number): void {
  if (triangles.length % 3 !== 0)
    throw new Error(`Found ${triangles.length} vertex ids of triangles, expected a multiple of 3`);
  for (let i = 0; i < triangles.length; i++) {
    const t = Math.floor(i / 3);
    if (triangles[i] >= vertexCount)
      throw new Error(`Triangle ${t} has vertex ${triangles[i]}, expected ids below ${vertexCount}`);
    for (let j = 3 * t; j < i; j++)
      if (triangles[j] === triangles[i])
        throw new Error(`Triangle ${t} has vertex ${triangles[i]} twice, expected three different ones`);
  }
}

/** Returns the vertex where side h starts. Side h is opposite corner h % 3 of triangle floor(h / 3) and runs counter-clockwise. */
const sideStart = (triangles: Uint32Array, h: number): number => triangles[h % 3 === 2 ? h - 2 : h + 1];
/** Returns the vertex where side h ends. */
const sideEnd = (triangles: Uint32Array, h: number): number => triangles[h % 3 === 0 ? h + 2 : h - 1];

/**
 * Finds the neighbours of all triangles. Two triangles are neighbours if a side of one has the same ends as a side of the other.
 * @returns `neighbours`, with NONE for sides without a neighbour
 */
function matchSides(triangles: Uint32Array, vertexCount: number): Uint32Array {
  const count = triangles.length;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  for (let h = 0; h < count; h++) {
    low[h] = Math.min(sideStart(triangles, h), sideEnd(triangles, h));
    high[h] = Math.max(sideStart(triangles, h), sideEnd(triangles, h));
  }
  const order = sortByKeys([low, high], vertexCount);
  const neighbours = new Uint32Array(count).fill(NONE);
  const haveSameEnds = (g: number, h: number) => low[g] === low[h] && high[g] === high[h];
  const triangleOf = (h: number) => Math.floor(h / 3);
  for (let i = 0; i + 1 < count; i++) {
    const g = order[i];
    const h = order[i + 1];
    if (!haveSameEnds(g, h)) continue;
    const edge = `edge (${low[g]}, ${high[g]})`;
    if (i + 2 < count && haveSameEnds(g, order[i + 2]))
      throw new Error(
        `The ${edge} belongs to triangles ${triangleOf(g)}, ${triangleOf(h)} and ${triangleOf(order[i + 2])}, expected at most two`,
      );
    if (sideStart(triangles, g) === sideStart(triangles, h))
      throw new Error(
        `Triangles ${triangleOf(g)} and ${triangleOf(h)} lie on the same side of the ${edge}, expected one triangle on each side: ` +
          'is one of them given twice, or inverted?',
      );
    neighbours[g] = triangleOf(h);
    neighbours[h] = triangleOf(g);
    i++;
  }
  return neighbours;
}

/** Numbers the boundary segments. In `neighbours`, replaces NONE by `BOUNDARY | segment`. */
function numberSegments(triangles: Uint32Array, neighbours: Uint32Array) {
  const segmentCount = neighbours.reduce((count, beyond) => count + (beyond === NONE ? 1 : 0), 0);
  const segments = new Uint32Array(2 * segmentCount);
  const segmentTriangles = new Uint32Array(segmentCount);
  let segment = 0;
  for (let h = 0; h < neighbours.length; h++) {
    if (neighbours[h] !== NONE) continue;
    segments[2 * segment] = sideStart(triangles, h);
    segments[2 * segment + 1] = sideEnd(triangles, h);
    segmentTriangles[segment] = Math.floor(h / 3);
    neighbours[h] = BOUNDARY | segment++;
  }
  return { segments, segmentTriangles };
}

/** Returns `vertexSegments`. @throws Error if two segments start at the same vertex, or if two segments end at the same vertex */
function joinSegments(segments: Uint32Array, vertexCount: number): Uint32Array {
  const vertexSegments = new Uint32Array(2 * vertexCount).fill(NONE);
  for (let i = 0; i < segments.length; i++) {
    // An even i is the start of a segment, an odd i its end.
    const at = 2 * segments[i] + 1 - (i & 1);
    if (vertexSegments[at] !== NONE)
      throw new Error(
        `Two boundary segments, ${vertexSegments[at]} and ${i >> 1}, ${i & 1 ? 'end' : 'start'} at vertex ` +
          `${segments[i]}, expected one: the triangles around this vertex don't form one fan`,
      );
    vertexSegments[at] = i >> 1;
  }
  return vertexSegments;
}

/**
 * Checks that the triangles around each vertex form one fan. A closed fan has no boundary segment at the vertex, so `joinSegments` doesn't
 * find a vertex that has a closed fan and further triangles.
 */
function checkFans({ vertexCount, triangles, neighbours, segmentTriangles, vertexSegments }: TriTopology): void {
  const degrees = new Uint32Array(vertexCount);
  const lastTriangles = new Uint32Array(vertexCount);
  for (let i = 0; i < triangles.length; i++) {
    degrees[triangles[i]]++;
    lastTriangles[triangles[i]] = Math.floor(i / 3);
  }
  for (let v = 0; v < vertexCount; v++) {
    if (degrees[v] === 0) continue;
    const startingSegment = vertexSegments[2 * v + 1];
    const first = startingSegment === NONE ? lastTriangles[v] : segmentTriangles[startingSegment];
    let steps = 0;
    for (let t = first; ; steps++) {
      // Go counter-clockwise around the vertex: cross the side that ends at the vertex.
      const next = neighbours[3 * t + ((triangles.indexOf(v, 3 * t) + 1) % 3)];
      if (next & BOUNDARY || next === first) break;
      t = next;
    }
    if (steps + 1 !== degrees[v])
      throw new Error(
        `Vertex ${v} has ${degrees[v]} triangles, of which ${steps + 1} form one fan; expected one fan of all triangles`,
      );
  }
}
