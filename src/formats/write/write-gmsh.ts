import { rows, type WrittenMesh } from './written-mesh.ts';

/** Numbers of Gmsh's element types. */
const TRIANGLE = 2;
const TETRAHEDRON = 4;

/**
 * Writes a `.msh` file of Gmsh, version 4.1, as text. Tags begin at 1. Vertices and tetrahedra belong to volume 1, triangles to surface 1.
 * Source: Gmsh reference manual, section 10.1, MSH file format.
 */
export function writeGmsh({ positions, tets, triangles }: WrittenMesh): string {
  const vertexCount = positions.length / 3;
  const tetCount = tets.length / 4;
  const triangleCount = triangles.length / 3;
  const hasBoth = tetCount > 0 && triangleCount > 0;
  const elementCount = tetCount + triangleCount;
  const block = (dimension: number, type: number, elements: Uint32Array, corners: number, first: number): string[] =>
    elements.length === 0
      ? []
      : [
          `${dimension} 1 ${type} ${elements.length / corners}`,
          ...rows(elements, corners, (row) => String(first + row), 1),
        ];
  return [
    '$MeshFormat',
    '4.1 0 8',
    '$EndMeshFormat',
    '$Nodes',
    `${hasBoth ? 2 : 1} ${vertexCount} 1 ${vertexCount}`,
    // A block without vertices, by which Gmsh knows the surface that the triangles belong to.
    ...(hasBoth ? ['2 1 0 0'] : []),
    `${tetCount > 0 ? 3 : 2} 1 0 ${vertexCount}`,
    ...Array.from({ length: vertexCount }, (_, v) => String(v + 1)),
    ...rows(positions, 3),
    '$EndNodes',
    '$Elements',
    `${Number(tetCount > 0) + Number(triangleCount > 0)} ${elementCount} 1 ${elementCount}`,
    ...block(3, TETRAHEDRON, tets, 4, 1),
    ...block(2, TRIANGLE, triangles, 3, 1 + tetCount),
    '$EndElements',
    '',
  ].join('\n');
}
