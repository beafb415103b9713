import { type FileMesh, MeshFileError } from '../file-mesh.ts';
import { GrowingMesh } from './growing-mesh.ts';
import { TextReader } from './text-reader.ts';

/**
 * Reads a mesh of TetGen: vertices from a `.node` file, tetrahedra from the `.ele` file beside it. Ids begin at 0 or 1. Attributes, markers and
 * vertices in the middle of edges (tetrahedra of ten vertices) are left out. The first lines may lack the numbers of attributes and markers, as TetGen allows.
 * Source: Si 2015, TetGen 1.5, A Quality Tetrahedral Mesh Generator and 3D Delaunay Triangulator, Manual, section 5.
 * @throws MeshFileError
 */
export function readTetgen(node: Uint8Array, ele: Uint8Array): FileMesh {
  const { positions, first } = readNode(node);
  const mesh = new GrowingMesh();
  readEle(ele, first, positions, mesh);
  return mesh.finish(positions);
}

/** @returns the positions, and the id of the first vertex, which is that of the first element, too */
function readNode(bytes: Uint8Array): { positions: Float64Array; first: number } {
  const reader = TextReader.open(bytes, '#');
  const count = reader.count('vertices', 4);
  reader.whole('3, the number of dimensions', 3, 3);
  const attributes = reader.wholeOfLine('the number of attributes', 0);
  const markers = reader.wholeOfLine('the number of markers', 0, 1);
  const positions = new Float64Array(3 * count);
  let first = 0;
  for (let i = 0; i < count; i++) {
    if (i === 0) first = reader.whole('the id of the first vertex', 0, 1);
    else reader.whole(`the vertex's id ${i + first}`, i + first, i + first);
    for (let k = 0; k < 3; k++) positions[3 * i + k] = reader.number(`a coordinate of vertex ${i + first}`);
    for (let k = 0; k < attributes + markers; k++) reader.number(`an attribute or marker of vertex ${i + first}`);
  }
  reader.checkEnd();
  return { positions, first };
}

function readEle(bytes: Uint8Array, first: number, positions: Float64Array, mesh: GrowingMesh): void {
  const reader = TextReader.open(bytes, '#');
  const count = reader.count('tetrahedra', 5);
  const corners = reader.whole('4 or 10, the number of vertices of a tetrahedron');
  if (corners !== 4 && corners !== 10)
    throw new MeshFileError(`Line ${reader.line} has ${corners} vertices per tetrahedron; expected 4 or 10`);
  const attributes = reader.wholeOfLine('the number of attributes', 0);
  const last = positions.length / 3 - 1 + first;
  for (let i = 0; i < count; i++) {
    reader.whole(`the tetrahedron's id ${i + first}`, i + first, i + first);
    const vertices: number[] = [];
    for (let k = 0; k < corners; k++)
      vertices.push(reader.whole(`a vertex of tetrahedron ${i + first}`, first, last) - first);
    mesh.add('tetrahedra', vertices, positions);
    for (let k = 0; k < attributes; k++) reader.number(`an attribute of tetrahedron ${i + first}`);
  }
  reader.checkEnd();
}
