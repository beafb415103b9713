import { groupByKey } from '../../../mesh/counting-sort.ts';
import { NONE, type Topology } from '../../../mesh/topology.ts';

/** Tetrahedra a cell: fewer make more borders to look at, more make larger balls around them (docs/method.md). */
const CELL_SIZE = 80;
/** Cells smaller than this are what was left over between others, and join one of them. */
const SMALLEST = CELL_SIZE / 4;

/**
 * Cuts a mesh into cells of tetrahedra that hang together by faces. That matters: where a cell held parts of two arms, a flood
 * would get from one into the other.
 * @param rest positions of the rest shape [m], 3 a vertex
 * @returns the cell of each tetrahedron, and how many there are
 */
export function growCells(topology: Topology, rest: Float32Array): { cellOf: Uint32Array; cellCount: number } {
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
 * Grows one cell after another from a tetrahedron next to the cells that are there, nearest first in the rest shape: cells
 * that are compact, and leave little between them.
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

/** Takes the tetrahedron whose middle is nearest to another's out of a list; of equally near ones the first. */
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

/** Joins what was left over to the neighbour with which it shares most faces. */
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
