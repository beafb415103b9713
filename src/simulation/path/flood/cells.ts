import { groupByKey } from '../../../mesh/counting-sort.ts';
import type { Topology } from '../../../mesh/topology.ts';
import { growCells } from './grow-cells.ts';

/**
 * A mesh cut into cells of neighbouring tetrahedra: what the flood (flood.ts) goes through instead of single elements.
 * Made once a model.
 */
export interface Cells {
  readonly cellCount: number;
  /** The cell of each tetrahedron. */
  readonly cellOf: Uint32Array;
  /** Patches of neighbouring boundary faces in cell c: patchOffsets[c] .. patchOffsets[c+1]. */
  readonly patchOffsets: Uint32Array;
  readonly patchCount: number;
  /** Boundary faces of patch g: faces[faceOffsets[g] .. faceOffsets[g+1]], and its vertices likewise. */
  readonly faceOffsets: Uint32Array;
  readonly faces: Uint32Array;
  readonly patchVertexOffsets: Uint32Array;
  readonly patchVertices: Uint32Array;
  /** Sides of cell c: sideOffsets[c] .. sideOffsets[c+1]; each with the id of its border, the cell behind it, and that cell's side here. */
  readonly sideOffsets: Uint32Array;
  readonly sideBorders: Uint32Array;
  readonly beyond: Uint32Array;
  readonly twins: Uint32Array;
  readonly sideCount: number;
  /** All faces between two cells are one border; its vertices: borderVertices[borderOffsets[b] .. borderOffsets[b+1]]. */
  readonly borderOffsets: Uint32Array;
  readonly borderVertices: Uint32Array;
}

/** Volume data of a body without a volume. */
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
  beyond: new Uint32Array(),
  twins: new Uint32Array(),
  sideCount: 0,
  borderOffsets: new Uint32Array(1),
  borderVertices: new Uint32Array(),
};

/** @param rest positions of the rest shape [m], 3 a vertex */
export function cutIntoCells(topology: Topology, rest: Float32Array): Cells {
  const { cellOf, cellCount } = growCells(topology, rest);
  return {
    cellCount,
    cellOf,
    ...cutIntoPatches(topology, cellOf, cellCount),
    ...findBorders(topology, cellOf, cellCount),
  };
}

/** Boundary faces a patch: few enough to look at each, many enough to be worth a ball around them. */
const PATCH_SIZE = 8;

/** Breadth first over the boundary faces of a cell; vertices of a patch once each. */
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
    beyond: items.map((end) => ends[end ^ 1]),
    twins: items.map((end) => places[end ^ 1]),
  };
}
