import { type Cutter, cutInTwo } from './cut-patch.ts';
import { NONE, type Topology } from '../../mesh/topology.ts';

/**
 * Binary tree of patches: sets of faces of a surface. The root holds all faces, a leaf one face, and any other patch is cut into its two
 * children. It depends on the rest shape alone, so it stays as it is while the surface deforms; boxes and cones are fitted anew.
 *
 * Nodes are numbered in preorder: the left child of node n is n + 1. So a parent comes before its children, and a loop that runs
 * backwards sees children first. A node's faces are order[begins[n]] to order[ends[n] - 1].
 *
 * A side is a face's edge with a direction: side 3 f + k runs from corner k of face f to corner (k + 1) % 3. A patch's contour are the
 * sides whose other face isn't in the patch.
 */
export interface PatchTree {
  readonly faceCount: number;
  readonly nodeCount: number;
  /** Vertex ids, 3 per face. */
  readonly faces: Uint32Array;
  readonly order: Uint32Array;
  readonly begins: Uint32Array;
  readonly ends: Uint32Array;
  /** Right child of each node; 0 for a leaf. */
  readonly rights: Uint32Array;
  /** For each side, the side of the neighbouring face that runs along the same edge; NONE at the surface's border. */
  readonly twins: Uint32Array;
  /**
   * The sides of each node's contour: contours[contourOffsets[n] .. contourOffsets[n + 1] - 1]. If the contour is one loop, the sides
   * are in its order, else in the order of the faces. Leaves have none listed.
   */
  readonly contourOffsets: Uint32Array;
  readonly contours: Uint32Array;
  /** For each entry of `contours`: the node's grandchild (0 to 3: left-left, left-right, right-left, right-right) that has the side's face. */
  readonly parts: Uint32Array;
  /** 1 if the node's contour is one closed loop that passes through no vertex twice, else 0. */
  readonly isLoop: Uint32Array;
}

/**
 * Cuts a surface into patches. Both parts of a patch hang together by edges if the patch does; if a patch doesn't, whole components
 * are divided.
 * @param topology of a surface, or of the boundary of a volume; without faces the tree has no nodes
 * @param positions rest positions [m], 3 per vertex
 * @param makeCutter how patches are cut; every part must have a face
 */
export function buildPatchTree(
  topology: Pick<Topology, 'faces' | 'faceEdges' | 'edgeFaces' | 'faceCount' | 'vertexCount'>,
  positions: Float32Array,
  makeCutter: (faces: Uint32Array, twins: Uint32Array, positions: Float32Array) => Cutter = cutInTwo,
): PatchTree {
  const { faces, faceCount } = topology;
  const twins = findTwins(topology);
  const order = Uint32Array.from({ length: faceCount }, (_, f) => f);
  const nodeCount = Math.max(0, 2 * faceCount - 1);
  const begins = new Uint32Array(nodeCount);
  const ends = new Uint32Array(nodeCount);
  const rights = new Uint32Array(nodeCount);
  const cutter = makeCutter(faces, twins, positions);
  // A stack of patches that still have to be numbered: begin, end, parent of a right child (or NONE).
  const stack = faceCount > 0 ? [0, faceCount, NONE] : [];
  for (let node = 0; stack.length > 0; node++) {
    const [begin, end, parent] = stack.splice(-3);
    begins[node] = begin;
    ends[node] = end;
    if (parent !== NONE) rights[parent] = node;
    if (end - begin < 2) continue;
    const middle = cutter(order, begin, end);
    stack.push(middle, end, node, begin, middle, NONE);
  }
  const shape = { faceCount, nodeCount, faces, order, begins, ends, rights, twins };
  return { ...shape, ...collectContours(shape, topology.vertexCount) };
}

/** Pairs the two sides of each edge. */
function findTwins({ faces, faceEdges, edgeFaces }: Pick<Topology, 'faces' | 'faceEdges' | 'edgeFaces'>): Uint32Array {
  return Uint32Array.from(faces, (_, side) => {
    const edge = faceEdges[side];
    const face = Math.floor(side / 3);
    const other = edgeFaces[2 * edge] === face ? edgeFaces[2 * edge + 1] : edgeFaces[2 * edge];
    if (other === NONE) return NONE;
    return 3 * other + [0, 1, 2].findIndex((k) => faceEdges[3 * other + k] === edge);
  });
}

/** Returns the vertex in which a side ends. */
export const sideEnd = (faces: Uint32Array, side: number): number => faces[side % 3 === 2 ? side - 2 : side + 1];

type Shape = Omit<PatchTree, 'contourOffsets' | 'contours' | 'parts' | 'isLoop'>;

/** Collects the contours of all inner nodes, and puts those that are one loop in order. */
function collectContours(
  shape: Shape,
  vertexCount: number,
): Pick<PatchTree, 'contourOffsets' | 'contours' | 'parts' | 'isLoop'> {
  const { nodeCount, faceCount, order, begins, ends, rights, twins } = shape;
  const places = new Uint32Array(faceCount);
  order.forEach((face, place) => {
    places[face] = place;
  });
  const contourOffsets = new Uint32Array(nodeCount + 1);
  const isLoop = new Uint32Array(nodeCount);
  const contours: number[] = [];
  const parts: number[] = [];
  // For each vertex, the contour's side that starts there; entries are valid only for the node that wrote them.
  const starts = new Uint32Array(vertexCount);
  const writers = new Uint32Array(vertexCount);
  for (let n = 0; n < nodeCount; n++) {
    contourOffsets[n] = contours.length;
    if (rights[n] === 0) continue;
    const isOutside = (side: number) => {
      const place = twins[side] === NONE ? faceCount : places[Math.floor(twins[side] / 3)];
      return place < begins[n] || place >= ends[n];
    };
    const sides: number[] = [];
    for (let i = begins[n]; i < ends[n]; i++)
      for (let side = 3 * order[i]; side < 3 * order[i] + 3; side++) if (isOutside(side)) sides.push(side);
    const partOf = (side: number) => grandchildOf(shape, n, places[Math.floor(side / 3)]);
    const loop = orderLoop(shape.faces, sides, starts, writers, n + 1);
    isLoop[n] = Number(loop !== undefined);
    for (const side of loop ? startAtPart(loop, partOf) : sides) {
      contours.push(side);
      parts.push(partOf(side));
    }
  }
  contourOffsets[nodeCount] = contours.length;
  return { contourOffsets, contours: Uint32Array.from(contours), parts: Uint32Array.from(parts), isLoop };
}

/** Returns which grandchild of a node has the face at this place of the order. A child that is a leaf counts as its own left child. */
function grandchildOf({ rights, begins }: Shape, node: number, place: number): number {
  const isRight = place >= begins[rights[node]];
  const child = isRight ? rights[node] : node + 1;
  return 2 * Number(isRight) + Number(rights[child] !== 0 && place >= begins[rights[child]]);
}

/**
 * Puts a contour's sides in the order in which they follow one another.
 * @param starts, writers an entry of `starts` is valid if that of `writers` is `stamp`
 * @returns undefined if the contour is not one loop through distinct vertices
 */
function orderLoop(
  faces: Uint32Array,
  sides: readonly number[],
  starts: Uint32Array,
  writers: Uint32Array,
  stamp: number,
): number[] | undefined {
  for (const side of sides) {
    if (writers[faces[side]] === stamp) return undefined; // a second side starts at the vertex
    writers[faces[side]] = stamp;
    starts[faces[side]] = side;
  }
  if (sides.length === 0) return undefined; // a closed surface
  const loop = [sides[0]];
  for (;;) {
    const next = starts[sideEnd(faces, loop[loop.length - 1])];
    if (next === sides[0]) return loop.length === sides.length ? loop : undefined;
    loop.push(next);
  }
}

/** Rotates a loop so that it starts where the part changes: then a part's sides that follow one another also do so in the list. */
function startAtPart(loop: readonly number[], partOf: (side: number) => number): readonly number[] {
  const parts = loop.map(partOf);
  const first = parts.findIndex((part, i) => part !== parts[(i + loop.length - 1) % loop.length]);
  return first <= 0 ? loop : [...loop.slice(first), ...loop.slice(0, first)];
}
