import { type FileMesh, LeftOut, MeshFileError } from '../file-mesh.ts';
import { MOST_ID, TextReader } from './text-reader.ts';

/** Kinds of elements and lists that a file may have besides, by the number of words per entry. */
const OTHERS: Readonly<Record<string, number>> = {
  edges: 3,
  quadrilaterals: 5,
  hexahedra: 9,
  hexaedra: 9,
  prisms: 7,
  pyramids: 6,
  corners: 1,
  requiredvertices: 1,
  requirededges: 1,
  requiredtriangles: 1,
  ridges: 1,
  normals: 3,
  normalatvertices: 2,
  tangents: 3,
  tangentatvertices: 2,
};

/**
 * Reads a `.mesh` file of Medit (INRIA) as text: vertices, tetrahedra and triangles. Ids begin at 1, and a reference follows each entry.
 * Source: Frey 2001, MEDIT: An interactive mesh visualization software, INRIA RT-0253.
 * @throws MeshFileError
 */
export function readMedit(bytes: Uint8Array): FileMesh {
  const reader = TextReader.open(bytes, '#');
  const leftOut = new LeftOut();
  let positions = new Float64Array();
  let tets = new Uint32Array();
  let triangles = new Uint32Array();
  const seen = new Set<string>();
  // Lists may have any order; if vertices come later, ids are compared with them at the end.
  const lastId = () => (seen.has('vertices') ? positions.length / 3 : MOST_ID);
  reader.keyword('MeshVersionFormatted');
  reader.whole('the version', 1, 4);
  while (!reader.isAtEnd()) {
    const word = reader.word('a keyword');
    const kind = word.toLowerCase();
    if (kind === 'end') break;
    if (seen.has(kind)) reader.refuse(word, 'each list once');
    seen.add(kind);
    if (kind === 'dimension') reader.whole('the dimension 3', 3, 3);
    else if (kind === 'vertices') positions = readVertices(reader);
    else if (kind === 'tetrahedra') tets = readElements(reader, 'tetrahedra', 4, lastId());
    else if (kind === 'triangles') triangles = readElements(reader, 'triangles', 3, lastId());
    else if (Object.hasOwn(OTHERS, kind)) skipEntries(reader, word, OTHERS[kind], leftOut);
    else reader.refuse(word, 'a keyword such as Vertices, Triangles, Tetrahedra or End');
  }
  if (positions.length === 0) throw new MeshFileError(`Line ${reader.line} ends the file; expected a list of vertices`);
  return { positions, tets, triangles, notes: leftOut.notes() };
}

function readVertices(reader: TextReader): Float64Array<ArrayBuffer> {
  const count = reader.count('vertices', 4);
  const positions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = reader.number(`a coordinate of vertex ${i + 1}`);
    reader.number(`the reference of vertex ${i + 1}`);
  }
  return positions;
}

function readElements(reader: TextReader, kind: string, corners: number, lastId: number): Uint32Array<ArrayBuffer> {
  const count = reader.count(kind, corners + 1);
  const elements = new Uint32Array(corners * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < corners; k++)
      elements[corners * i + k] = reader.whole(`a vertex of number ${i + 1} of the ${kind}`, 1, lastId) - 1;
    reader.number(`the reference of number ${i + 1} of the ${kind}`);
  }
  return elements;
}

function skipEntries(reader: TextReader, kind: string, words: number, leftOut: LeftOut): void {
  const count = reader.count(kind, words);
  for (let i = 0; i < count * words; i++) reader.number(`an entry of ${kind}`);
  if (count > 0) leftOut.add(`${kind.toLowerCase()}`, count);
}
