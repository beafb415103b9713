import { describe, expect, it } from 'vitest';
import { MeshFileError } from '../../../src/formats/file-mesh.ts';
import { soundTets } from '../../../src/formats/sound-tets.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';

const file = (positions: readonly number[], ...tets: readonly (readonly number[])[]) => ({
  positions: Float64Array.from(positions),
  tets: Uint32Array.from(tets.flat()),
  triangles: new Uint32Array(),
  notes: [],
});

/** Corners of a cube at x = 0 and x = 1, then of one beside it. */
const POINTS = [0, 1, 2, 3].flatMap((x) => [x, 0, 0, x, 1, 0, x, 0, 1]);

describe('soundTets', () => {
  it('allows several pieces, of which a model is made', () => {
    const { mesh, notes } = soundTets(file(POINTS, [0, 1, 2, 3], [6, 7, 8, 9]));
    expect(notes).toEqual([
      'The mesh has 2 pieces, which move independently.',
      'Vertices without a tetrahedron left out: 4.',
    ]);
    expect(createModel('pieces', mesh, 0).topology.faceCount).toBe(8);
  });

  const refused = (tets: readonly (readonly number[])[], positions = POINTS) => {
    try {
      soundTets(file(positions, ...tets));
    } catch (error) {
      expect(error).toBeInstanceOf(MeshFileError);
      return (error as Error).message;
    }
    throw new Error('The mesh was taken');
  };

  it('refuses boundaries that are no closed 2-manifold, by their vertices', () => {
    expect(
      refused([
        [0, 1, 2, 3],
        [3, 6, 7, 8],
      ]),
    ).toBe('Vertex 3 joins parts of the boundary that have only it in common; expected a closed 2-manifold');
    expect(
      refused([
        [0, 1, 3, 2],
        [1, 3, 6, 8],
      ]),
    ).toBe(
      'The edge of the vertices 1, 3 has 4 boundary faces; expected two, since the boundary must be a closed 2-manifold',
    );
  });

  it('refuses tetrahedra that overlap at a face', () => {
    expect(
      refused([
        [0, 1, 2, 3],
        [0, 1, 2, 6],
      ]),
    ).toBe(
      'Tetrahedra 0 and 1 lie on the same side of the face of the vertices 0, 1, 2; expected one on each side, none inverted',
    );
    expect(
      refused([
        [0, 1, 2, 3],
        [0, 1, 2, 6],
        [0, 1, 2, 9],
      ]),
    ).toBe('Tetrahedra 0, 1, 2 have the face of the vertices 0, 1, 2 in common; expected at most two');
    expect(
      refused([
        [0, 1, 2, 3],
        [3, 1, 0, 2],
      ]),
    ).toBe('Tetrahedra 0 and 1 have the same vertices; expected each once');
  });

  it('says how many are flat', () => {
    expect(
      refused([
        [0, 1, 2, 3],
        [0, 3, 6, 9],
        [0, 3, 6, 1],
      ]),
    ).toBe('Tetrahedron 1, of the vertices 0, 3, 6, 9, is flat (the first of 2); expected a volume');
  });

  it('refuses coordinates and volumes that float32 does not hold', () => {
    const scaled = (factor: number) => POINTS.map((x) => factor * x);
    expect(refused([[0, 1, 2, 3]], scaled(1e39))).toMatch(/^Vertex 1 lies at 1e\+39; expected coordinates/);
    expect(refused([[0, 1, 2, 3]], scaled(1e14))).toMatch(
      /has a volume of 1\.6\d+e\+41 m\^3; expected .*unit right\?$/,
    );
    expect(refused([[0, 1, 2, 3]], scaled(1e-13))).toMatch(
      /has a volume of 1\.6\d+e-40 m\^3; expected .*unit right\?$/,
    );
  });
});
