import { describe, expect, it } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import { dihedralRange, nonManifoldVertices, signedVolumes } from '../../../src/mesh/quality.ts';
import { boxMesh } from './box-mesh.ts';

const positions = (...values: number[]) => Float32Array.from(values);
const TET = Uint32Array.of(0, 1, 2, 3);

describe('quality', () => {
  it('measures volumes with their sign', () => {
    const corner = positions(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    expect(signedVolumes({ positions: corner, tets: TET })[0]).toBeCloseTo(1 / 6, 12);
    expect(signedVolumes({ positions: corner, tets: Uint32Array.of(0, 2, 1, 3) })[0]).toBeCloseTo(-1 / 6, 12);
  });

  it('measures dihedral angles', () => {
    const regular = dihedralRange({ positions: positions(1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1), tets: TET });
    expect(regular.min).toBeCloseTo((Math.acos(1 / 3) * 180) / Math.PI, 4);
    expect(regular.max).toBeCloseTo(regular.min, 4);
    const corner = dihedralRange({ positions: positions(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), tets: TET });
    expect(corner.max).toBeCloseTo(90, 4);
    expect(corner.min).toBeCloseTo((Math.acos(1 / Math.sqrt(3)) * 180) / Math.PI, 4);
  });

  it('finds vertices where a surface is not a closed 2-manifold', () => {
    const box = boxMesh(2, 2, 2);
    const { faces } = buildTopology(box.tets, 27);
    expect(nonManifoldVertices(faces, 27)).toHaveLength(0);
    expect([...nonManifoldVertices(faces.slice(3), 27)]).toEqual([...faces.slice(0, 3)].sort((a, b) => a - b));
    // Two tetrahedra that touch in vertex 3, and two that touch along the edge (2, 3).
    const touching = buildTopology(Uint32Array.of(0, 1, 2, 3, 3, 4, 5, 6), 7);
    expect([...nonManifoldVertices(touching.faces, 7)]).toEqual([3]);
    const one = buildTopology(TET, 4).faces;
    const other = buildTopology(Uint32Array.of(2, 3, 4, 5), 6).faces;
    expect([...nonManifoldVertices(Uint32Array.of(...one, ...other), 6)]).toEqual([2, 3]);
  });
});
