import { sortByKeys } from '../counting-sort.ts';
import { BOUNDARY, NONE } from '../topology.ts';

/** A triangular mesh of the plane in its rest shape. */
export interface TriMesh {
  /** Rest positions [m], flat, 2 numbers per vertex. */
  readonly positions: Float32Array;
  /** Vertex ids, flat, 3 per triangle; positively oriented, that is counter-clockwise: (b-a) x (c-a) > 0. */
  readonly triangles: Uint32Array;
}

/** Twice the signed area of each triangle [m^2], positive if it is counter-clockwise. */
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
 * Connectivity of a planar triangle mesh: `Topology` with one dimension less. Its boundary consists of closed polylines. Independent of
 * positions; BOUNDARY and NONE are those of topology.ts.
 */
export interface TriTopology {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly segmentCount: number;

  /** Vertex ids, 3 per triangle, counter-clockwise. */
  readonly triangles: Uint32Array;
  /** 3 per triangle: the neighbour across the edge opposite corner i. A triangle's id, or `BOUNDARY | segment`. */
  readonly neighbours: Uint32Array;

  /** Boundary segments: 2 vertex ids each, with the interior to the left of the direction from the first to the second. */
  readonly segments: Uint32Array;
  /** The triangle that each boundary segment belongs to. */
  readonly segmentTriangles: Uint32Array;
  /** 2 per vertex: the boundary segment that ends there and the one that starts there; NONE for inner vertices. */
  readonly vertexSegments: Uint32Array;
}

/**
 * Builds the connectivity of a triangle mesh. Boundary segments are numbered by triangle, then corner.
 * @param triangles vertex ids, 3 per triangle; must be counter-clockwise in the rest shape
 * @param vertexCount number of vertices; some may be unused
 * @throws Error if a triangle has a vertex id out of range or one twice, if more than two triangles, or two on the same side, share
 *   an edge, or if the triangles around a vertex don't form one fan
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

/** Start (below: end) of side h, which is opposite corner h % 3, in its triangle's direction of rotation. */
const sideStart = (triangles: Uint32Array, h: number): number => triangles[h % 3 === 2 ? h - 2 : h + 1];
const sideEnd = (triangles: Uint32Array, h: number): number => triangles[h % 3 === 0 ? h + 2 : h - 1];

/** Matches the sides of all triangles by their end vertices. @returns `neighbours`, NONE for unmatched sides */
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
  const same = (g: number, h: number) => low[g] === low[h] && high[g] === high[h];
  const of = (h: number) => Math.floor(h / 3);
  for (let i = 0; i + 1 < count; i++) {
    const g = order[i];
    const h = order[i + 1];
    if (!same(g, h)) continue;
    const edge = `edge (${low[g]}, ${high[g]})`;
    if (i + 2 < count && same(g, order[i + 2]))
      throw new Error(
        `The ${edge} belongs to triangles ${of(g)}, ${of(h)} and ${of(order[i + 2])}, expected at most two`,
      );
    if (sideStart(triangles, g) === sideStart(triangles, h))
      throw new Error(
        `Triangles ${of(g)} and ${of(h)} lie on the same side of the ${edge}, expected one on each: ` +
          'is one given twice, or inverted?',
      );
    neighbours[g] = of(h);
    neighbours[h] = of(g);
    i++;
  }
  return neighbours;
}

/** Numbers the boundary segments and stores them in `neighbours`, in place of NONE. */
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

function joinSegments(segments: Uint32Array, vertexCount: number): Uint32Array {
  const vertexSegments = new Uint32Array(2 * vertexCount).fill(NONE);
  for (let i = 0; i < segments.length; i++) {
    // The first vertex of a segment is where it starts, the second where it ends.
    const at = 2 * segments[i] + 1 - (i & 1);
    if (vertexSegments[at] !== NONE)
      throw new Error(
        `Two boundary segments, ${vertexSegments[at]} and ${i >> 1}, ${i & 1 ? 'end' : 'start'} at vertex ` +
          `${segments[i]}, expected one: its triangles aren't one fan`,
      );
    vertexSegments[at] = i >> 1;
  }
  return vertexSegments;
}

/** Checks what segments can't show: a vertex with a closed fan of triangles and further triangles. */
function checkFans({ vertexCount, triangles, neighbours, segmentTriangles, vertexSegments }: TriTopology): void {
  const around = new Uint32Array(vertexCount);
  const any = new Uint32Array(vertexCount);
  for (let i = 0; i < triangles.length; i++) {
    around[triangles[i]]++;
    any[triangles[i]] = Math.floor(i / 3);
  }
  for (let v = 0; v < vertexCount; v++) {
    if (around[v] === 0) continue;
    const starting = vertexSegments[2 * v + 1];
    const first = starting === NONE ? any[v] : segmentTriangles[starting];
    let fan = 0;
    for (let t = first; ; fan++) {
      // Counter-clockwise: across the side that ends at the vertex.
      const next = neighbours[3 * t + ((triangles.indexOf(v, 3 * t) + 1) % 3)];
      if (next & BOUNDARY || next === first) break;
      t = next;
    }
    if (fan + 1 !== around[v])
      throw new Error(`Vertex ${v} is shared by ${around[v]} triangles, of which ${fan + 1} are one fan; expected all`);
  }
}
