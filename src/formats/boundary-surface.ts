import { numberFaces, pairFaces } from '../mesh/match-faces.ts';
import { findSurfaceVertices } from '../mesh/surface-mesh.ts';
import { shifted, shiftOf } from './far-mesh.ts';
import type { FileMesh } from './file-mesh.ts';
import type { FileSurface } from './file-surface.ts';
import { orientTets } from './orient-tets.ts';

/**
 * Returns the boundary of tetrahedra as a surface: the faces that one tetrahedron has, seen from outside, and their vertices in the same order. Like a file's
 * surface, it keeps its place if it lies far from the origin.
 */
export function boundarySurface({ positions, tets }: FileMesh): FileSurface {
  const shift = shiftOf(positions, tets);
  const mesh = orientTets({ positions: shifted(positions, shift), tets });
  const { neighbours, faceCount } = pairFaces(mesh.tets, positions.length / 3);
  const { faces } = numberFaces(mesh.tets, neighbours, faceCount);
  const { surfaceVertices, surfaceIndices } = findSurfaceVertices(faces, positions.length / 3);
  const of = (from: ArrayLike<number>) => (_: unknown, i: number) =>
    from[3 * surfaceVertices[Math.floor(i / 3)] + (i % 3)];
  const length = 3 * surfaceVertices.length;
  return {
    positions: Float32Array.from({ length }, of(mesh.positions)),
    triangles: faces.map((v) => surfaceIndices[v]),
    groups: [],
    materials: [],
    notes: [],
    ...(shift && { far: { shift, positions: Float64Array.from({ length }, of(positions)) } }),
  };
}
