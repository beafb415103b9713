import Constrainautor from '@kninnug/constrainautor';
import Delaunator from 'delaunator';
import { buildTriTopology } from '../triangles/tri-topology.ts';
import { airMesh, type AirMesh } from './air-mesh.ts';
import { checkEdges, type Edge, turn } from './check-edges.ts';

/** Planar bodies and ropes in a border, in one numbering of all their vertices. */
export interface PlanarScene {
  /** Positions [m], flat. */
  readonly positions: ArrayLike<number>;
  /** Numbers per vertex in `positions`: 2, or 3 with z = 0. */
  readonly stride: 2 | 3;
  /** Vertex ids of the border, once around it, in either direction. */
  readonly border: ArrayLike<number>;
  /** Vertex ids of the bodies' triangles, 3 per triangle, counter-clockwise. */
  readonly triangles: ArrayLike<number>;
  /** Edges with air on both sides, such as those of ropes: 2 vertex ids each. */
  readonly ropes?: ArrayLike<number>;
  /** Loops around places without air, such as obstacles: vertex ids of each, once around it, in either direction. */
  readonly obstacles?: readonly ArrayLike<number>[];
}

/**
 * Fills the space between bodies and a border with triangles: a constrained Delaunay triangulation, which has all edges of the border, of
 * ropes, of obstacles and of the bodies' boundaries. All vertices in the air are used, also those of no edge; none is added.
 * With B vertices of the border, H of the boundaries of n bodies and obstacles, and R other vertices in the air, there are
 * B + H + 2 n - 2 + 2 R triangles (Euler's formula), if no boundary has a hole.
 * @throws Error with the ids if two vertices are at the same place, if a vertex is on an edge, if edges cross, if bodies or loops overlap
 *   or leave the border, or if buildTriTopology throws
 */
export function triangulateAir(scene: PlanarScene): AirMesh {
  const { stride, border, triangles, ropes = [], obstacles = [] } = scene;
  const coordinates = new Float64Array((2 * scene.positions.length) / stride);
  for (let i = 0; i < coordinates.length; i++) coordinates[i] = scene.positions[stride * (i >> 1) + (i & 1)];
  const { segments } = buildTriTopology(Uint32Array.from(triangles), coordinates.length / 2);
  // Directed edges with air on the right, and none on the left.
  const rims = [
    ...pairs(segments),
    ...counterClockwiseLoop(coordinates, border).map(([a, b]): Edge => [b, a]),
    ...obstacles.flatMap((loop) => counterClockwiseLoop(coordinates, loop)),
  ];
  const walls = [...rims, ...pairs(ropes)];
  checkEdges(coordinates, walls);
  const net = new Delaunator(coordinates);
  const constrained = new Constrainautor(net);
  for (const [a, b] of walls) constrained.constrainOne(a, b);
  const corners = orientTriangles(coordinates, constrained.delaunify(true).del.triangles);
  const isAir = findAir(corners, rims, coordinates.length / 2);
  return airMesh(
    2,
    corners.filter((_, i) => isAir[Math.floor(i / 3)] === AIR),
  );
}

const pairs = (ids: ArrayLike<number>): Edge[] =>
  Array.from({ length: ids.length / 2 }, (_, e) => [ids[2 * e], ids[2 * e + 1]]);

/** Returns the edges of a loop, counter-clockwise. @throws Error if it has fewer than 3 vertices, or no area */
function counterClockwiseLoop(x: Float64Array, loop: ArrayLike<number>): Edge[] {
  if (loop.length < 3) throw new Error(`A loop around air has ${loop.length} vertices, expected at least 3`);
  const edges = Array.from({ length: loop.length }, (_, i): Edge => [loop[i], loop[(i + 1) % loop.length]]);
  const area = edges.reduce((sum, [a, b]) => sum + x[2 * a] * x[2 * b + 1] - x[2 * a + 1] * x[2 * b], 0);
  if (area === 0) throw new Error(`The loop around air from vertex ${loop[0]} has no area, expected one`);
  return area > 0 ? edges : edges.map(([a, b]) => [b, a]);
}

/**
 * Returns the triangles with counter-clockwise corners.
 * @throws Error if a triangle has no area
 */
function orientTriangles(x: Float64Array, triangles: ArrayLike<number>): Uint32Array {
  const corners = Uint32Array.from(triangles);
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = corners.subarray(t, t + 3);
    const side = turn(x, a, b, c);
    if (side === 0) throw new Error(`The vertices ${a}, ${b} and ${c} are on one line, expected a triangle of air`);
    if (side < 0) corners.set([a, c, b], t);
  }
  return corners;
}

const UNKNOWN = 0;
const AIR = 1;
const SOLID = 2;

/**
 * Labels each triangle as AIR or SOLID (in a body or an obstacle, or outside of the border). Labels spread from the triangles at rims to
 * their neighbours, over all edges but rims.
 * @param corners 3 vertex ids per triangle, counter-clockwise    @param rims air is on their right
 * @throws Error if a triangle would get both labels
 */
function findAir(corners: Uint32Array, rims: readonly Edge[], vertexCount: number): Uint8Array {
  const labels = new Uint8Array(corners.length / 3);
  const queue: number[] = [];
  const put = (triangle: number | undefined, label: number, [a, b]: Edge) => {
    if (triangle === undefined || labels[triangle] === label) return;
    if (labels[triangle] !== UNKNOWN)
      throw new Error(
        `There is air and there is none at the edge from vertex ${a} to ${b}; expected bodies and obstacles apart from one another, within the border`,
      );
    labels[triangle] = label;
    queue.push(triangle);
  };
  const keyOf = (a: number, b: number) => a * vertexCount + b;
  // By directed edge, the triangle on its left.
  const lefts = new Map(Array.from(corners, (a, i) => [keyOf(a, corners[next(i)]), Math.floor(i / 3)]));
  const walls = new Set(rims.flatMap(([a, b]) => [keyOf(a, b), keyOf(b, a)]));
  for (const [a, b] of rims) {
    put(lefts.get(keyOf(a, b)), SOLID, [a, b]);
    put(lefts.get(keyOf(b, a)), AIR, [a, b]);
  }
  for (const triangle of queue)
    for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
      const edge: Edge = [corners[i], corners[next(i)]];
      if (!walls.has(keyOf(...edge))) put(lefts.get(keyOf(edge[1], edge[0])), labels[triangle], edge);
    }
  return labels;
}

/** Returns the index of the next corner of the same triangle. */
const next = (i: number): number => (i % 3 === 2 ? i - 2 : i + 1);
