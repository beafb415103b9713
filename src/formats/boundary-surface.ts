import type { DrawnSurface } from '../mesh/drawn-surface.ts';
import { numberFaces, pairFaces } from '../mesh/match-faces.ts';
import { findSurfaceVertices } from '../mesh/surface-mesh.ts';
import type { FileMesh } from './file-mesh.ts';
import { orientTets } from './orient-tets.ts';

/** Returns the boundary of tetrahedra as a surface: the faces that one tetrahedron has, seen from outside, and their vertices in the same order. */
export function boundarySurface({ positions, tets }: FileMesh): DrawnSurface {
  const mesh = orientTets({ positions: Float32Array.from(positions), tets });
  const { neighbours, faceCount } = pairFaces(mesh.tets, positions.length / 3);
  const { faces } = numberFaces(mesh.tets, neighbours, faceCount);
  const { surfaceVertices, surfaceIndices } = findSurfaceVertices(faces, positions.length / 3);
  return {
    positions: Float32Array.from(
      { length: 3 * surfaceVertices.length },
      (_, i) => mesh.positions[3 * surfaceVertices[Math.floor(i / 3)] + (i % 3)],
    ),
    triangles: faces.map((v) => surfaceIndices[v]),
    groups: [],
    materials: [],
  };
}
