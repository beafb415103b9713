import { cornerOf, fourthOf, NONE } from '../topology.ts';
import { TET_FACES } from '../tet-mesh.ts';
import { hasEdge } from './adjacency.ts';
import { AIR_STRIDE } from './air-mesh.ts';
import { isTaken, setFloor, walkRing } from './edge-removal.ts';
import { isEdgeTaken } from './multi-face-removal.ts';
import { type AirOptimiser, beginOptimising, createAirOptimiser, isWaiting, AIR_OPTIONS } from './optimiser.ts';
import { writeTriangleQuality } from './quality.ts';
import { MOST_IN_RING, TET_EDGES, triangulateRing } from './ring.ts';
import { beginSandwich, chooseFaces } from './sandwich.ts';
import { isWall, type Walls } from './walls.ts';

/** An operation that the optimisation considers for an element, and what speaks against it. For a look at one element, not for steps. */
export interface FlipTried {
  readonly operation: 'flip' | 'edge removal' | 'multi-face removal';
  /** Vertices of the edge or of the (first) face that the operation removes. */
  readonly removed: readonly number[];
  /**
   * - helps: the optimisation would do it
   * - no gain: the smallest quality wouldn't rise
   * - wall: the face, or one at the edge, is a rope's edge or a triangle of cloth
   * - body: a body lies beyond the face, or beside the edge
   * - exists: an edge or face that it would make exists already
   * - long ring: too many tetrahedra lie around the edge
   * - waits: it would help, but an element of the mesh has a quality below AirOptions.waitBelow
   * - good enough: it would help, but none of the elements has a quality below AirOptions.below
   */
  readonly verdict: 'helps' | 'no gain' | 'wall' | 'body' | 'exists' | 'long ring' | 'waits' | 'good enough';
  /** Smallest quality before, and after the best operation of this kind; undefined if a wall, a body or a long ring stands against it. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/**
 * Returns the operations that the optimisation considers for an element: three flips in the plane, or the removals of six edges and four
 * faces in space. Nothing is changed.
 * @param elements AIR_STRIDE words per element    @param count number of elements
 * @param positions 3 numbers per vertex
 * @param options those of the optimisation
 */
export function flipsTried(
  elements: Uint32Array,
  count: number,
  positions: Float32Array | Float64Array,
  walls: Walls,
  element: number,
  options = AIR_OPTIONS,
): FlipTried[] {
  const optimiser = createAirOptimiser(count, walls);
  beginOptimising(optimiser, elements, count, positions, options);
  if (elements[AIR_STRIDE * element + 3] === NONE)
    return [0, 1, 2].map((corner) => flipTried(optimiser, element, corner));
  const edges = TET_EDGES.map((_, edge) => edgeRemovalTried(optimiser, element, edge));
  return [...edges, ...TET_FACES.map((_, corner) => faceRemovalTried(optimiser, element, corner))];
}

/** The vertices of an element at some of its corners. */
const verticesAt = ({ elements }: AirOptimiser, element: number, corners: readonly number[]): number[] =>
  corners.map((corner) => elements[AIR_STRIDE * element + corner]);

function judge(
  optimiser: AirOptimiser,
  operation: FlipTried['operation'],
  removed: readonly number[],
  before: number,
  after: number,
  exists: boolean,
): FlipTried {
  const { leastGain, below } = optimiser.options;
  const tell = (verdict: FlipTried['verdict']) => ({ operation, removed, verdict, before, after });
  if (!(after > before + leastGain)) return tell('no gain');
  if (exists) return tell('exists');
  if (!(before < below)) return tell('good enough');
  return tell(isWaiting(optimiser) ? 'waits' : 'helps');
}

/** Tells an operation that a wall, a body or a long ring stands against. */
const refused = (
  operation: FlipTried['operation'],
  removed: readonly number[],
  verdict: 'wall' | 'body' | 'long ring',
): FlipTried => ({ operation, removed, verdict, before: undefined, after: undefined });

function flipTried(optimiser: AirOptimiser, triangle: number, corner: number): FlipTried {
  const { elements, positions, qualities, pair, adjacency, walls } = optimiser;
  const [c, a, b] = verticesAt(optimiser, triangle, [corner, (corner + 1) % 3, (corner + 2) % 3]);
  const other = adjacency.neighbours[AIR_STRIDE * triangle + corner];
  if (other === NONE) return refused('flip', [a, b], isWall(walls, a, b, NONE) ? 'wall' : 'body');
  const d = fourthOf(elements, AIR_STRIDE * other, a, b, NONE);
  writeTriangleQuality(positions, c, a, d, pair, 0);
  writeTriangleQuality(positions, c, d, b, pair, 1);
  const before = Math.min(qualities[triangle], qualities[other]);
  return judge(optimiser, 'flip', [a, b], before, Math.min(...pair), c === d || hasEdge(adjacency, elements, c, d));
}

function edgeRemovalTried(optimiser: AirOptimiser, tet: number, edge: number): FlipTried {
  const { ring } = optimiser;
  const removed = verticesAt(optimiser, tet, TET_EDGES[edge].slice(0, 2));
  if (!walkRing(optimiser, tet, edge, false)) return refused('edge removal', removed, obstacle(optimiser, tet, edge));
  setFloor(optimiser, 0);
  const before = ring.floor;
  ring.floor = Number.NEGATIVE_INFINITY;
  triangulateRing(ring, optimiser.positions);
  return judge(optimiser, 'edge removal', removed, before, ring.best[ring.count - 1], isTaken(optimiser));
}

/** Returns what ends a ring that isn't closed, or that it is too long. */
function obstacle(optimiser: AirOptimiser, tet: number, edge: number): 'wall' | 'body' | 'long ring' {
  const { elements, adjacency, walls } = optimiser;
  const [a, b, first] = verticesAt(optimiser, tet, TET_EDGES[edge]);
  let vertex = first;
  let current = tet;
  for (let i = 0; i < MOST_IN_RING; i++) {
    const at = AIR_STRIDE * current;
    const next = fourthOf(elements, at, a, b, vertex);
    current = adjacency.neighbours[at + cornerOf(elements, at, vertex)];
    if (current === NONE) return isWall(walls, a, b, next) ? 'wall' : 'body';
    vertex = next;
  }
  return 'long ring';
}

function faceRemovalTried(optimiser: AirOptimiser, tet: number, corner: number): FlipTried {
  const { elements, positions, qualities, adjacency, walls, sandwich } = optimiser;
  const removed = verticesAt(optimiser, tet, TET_FACES[corner]);
  const beyond = adjacency.neighbours[AIR_STRIDE * tet + corner];
  if (beyond === NONE) {
    const [u, v, w] = removed;
    return refused('multi-face removal', removed, isWall(walls, u, v, w) ? 'wall' : 'body');
  }
  beginSandwich(sandwich, elements, tet, corner, beyond);
  sandwich.floor = Number.NEGATIVE_INFINITY;
  chooseFaces(sandwich, adjacency, elements, positions);
  const before = Math.min(qualities[tet], qualities[beyond]);
  const after = Math.min(...sandwich.best.subarray(0, 3));
  return judge(optimiser, 'multi-face removal', removed, before, after, isEdgeTaken(optimiser));
}
