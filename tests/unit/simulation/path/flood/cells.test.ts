import { describe, expect, test } from 'vitest';
import { buildTopology } from '../../../../../src/mesh/build-topology.ts';
import { cutIntoCells } from '../../../../../src/simulation/path/flood/cells.ts';
import { cellMeshes } from '../cell-meshes.ts';

const MOST_FACES_A_PATCH = 8;

const ascending = (items: Iterable<number>) => [...items].sort((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Pairs of elements that share a face, and the face's vertices; derived from vertex ids, independently of the topology. */
function sharedFaces(tets: Uint32Array): { one: number; other: number; vertices: number[] }[] {
  const seen = new Map<string, number>();
  const shared: { one: number; other: number; vertices: number[] }[] = [];
  for (let tet = 0; tet < tets.length / 4; tet++)
    for (let corner = 0; corner < 4; corner++) {
      const vertices = ascending(tets.subarray(4 * tet, 4 * tet + 4).filter((_, i) => i !== corner));
      const one = seen.get(vertices.join());
      if (one === undefined) seen.set(vertices.join(), tet);
      else shared.push({ one, other: tet, vertices });
    }
  return shared;
}

/** Number of connected parts that these pairs join the items to. */
function countParts(count: number, pairs: Iterable<readonly [number, number]>): number {
  const parent = upTo(count);
  const root = (i: number): number => {
    let r = i;
    while (parent[r] !== r) r = parent[r];
    parent[i] = r;
    return r;
  };
  for (const [a, b] of pairs) parent[root(a)] = root(b);
  return parent.filter((p, i) => p === i).length;
}

const MESHES = cellMeshes();

describe.each(MESHES)('$name', ({ positions, tets }) => {
  const topology = buildTopology(tets, positions.length / 3);
  const cells = cutIntoCells(topology, positions);
  const { cellOf, cellCount } = cells;
  const shared = sharedFaces(topology.tets);

  test('cells hold every tetrahedron, and each hangs together by faces', () => {
    expect(cellOf.length).toBe(topology.tetCount);
    expect(ascending(new Set(cellOf))).toEqual(upTo(cellCount));
    const within = shared.filter(({ one, other }) => cellOf[one] === cellOf[other]);
    const parts = countParts(
      topology.tetCount,
      within.map(({ one, other }) => [one, other]),
    );
    expect(parts).toBe(cellCount);
  });

  test('patches hold every boundary face once, within a cell, and hang together by edges', () => {
    const { patchOffsets, patchCount, faceOffsets, faces, patchVertexOffsets, patchVertices } = cells;
    expect(patchOffsets.length).toBe(cellCount + 1);
    expect(patchOffsets[0]).toBe(0);
    expect(patchOffsets[cellCount]).toBe(patchCount);
    expect(faceOffsets.length).toBe(patchCount + 1);
    expect(ascending(faces)).toEqual(upTo(topology.faceCount));
    for (let cell = 0; cell < cellCount; cell++)
      for (let patch = patchOffsets[cell]; patch < patchOffsets[cell + 1]; patch++) {
        const own = [...faces.subarray(faceOffsets[patch], faceOffsets[patch + 1])];
        expect(own.length).toBeGreaterThan(0);
        expect(own.length).toBeLessThanOrEqual(MOST_FACES_A_PATCH);
        expect(own.every((face) => cellOf[topology.faceTets[face]] === cell)).toBe(true);
        const corners = own.map((face) => [...topology.faces.subarray(3 * face, 3 * face + 3)]);
        const vertices = patchVertices.subarray(patchVertexOffsets[patch], patchVertexOffsets[patch + 1]);
        expect(ascending(vertices)).toEqual(ascending(new Set(corners.flat())));
        const pairs = corners.flatMap((a, i) =>
          corners.flatMap((b, j) => (a.filter((v) => b.includes(v)).length >= 2 ? [[i, j] as const] : [])),
        );
        expect(countParts(own.length, pairs)).toBe(1);
      }
    expect(patchVertexOffsets[patchCount]).toBe(patchVertices.length);
  });

  test('borders are the vertices of all faces between two cells; twins point at each other', () => {
    const between = new Map<string, Set<number>>();
    for (const { one, other, vertices } of shared)
      if (cellOf[one] !== cellOf[other]) {
        const key = ascending([cellOf[one], cellOf[other]]).join();
        between.set(key, new Set([...(between.get(key) ?? []), ...vertices]));
      }
    const { sideOffsets, sideBorders, sideCount, neighbourCells, twins, borderOffsets, borderVertices } = cells;
    expect(sideCount).toBe(2 * between.size);
    expect(borderOffsets.length).toBe(between.size + 1);
    expect(borderOffsets[between.size]).toBe(borderVertices.length);
    expect(sideOffsets[cellCount]).toBe(sideCount);
    for (let cell = 0; cell < cellCount; cell++)
      for (let side = sideOffsets[cell]; side < sideOffsets[cell + 1]; side++) {
        const [other, border, twin] = [neighbourCells[side], sideBorders[side], twins[side]];
        const vertices = borderVertices.subarray(borderOffsets[border], borderOffsets[border + 1]);
        const expected = between.get(ascending([cell, other]).join());
        expect(ascending(vertices)).toEqual(ascending(expected ?? []));
        expect([neighbourCells[twin], sideBorders[twin], twins[twin]]).toEqual([cell, border, side]);
        expect(twin >= sideOffsets[other] && twin < sideOffsets[other + 1]).toBe(true);
      }
    // Each cell's sides lead to different cells, so if their number is right, none is missing.
    for (let cell = 0; cell < cellCount; cell++) {
      const others = [...neighbourCells.subarray(sideOffsets[cell], sideOffsets[cell + 1])];
      expect(new Set(others).size).toBe(others.length);
    }
  });
});

test('cells are neither single elements nor the whole mesh', () => {
  const sizes = MESHES.map(({ name, positions, tets }) => {
    const { cellOf, cellCount } = cutIntoCells(buildTopology(tets, positions.length / 3), positions);
    return [name, cellOf.length / cellCount, cellCount] as const;
  });
  for (const [name, mean, count] of sizes) {
    if (name === 'one tetrahedron') expect(count).toBe(1);
    else expect(count, name).toBeGreaterThan(1);
    if (name === 'octopus' || name === 'coil') expect(mean, name).toBeGreaterThan(40);
  }
});
