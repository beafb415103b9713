import { numberFaces, pairFaces } from '../../mesh/match-faces.ts';
import { findPieces } from '../../mesh/pieces.ts';
import { dihedralRange } from '../../mesh/quality.ts';
import { findSurfaceFaults } from '../../mesh/surface-faults.ts';
import { type Shift, shifted, shiftNote, shiftOf } from '../far-mesh.ts';
import { type FileMesh, MeshFileError } from '../file-mesh.ts';
import { orientTets } from '../orient-tets.ts';
import { soundTets } from '../sound-tets.ts';
import { type GuessedUnit, guessUnit } from '../guess-unit.ts';
import { type Bounds, boundsOf, sidesOf } from './extent.ts';
import { type Found, foundIn } from './found.ts';
import { selfIntersections, type SelfIntersections, type VerticesInside, verticesInside } from './overlaps.ts';

/**
 * Properties of a file of tetrahedra. Lengths are in the file's unit. Geometry is that of the positions less the shift, rounded to float32, as simulations have
 * them.
 */
export interface TetsReport {
  readonly kind: 'tetrahedra';
  readonly vertices: number;
  /** Vertices that no tetrahedron has. */
  readonly unused: number;
  readonly tetrahedra: number;
  /** Triangles that the file lists besides. */
  readonly triangles: number;
  /** As the file has them, not shifted. */
  readonly bounds: Bounds | undefined;
  /** Shift that is subtracted from positions before they are rounded to float32; undefined for a mesh near the origin. */
  readonly shift: Shift | undefined;
  readonly unit: GuessedUnit | undefined;
  /** Sum of the volumes of all tetrahedra. */
  readonly volume: number;
  /** Smallest and greatest dihedral angle [degrees] of the tetrahedra that aren't flat. */
  readonly dihedral: { readonly min: number; readonly max: number } | undefined;
  /** Groups of tetrahedra that are connected by faces. */
  readonly pieces: number;
  /** Tetrahedra whose corners are in the opposite order. All else is found after they were turned. */
  readonly inverted: Found;
  /** Tetrahedra without a volume. */
  readonly flat: Found;
  readonly boundary: BoundaryReport;
  /** Surface vertices inside a tetrahedron of which they are no corner, or between tetrahedra; those on the boundary are not. */
  readonly inside: VerticesInside;
  /** Sentence that says why a simulation can't take the mesh; undefined if it can. */
  readonly problem: string | undefined;
  readonly notes: readonly string[];
}

/** The boundary of a mesh of tetrahedra. Faces, edges and vertices are named by ids of vertices. */
export interface BoundaryReport extends SelfIntersections {
  readonly triangles: number;
  readonly isClosedManifold: boolean;
  /** Faces with three or more tetrahedra, or with two on the same side. */
  readonly wrongFaces: Found;
  /** Edges that have not exactly two boundary faces. */
  readonly wrongEdges: Found;
  /** Vertices around which boundary faces form no single closed fan. */
  readonly wrongVertices: Found;
}

/** Measures a mesh of tetrahedra and looks for all that is wrong in it. @param file with vertices that exist (readTets) */
export function inspectTets(file: FileMesh): TetsReport {
  const vertexCount = file.positions.length / 3;
  const shift = shiftOf(file.positions, file.tets);
  const mesh = orientTets({ positions: shifted(file.positions, shift), tets: file.tets });
  const { neighbours, faceCount, faults } = pairFaces(mesh.tets, vertexCount);
  const pieces = findPieces(neighbours).sizes.length;
  const { faces } = numberFaces(mesh.tets, neighbours, faceCount);
  const { edges, edgeFaults, vertices } = findSurfaceFaults(faces, vertexCount);
  const bounds = boundsOf(file.positions, file.tets);
  return {
    kind: 'tetrahedra',
    vertices: vertexCount,
    unused: vertexCount - new Set(file.tets).size,
    tetrahedra: file.tets.length / 4,
    triangles: file.triangles.length / 3,
    bounds,
    shift,
    unit: bounds && guessUnit(sidesOf(bounds)),
    volume: mesh.volumes.reduce((sum, volume) => sum + volume, 0),
    dihedral: dihedralOf(mesh.positions, mesh.tets, mesh.flat),
    pieces,
    inverted: foundIn(mesh.turned),
    flat: foundIn(mesh.flat),
    boundary: {
      triangles: faces.length / 3,
      isClosedManifold: faults.length + edgeFaults.length + vertices.length === 0,
      wrongFaces: foundIn(faults.map((fault) => fault.vertices)),
      wrongEdges: foundIn(edgeFaults.map((fault) => fault.vertices)),
      wrongVertices: foundIn(vertices),
      ...selfIntersections(mesh.positions, faces, edges),
    },
    inside: verticesInside({ ...mesh, neighbours, faces }),
    problem: problemOf(file),
    notes: shift ? [...file.notes, shiftNote(shift)] : file.notes,
  };
}

function dihedralOf(positions: Float32Array, tets: Uint32Array, flat: readonly number[]): TetsReport['dihedral'] {
  const isFlat = new Set(flat);
  const others = tets.filter((_, i) => !isFlat.has(i >> 2));
  return others.length === 0 ? undefined : dihedralRange({ positions, tets: others });
}

function problemOf(file: FileMesh): string | undefined {
  try {
    soundTets(file);
    return undefined;
  } catch (error) {
    if (error instanceof MeshFileError) return error.message;
    throw error;
  }
}
