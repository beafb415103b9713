import { groupByKey } from '../../../mesh/counting-sort.ts';
import { NONE, type Topology } from '../../../mesh/topology.ts';

/**
 * Partition of a mesh into cells, which are connected groups of tetrahedra. Computed once per model. The flood (flood.ts) goes from cell to
 * cell.
 */
export interface Cells {
  readonly cellCount: number;
  /** The cell of each tetrahedron. */
  readonly cellOf: Uint32Array;
  /** A patch is a group of neighbouring boundary faces of a cell. Cell c has the patches patchOffsets[c] to patchOffsets[c + 1] - 1. */
  readonly patchOffsets: Uint32Array;
  readonly patchCount: number;
  /** Patch g has the boundary faces faces[faceOffsets[g]] to faces[faceOffsets[g + 1] - 1]. Its vertices are listed in the same way. */
  readonly faceOffsets: Uint32Array;
  readonly faces: Uint32Array;
  readonly patchVertexOffsets: Uint32Array;
  readonly patchVertices: Uint32Array;
  /**
   * A side of a cell is what it has in common with one neighbouring cell. Cell c has the sides sideOffsets[c] to sideOffsets[c + 1] - 1.
   * Per side: the id of its border, the neighbouring cell, and that cell's side towards c (the twin, which has the same border and so the
   * same bounding ball).
   */
  readonly sideOffsets: Uint32Array;
  readonly sideBorders: Uint32Array;
  readonly neighbourCells: Uint32Array;
  readonly twins: Uint32Array;
  readonly sideCount: number;
  /**
   * A border consists of all faces between two cells. The vertices of border b are entries borderOffsets[b] to borderOffsets[b + 1] - 1.
   */
  readonly borderOffsets: Uint32Array;
  readonly borderVertices: Uint32Array;
}

/** The empty partition of a body without volume. */
export const NO_CELLS: Cells = {
  cellCount: 0,
  cellOf: new Uint32Array(),
  patchOffsets: new Uint32Array(1),
  patchCount: 0,
  faceOffsets: new Uint32Array(1),
  faces: new Uint32Array(),
  patchVertexOffsets: new Uint32Array(1),
  patchVertices: new Uint32Array(),
  sideOffsets: new Uint32Array(1),
  sideBorders: new Uint32Array(),
  neighbourCells: new Uint32Array(),
  twins: new Uint32Array(),
  sideCount: 0,
  borderOffsets: new Uint32Array(1),
  borderVertices: new Uint32Array(),
};

/** Cuts a mesh into cells. @param rest positions of the rest shape [m], 3 per vertex */
export function cutIntoCells(topology: Topology, rest: Float32Array): Cells {
  const { cellOf, cellCount } = growCells(topology, rest);
  return {
    cellCount,
    cellOf,
    ...cutIntoPatches(topology, cellOf, cellCount),
    ...findBorders(topology, cellOf, cellCount),
  };
}

/** Number of tetrahedra per cell. Smaller cells have more borders to test, and larger cells have larger bounding balls (docs/method.md). */
const CELL_SIZE = 80;
/** Cells with fewer tetrahedra fill gaps between other cells, and are merged into a neighbour. */
const SMALLEST = CELL_SIZE / 4;

/**
 * Assigns each tetrahedron to a cell. Each cell is connected through faces. If a cell contained parts of two arms that aren't
 * connected in it, a flood would pass from one arm to the other.
 * @param rest positions of the rest shape [m], 3 per vertex
 * @returns the cell of each tetrahedron, and the number of cells
 */
function growCells(topology: Topology, rest: Float32Array): { cellOf: Uint32Array; cellCount: number } {
  const cellOf = growOneByOne(topology, rest);
  joinLeftovers(cellOf, topology);
  const numbers = new Map<number, number>();
  for (let tet = 0; tet < cellOf.length; tet++) {
    if (!numbers.has(cellOf[tet])) numbers.set(cellOf[tet], numbers.size);
    cellOf[tet] = numbers.get(cellOf[tet]) as number;
  }
  return { cellOf, cellCount: numbers.size };
}

/**
 * Grows the cells one after another. Each cell starts with a tetrahedron next to earlier cells. Then it repeatedly adds the neighbouring
 * tetrahedron that is nearest to the first one in the rest shape. The resulting cells are compact, with small gaps between them.
 */
function growOneByOne(topology: Topology, rest: Float32Array): Uint32Array {
  const { tetCount, neighbours } = topology;
  const middles = tetMiddles(topology, rest);
  const cellOf = new Uint32Array(tetCount).fill(NONE);
  const seeds: number[] = [];
  for (let cell = 0, begun = 0, seed = 0; ; cell++) {
    while (begun < seeds.length && cellOf[seeds[begun]] !== NONE) begun++;
    if (begun === seeds.length) while (seed < tetCount && cellOf[seed] !== NONE) seed++;
    const first = begun < seeds.length ? seeds[begun] : seed;
    if (first === tetCount) return cellOf;
    const front = [first];
    for (let size = 0; size < CELL_SIZE && front.length > 0; size++) {
      const next = takeNearest(front, middles, first);
      cellOf[next] = cell;
      for (const other of neighbours.subarray(4 * next, 4 * next + 4))
        if (other < tetCount && cellOf[other] === NONE && !front.includes(other)) front.push(other);
    }
    seeds.push(...front);
  }
}

/** Removes from a list the tetrahedron whose centroid is nearest to the centroid of `to`; of equally near ones the first. @returns it */
function takeNearest(list: number[], middles: Float64Array, to: number): number {
  let best = 0;
  let least = Infinity;
  list.forEach((tet, i) => {
    const squared = [0, 1, 2].reduce((sum, k) => sum + (middles[3 * tet + k] - middles[3 * to + k]) ** 2, 0);
    if (squared >= least) return;
    least = squared;
    best = i;
  });
  return list.splice(best, 1)[0];
}

function tetMiddles({ tets, tetCount }: Topology, rest: Float32Array): Float64Array {
  const middles = new Float64Array(3 * tetCount);
  for (let i = 0; i < 4 * tetCount; i++)
    for (let k = 0; k < 3; k++) middles[3 * (i >> 2) + k] += 0.25 * rest[3 * tets[i] + k];
  return middles;
}

/** Merges each cell smaller than SMALLEST into the neighbouring cell with which it shares most faces. */
function joinLeftovers(cellOf: Uint32Array, { tetCount, neighbours }: Topology): void {
  const cellCount = cellOf.reduce((most, cell) => Math.max(most, cell + 1), 0);
  const { offsets, items } = groupByKey(cellOf, cellCount);
  const joined = Uint32Array.from({ length: cellCount }, (_, cell) => cell);
  const root = (cell: number): number => (joined[cell] === cell ? cell : root(joined[cell]));
  for (let cell = 0; cell < cellCount; cell++) {
    if (offsets[cell + 1] - offsets[cell] >= SMALLEST) continue;
    const shared = new Map<number, number>();
    for (const tet of items.subarray(offsets[cell], offsets[cell + 1]))
      for (const next of neighbours.subarray(4 * tet, 4 * tet + 4)) {
        const other = next < tetCount ? root(cellOf[next]) : cell;
        if (other !== root(cell)) shared.set(other, (shared.get(other) ?? 0) + 1);
      }
    const [best] = [...shared].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    if (best) joined[root(cell)] = best[0];
  }
  for (let tet = 0; tet < tetCount; tet++) cellOf[tet] = root(cellOf[tet]);
}

/** Maximum number of boundary faces per patch. Larger patches need fewer tests of bounding balls, but more tests of faces. */
const PATCH_SIZE = 8;

/** Groups each cell's boundary faces into patches, breadth first, and lists the vertices of each patch without repetition. */
function cutIntoPatches(
  { faceCount, faces, faceTets, faceEdges, edgeFaces }: Topology,
  cellOf: Uint32Array,
  cellCount: number,
) {
  const byCell = groupByKey(
    faceTets.map((tet) => cellOf[tet]),
    cellCount,
  );
  const patchOffsets = new Uint32Array(cellCount + 1);
  const faceOffsets = [0];
  const patchVertexOffsets = [0];
  const ordered: number[] = [];
  const patchVertices: number[] = [];
  const taken = new Uint8Array(faceCount);
  for (let cell = 0; cell < cellCount; cell++) {
    for (const first of byCell.items.subarray(byCell.offsets[cell], byCell.offsets[cell + 1])) {
      if (taken[first]) continue;
      const patch = [first];
      taken[first] = 1;
      for (let i = 0; i < patch.length; i++)
        for (const edge of faceEdges.subarray(3 * patch[i], 3 * patch[i] + 3))
          for (const next of edgeFaces.subarray(2 * edge, 2 * edge + 2)) {
            if (taken[next] || cellOf[faceTets[next]] !== cell || patch.length === PATCH_SIZE) continue;
            taken[next] = 1;
            patch.push(next);
          }
      ordered.push(...patch);
      faceOffsets.push(ordered.length);
      patchVertices.push(...new Set(patch.flatMap((face) => [...faces.subarray(3 * face, 3 * face + 3)])));
      patchVertexOffsets.push(patchVertices.length);
    }
    patchOffsets[cell + 1] = faceOffsets.length - 1;
  }
  return {
    patchOffsets,
    patchCount: faceOffsets.length - 1,
    faceOffsets: Uint32Array.from(faceOffsets),
    faces: Uint32Array.from(ordered),
    patchVertexOffsets: Uint32Array.from(patchVertexOffsets),
    patchVertices: Uint32Array.from(patchVertices),
  };
}

/** Finds the borders between cells, and each cell's sides. */
function findBorders({ tets, tetCount, neighbours }: Topology, cellOf: Uint32Array, cellCount: number) {
  const borders = new Map<number, Set<number>>();
  for (let tet = 0; tet < tetCount; tet++)
    for (let corner = 0; corner < 4; corner++) {
      const next = neighbours[4 * tet + corner];
      if (next >= tetCount || cellOf[next] <= cellOf[tet]) continue;
      const key = cellOf[tet] * cellCount + cellOf[next];
      const vertices = borders.get(key) ?? new Set();
      borders.set(key, vertices);
      for (let i = 0; i < 4; i++) if (i !== corner) vertices.add(tets[4 * tet + i]);
    }
  const sorted = [...borders].sort((a, b) => a[0] - b[0]);
  const borderOffsets = new Uint32Array(sorted.length + 1);
  sorted.forEach(([, vertices], b) => {
    borderOffsets[b + 1] = borderOffsets[b] + vertices.size;
  });
  const ends = sorted.flatMap(([key]) => [Math.floor(key / cellCount), key % cellCount]);
  const { offsets, items } = groupByKey(Uint32Array.from(ends), cellCount);
  const places = new Uint32Array(ends.length);
  items.forEach((end, side) => {
    places[end] = side;
  });
  return {
    sideCount: ends.length,
    borderOffsets,
    borderVertices: Uint32Array.from(sorted.flatMap(([, vertices]) => [...vertices])),
    sideOffsets: offsets,
    sideBorders: items.map((end) => end >> 1),
    neighbourCells: items.map((end) => ends[end ^ 1]),
    twins: items.map((end) => places[end ^ 1]),
  };
}
