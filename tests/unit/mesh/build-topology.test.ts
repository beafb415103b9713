import { describe, expect, it } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import { TET_FACES } from '../../../src/mesh/tet-mesh.ts';
import { BOUNDARY, NONE, type Topology } from '../../../src/mesh/topology.ts';
import { octopus } from '../../../src/scenes/models/octopus.ts';
import { boxMesh } from './box-mesh.ts';

const ids = (...values: number[]) => Uint32Array.from(values);

/** Every relation again, by comparing everything with everything. */
function expectTopology(t: Topology): void {
  const tetVerts = (i: number) => Array.from(t.tets.subarray(4 * i, 4 * i + 4));
  const faceVerts = (i: number) => Array.from(t.faces.subarray(3 * i, 3 * i + 3));
  let boundaryFaces = 0;
  for (let i = 0; i < t.tetCount; i++) {
    for (let c = 0; c < 4; c++) {
      const corners = TET_FACES[c].map((k) => t.tets[4 * i + k]);
      const others = [];
      for (let j = 0; j < t.tetCount; j++) if (j !== i && corners.every((v) => tetVerts(j).includes(v))) others.push(j);
      expect(others.length).toBeLessThan(2);
      const word = t.neighbours[4 * i + c];
      if (others.length === 1) expect(word).toBe(others[0]);
      else {
        expect(word & BOUNDARY).not.toBe(0);
        const face = (word & ~BOUNDARY) >>> 0;
        expect(face).toBe(boundaryFaces++);
        expect(faceVerts(face)).toEqual(corners);
        expect(t.faceTets[face]).toBe(i);
      }
    }
  }
  expect(t.faceCount).toBe(boundaryFaces);
  expect(t.edgeCount).toBe((3 * t.faceCount) / 2);
  for (let e = 0; e < t.edgeCount; e++) {
    const [a, b] = t.edges.subarray(2 * e, 2 * e + 2);
    expect(a).toBeLessThan(b);
    const runs = (f: number, from: number, to: number) =>
      [0, 1, 2].some((k) => faceVerts(f)[k] === from && faceVerts(f)[(k + 1) % 3] === to);
    const found = [...Array(t.faceCount).keys()];
    expect(found.filter((f) => runs(f, a, b))).toEqual([t.edgeFaces[2 * e]]);
    expect(found.filter((f) => runs(f, b, a))).toEqual([t.edgeFaces[2 * e + 1]]);
  }
  for (let f = 0; f < t.faceCount; f++)
    for (let k = 0; k < 3; k++) {
      const e = t.faceEdges[3 * f + k];
      const ends = [faceVerts(f)[k], faceVerts(f)[(k + 1) % 3]].sort((x, y) => x - y);
      expect(Array.from(t.edges.subarray(2 * e, 2 * e + 2))).toEqual(ends);
    }
  const surface = [...new Set(t.faces)].sort((x, y) => x - y);
  expect(Array.from(t.surfaceVertices)).toEqual(surface);
  for (let v = 0; v < t.vertexCount; v++) {
    const i = surface.indexOf(v);
    expect(t.surfaceIndices[v]).toBe(i < 0 ? NONE : i);
    if (i < 0) continue;
    const fan = Array.from(t.vertexFaces.subarray(t.vertexFaceOffsets[i], t.vertexFaceOffsets[i + 1]));
    expect(fan).toEqual([...Array(t.faceCount).keys()].filter((f) => faceVerts(f).includes(v)));
    const star = Array.from(t.vertexTets.subarray(t.vertexTetOffsets[i], t.vertexTetOffsets[i + 1]));
    expect(star).toEqual([...Array(t.tetCount).keys()].filter((k) => tetVerts(k).includes(v)));
  }
}

describe('buildTopology', () => {
  it('agrees with brute force on one, two and many tetrahedra, unused vertices too', () => {
    expectTopology(buildTopology(ids(0, 1, 2, 3), 4));
    expectTopology(buildTopology(ids(5, 1, 2, 3, 7, 1, 3, 2), 9));
    for (const size of [1, 2, 3]) {
      const box = boxMesh(size, size, 2);
      expectTopology(buildTopology(box.tets, box.positions.length / 3));
    }
  });

  it('agrees with maps on the octopus', () => {
    const { tets, positions } = octopus({ tetrahedra: 3000 }).mesh;
    const t = buildTopology(tets, positions.length / 3);
    const sharing = new Map<string, number[]>();
    const corners = (i: number, c: number) => TET_FACES[c].map((k) => tets[4 * i + k]);
    const key = (face: number[]) => [...face].sort((x, y) => x - y).join();
    for (let i = 0; i < 4 * t.tetCount; i++) {
      const face = key(corners(i >> 2, i & 3));
      sharing.set(face, [...(sharing.get(face) ?? []), i >> 2]);
    }
    const expected: number[] = [];
    const outward: number[] = [];
    for (let i = 0; i < 4 * t.tetCount; i++) {
      const face = corners(i >> 2, i & 3);
      const [other] = (sharing.get(key(face)) as number[]).filter((tet) => tet !== i >> 2);
      expected.push(other ?? BOUNDARY + outward.length / 3);
      if (other === undefined) outward.push(...face);
    }
    expect(Array.from(t.neighbours)).toEqual(expected);
    expect(Array.from(t.faces)).toEqual(outward);
    const runs = new Map(outward.map((v, i) => [`${v} ${outward[i % 3 === 2 ? i - 2 : i + 1]}`, Math.floor(i / 3)]));
    expect(runs.size).toBe(2 * t.edgeCount);
    for (let e = 0; e < t.edgeCount; e++) {
      const [a, b] = t.edges.subarray(2 * e, 2 * e + 2);
      expect([runs.get(`${a} ${b}`), runs.get(`${b} ${a}`)]).toEqual([...t.edgeFaces.subarray(2 * e, 2 * e + 2)]);
    }
  });

  it('turns the faces outward', () => {
    const { positions: p, tets } = boxMesh(3, 2, 2);
    const { faces } = buildTopology(tets, p.length / 3);
    let volume = 0; // the divergence theorem: a box of 3 x 2 x 2
    for (let i = 0; i < faces.length; i += 3) {
      const [a, b, c] = [3 * faces[i], 3 * faces[i + 1], 3 * faces[i + 2]];
      volume += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]);
      volume += p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]);
      volume += p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
    }
    expect(volume / 6).toBeCloseTo(12, 10);
  });

  it('takes an empty mesh', () => {
    const empty = buildTopology(ids(), 3);
    expect([empty.tetCount, empty.faceCount, empty.edgeCount, empty.surfaceVertexCount]).toEqual([0, 0, 0, 0]);
  });

  it('says what is wrong', () => {
    expect(() => buildTopology(ids(0, 1, 2), 4)).toThrow('Found 3 vertex ids of tetrahedra, expected a multiple of 4');
    expect(() => buildTopology(ids(0, 1, 2, 4), 4)).toThrow('Tetrahedron 0 has vertex 4, expected ids below 4');
    expect(() => buildTopology(ids(0, 1, 2, 1), 4)).toThrow('Tetrahedron 0 has vertex 1 twice');
    expect(() => buildTopology(ids(0, 1, 2, 3, 0, 2, 1, 4, 0, 1, 2, 5), 6)).toThrow(
      'Face (0, 1, 2) belongs to tetrahedra 0, 1 and 2, expected at most two',
    );
    // Two tetrahedra that touch along the edge (0, 1) alone.
    expect(() => buildTopology(ids(0, 1, 2, 3, 0, 1, 4, 5), 6)).toThrow(
      'Boundary edge (0, 1) has 4 boundary faces, expected two',
    );
    const sameSide = (a: number, b: number, face: string) =>
      `Tetrahedra ${a} and ${b} lie on the same side of face (${face}), expected one tetrahedron on each side: is one of them given twice, or inverted?`;
    // The second is inverted; the first is given again, also with its corners in another order, also far behind it.
    expect(() => buildTopology(ids(0, 1, 2, 3, 0, 1, 2, 4), 5)).toThrow(sameSide(0, 1, '0, 1, 2'));
    expect(() => buildTopology(ids(0, 1, 2, 3, 0, 1, 2, 3), 4)).toThrow(sameSide(0, 1, '0, 1, 2'));
    expect(() => buildTopology(ids(0, 1, 2, 3, 3, 2, 1, 0), 4)).toThrow(sameSide(0, 1, '0, 1, 2'));
    expect(() => buildTopology(ids(0, 1, 2, 3, 4, 5, 6, 7, 1, 2, 0, 3), 8)).toThrow(sameSide(0, 2, '0, 1, 2'));
  });
});
