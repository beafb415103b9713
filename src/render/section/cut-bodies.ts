import { BOUNDARY } from '../../mesh/topology.ts';
import type { World } from '../../simulation/world/world.ts';

/** A plane: the points x with dot(normal, x) = at. */
export interface CutPlane {
  /** Unit length. */
  readonly normal: readonly [number, number, number];
  /** [m] */
  readonly at: number;
}

/** Initial capacity of the lists of triangles and segments. A full list doubles its capacity. */
const FIRST_CAPACITY = 4096;
/** Number of coordinates per triangle (3 corners) and per segment (2 ends). */
const TRIANGLE_STRIDE = 9;
const SEGMENT_STRIDE = 6;

/**
 * The polygon in which a plane cuts a tetrahedron, for each mask of the corners below the plane (bit i for corner i). `below` and `above`
 * list the ends of the crossed edges, in order around the polygon. Each side of the polygon lies on a face of the tetrahedron; `opposite`
 * lists the corners opposite these faces.
 */
const SECTIONS_BY_MASK = Array.from({ length: 16 }, (_, mask) => {
  const below = [0, 1, 2, 3].filter((i) => mask & (1 << i));
  const above = [0, 1, 2, 3].filter((i) => !(mask & (1 << i)));
  const edges =
    below.length === 2
      ? [
          [below[0], above[0]],
          [below[0], above[1]],
          [below[1], above[1]],
          [below[1], above[0]],
        ]
      : below.flatMap((b) => above.map((a) => [b, a]));
  const opposite = edges.map((edge, i) => {
    const face = new Set([...edge, ...edges[(i + 1) % edges.length]]);
    return [0, 1, 2, 3].findIndex((corner) => !face.has(corner));
  });
  return { count: edges.length, below: edges.map(([b]) => b), above: edges.map(([, a]) => a), opposite };
});

/**
 * The section of all bodies by a plane: triangles in the bodies' colours, and an outline where the plane cuts boundary faces. Neighbouring
 * tetrahedra compute their common corners with the same bits, so that their polygons tile the section. If polygons overlap, two elements
 * occupy the same place.
 */
export class CutBodies {
  /** Corners of triangles [m], 9 numbers per triangle; then a colour per corner, also 9 numbers per triangle. */
  triangles = new Float32Array(TRIANGLE_STRIDE * FIRST_CAPACITY);
  colours = new Float32Array(TRIANGLE_STRIDE * FIRST_CAPACITY);
  triangleCount = 0;
  /** Ends of the outline's segments [m], 6 numbers per segment. */
  outline = new Float32Array(SEGMENT_STRIDE * FIRST_CAPACITY);
  segmentCount = 0;
  /** Signed height of each vertex above the plane [m]. */
  private readonly heights: Float64Array;
  /** Corners of the current polygon, and their colours. */
  private readonly polygon = new Float64Array(12);
  private readonly polygonColours = new Float64Array(12);

  /** @param vertexColours RGB, 3 numbers per vertex */
  constructor(
    private readonly world: World,
    private readonly vertexColours: Float32Array,
  ) {
    this.heights = new Float64Array(world.vertexCount);
  }

  /** Replaces the section. @param positions of all bodies' vertices, 3 per vertex [m] */
  cut(positions: Float32Array, plane: CutPlane): void {
    this.triangleCount = this.segmentCount = 0;
    for (let body = 0; body < this.world.bodies.length; body++)
      if (this.measureHeights(positions, plane, body)) this.cutBody(positions, body);
  }

  /**
   * Computes the heights of a body's vertices. A vertex on the plane counts as above it.
   * @returns whether the plane meets the body
   */
  private measureHeights(positions: Float32Array, { normal, at }: CutPlane, body: number): boolean {
    const { heights, world } = this;
    const { model, vertexBase } = world.bodies[body];
    const end = vertexBase + world.models[model].topology.vertexCount;
    const [nx, ny, nz] = normal;
    let belowCount = 0;
    for (let v = vertexBase; v < end; v++) {
      const height = nx * positions[3 * v] + ny * positions[3 * v + 1] + nz * positions[3 * v + 2] - at;
      heights[v] = height;
      if (height < 0) belowCount++;
    }
    return belowCount > 0 && belowCount < end - vertexBase;
  }

  private cutBody(positions: Float32Array, body: number): void {
    const { heights, world } = this;
    const { model, vertexBase } = world.bodies[body];
    const { tets, tetCount } = world.models[model].topology;
    for (let tet = 0; tet < tetCount; tet++) {
      const t = 4 * tet;
      const mask =
        (heights[vertexBase + tets[t]] < 0 ? 1 : 0) |
        (heights[vertexBase + tets[t + 1]] < 0 ? 2 : 0) |
        (heights[vertexBase + tets[t + 2]] < 0 ? 4 : 0) |
        (heights[vertexBase + tets[t + 3]] < 0 ? 8 : 0);
      if (mask !== 0 && mask !== 15) this.cutTet(positions, body, tet, mask);
    }
  }

  private cutTet(positions: Float32Array, body: number, tet: number, mask: number): void {
    const { heights, polygon, polygonColours, vertexColours } = this;
    const { model, vertexBase } = this.world.bodies[body];
    const { tets, neighbours } = this.world.models[model].topology;
    const { count, below, above, opposite } = SECTIONS_BY_MASK[mask];
    for (let i = 0; i < count; i++) {
      const v = vertexBase + tets[4 * tet + below[i]];
      const w = vertexBase + tets[4 * tet + above[i]];
      const share = heights[v] / (heights[v] - heights[w]);
      for (let k = 0; k < 3; k++) {
        const x = positions[3 * v + k];
        polygon[3 * i + k] = x + share * (positions[3 * w + k] - x);
        polygonColours[3 * i + k] =
          vertexColours[3 * v + k] + share * (vertexColours[3 * w + k] - vertexColours[3 * v + k]);
      }
    }
    for (let i = 2; i < count; i++) this.addTriangle(3 * (i - 1), 3 * i);
    for (let i = 0; i < count; i++)
      if ((neighbours[4 * tet + opposite[i]] & BOUNDARY) !== 0) this.addSegment(3 * i, i + 1 === count ? 0 : 3 * i + 3);
  }

  /** Adds the triangle of the polygon's first corner and its corners at offsets b and c in the array. */
  private addTriangle(b: number, c: number): void {
    const at = TRIANGLE_STRIDE * this.triangleCount++;
    if (at === this.triangles.length) {
      this.triangles = doubleCapacity(this.triangles);
      this.colours = doubleCapacity(this.colours);
    }
    const { triangles, colours, polygon, polygonColours } = this;
    for (let k = 0; k < 3; k++) {
      triangles[at + k] = polygon[k];
      triangles[at + 3 + k] = polygon[b + k];
      triangles[at + 6 + k] = polygon[c + k];
      colours[at + k] = polygonColours[k];
      colours[at + 3 + k] = polygonColours[b + k];
      colours[at + 6 + k] = polygonColours[c + k];
    }
  }

  private addSegment(a: number, b: number): void {
    const at = SEGMENT_STRIDE * this.segmentCount++;
    if (at === this.outline.length) this.outline = doubleCapacity(this.outline);
    for (let k = 0; k < 3; k++) {
      this.outline[at + k] = this.polygon[a + k];
      this.outline[at + 3 + k] = this.polygon[b + k];
    }
  }
}

function doubleCapacity(numbers: Float32Array): Float32Array<ArrayBuffer> {
  const grown = new Float32Array(2 * numbers.length);
  grown.set(numbers);
  return grown;
}
