import { rows, type WrittenMesh } from './written-mesh.ts';

/** Writes a `.t` file: lines `Vertex ID X Y Z` and `Tet ID A B C D`, with ids from 0. Triangles have no place there. */
export const writeT = ({ positions, tets }: WrittenMesh): string =>
  [...rows(positions, 3, (v) => `Vertex ${v}`), ...rows(tets, 4, (tet) => `Tet ${tet}`), ''].join('\n');
