import { type FileMesh, MeshFileError, oneOfVertices } from '../file-mesh.ts';
import { MOST_ID, TextReader } from './text-reader.ts';

/**
 * Reads a `.t` file, as Stanford's and UC Berkeley's tetrahedral tools write them: lines `Vertex ID X Y Z` and `Tet ID A B C D`, with ids from 0 in
 * order.
 * @throws MeshFileError
 */
export function readT(bytes: Uint8Array): FileMesh {
  const reader = TextReader.open(bytes, '#');
  const positions: number[] = [];
  const tets: number[] = [];
  const lines: number[] = [];
  while (!reader.isAtEnd()) {
    const word = reader.word("'Vertex' or 'Tet'");
    const kind = word.toLowerCase();
    if (kind === 'vertex') {
      const id = positions.length / 3;
      reader.whole(`the vertex's id ${id}`, id, id);
      for (const axis of ['x', 'y', 'z']) positions.push(reader.number(`the coordinate ${axis} of vertex ${id}`));
    } else if (kind === 'tet') {
      const id = tets.length / 4;
      reader.whole(`the tetrahedron's id ${id}`, id, id);
      lines.push(reader.line);
      for (let corner = 0; corner < 4; corner++) tets.push(reader.whole(`a vertex of tetrahedron ${id}`, 0, MOST_ID));
    } else reader.refuse(word, "'Vertex' or 'Tet'");
  }
  const vertexCount = positions.length / 3;
  const bad = tets.findIndex((v) => v >= vertexCount);
  if (bad >= 0)
    throw new MeshFileError(
      `Line ${lines[bad >> 2]} has the vertex ${tets[bad]} in tetrahedron ${bad >> 2}; expected ${oneOfVertices(vertexCount)}`,
    );
  return {
    positions: Float64Array.from(positions),
    tets: Uint32Array.from(tets),
    triangles: new Uint32Array(),
    notes: [],
  };
}
