import { cut } from '../../math/text.ts';
import { type FileMesh, type LeftOut, MeshFileError } from '../file-mesh.ts';
import { GrowingMesh, type Simple } from './growing-mesh.ts';
import { MOST_ID, TextReader } from './text-reader.ts';

/** Lists of elements that make a mesh: their kind, and the number of vertices of each, the corners first. A reference follows. */
const ELEMENTS: Readonly<Record<string, readonly [Simple, number]>> = {
  tetrahedra: ['tetrahedra', 4],
  tetrahedrap2: ['tetrahedra', 10],
  tetrahedrap3: ['tetrahedra', 20],
  tetrahedrap4: ['tetrahedra', 35],
  triangles: ['triangles', 3],
  trianglesp2: ['triangles', 6],
  trianglesp3: ['triangles', 10],
  trianglesp4: ['triangles', 15],
  quadrilaterals: ['quadrilaterals', 4],
  quadrilateralsq2: ['quadrilaterals', 9],
  quadrilateralsq3: ['quadrilaterals', 16],
  quadrilateralsq4: ['quadrilaterals', 25],
};

/** Kinds of elements and lists that a file may have besides, by the number of words per entry. */
const OTHERS: Readonly<Record<string, number>> = {
  edges: 3,
  hexahedra: 9,
  hexaedra: 9,
  prisms: 7,
  pyramids: 6,
  corners: 1,
  ridges: 1,
  requiredvertices: 1,
  requirededges: 1,
  requiredtriangles: 1,
  requiredquadrilaterals: 1,
  requiredtetrahedra: 1,
  normals: 3,
  normalatvertices: 2,
  normalattrianglevertices: 3,
  normalatquadrilateralvertices: 3,
  tangents: 3,
  tangentatvertices: 2,
  tangentatedgevertices: 3,
  subdomainfrommesh: 4,
  subdomainfromgeom: 4,
};

/**
 * Other sections of which documents or programs tell, whose entries differ from one version to the next: they are skipped up to the next word that is no
 * number. Sources: Frey 2001, and the keywords of libMeshb 7 (Loseille, Maréchal).
 */
const SKIPPED: readonly RegExp[] = [
  /^(?:angleofcornerbound|boundingbox|identifier|geometry|includefile|comments?|time|iterations|privatetable)$/,
  /^(?:required|parallel|periodic|cracked|equivalent|subdomain|fault_?|extravertices|meshon|meshsupport)[a-z_0-9]*$/,
  /^(?:edges|triangles|tetrahedra|pyramids|prisms|quadrilaterals|hexahedra)[pq][1-4](?:ordering)?$/,
  /^(?:vertices|vertex|edges?|triangles?|quadrilaterals?)on[a-z]+$/,
  /^(?:i|d)?solat[a-z]+$|^(?:normal|tangent)at[a-z]+$|^[a-z]*(?:polygons|polyhedra|bubble|curve)[a-z]*$/,
];
/** A word that begins with a letter, and stands for no number as nan does: it begins the next section. */
const KEYWORD = /^(?!(?:nan|inf)(?:\b|inity))[a-z]/i;

/**
 * Reads a `.mesh` file of Medit (INRIA) as text: vertices, tetrahedra, and triangles and quadrilaterals as triangles, of any order by their corners. Ids begin
 * at 1, and a reference follows each entry.
 * Source: Frey 2001, MEDIT: An interactive mesh visualization software, INRIA RT-0253.
 * @throws MeshFileError
 */
export function readMedit(bytes: Uint8Array): FileMesh {
  const reader = TextReader.open(bytes, '#');
  const mesh = new GrowingMesh();
  let positions = new Float64Array();
  const lists: { readonly kind: Simple; readonly corners: number; readonly elements: Uint32Array }[] = [];
  const seen = new Set<string>();
  // Lists may have any order; if vertices come later, ids are compared with them at the end.
  const lastId = () => (seen.has('vertices') ? positions.length / 3 : MOST_ID);
  reader.keyword('MeshVersionFormatted');
  reader.whole('the version', 1, 4);
  while (!reader.isAtEnd()) {
    const word = reader.word('a keyword');
    const name = word.toLowerCase();
    if (name === 'end') break;
    if (seen.has(name)) reader.refuse(word, 'each list once');
    seen.add(name);
    if (name === 'dimension') reader.whole('the dimension 3', 3, 3);
    else if (name === 'vertices') positions = readVertices(reader);
    else if (Object.hasOwn(ELEMENTS, name)) {
      const [kind, corners] = ELEMENTS[name];
      lists.push({ kind, corners, elements: readElements(reader, name, corners, lastId()) });
    } else if (Object.hasOwn(OTHERS, name)) skipEntries(reader, word, OTHERS[name], mesh.leftOut);
    else if (SKIPPED.some((pattern) => pattern.test(name))) skipSection(reader, word, mesh.leftOut);
    else reader.refuse(word, 'a keyword such as Vertices, Triangles, Tetrahedra or End');
  }
  if (positions.length === 0) throw new MeshFileError(`Line ${reader.line} ends the file; expected a list of vertices`);
  for (const { kind, corners, elements } of lists) {
    checkIds(elements, corners, kind, positions.length / 3);
    for (let i = 0; i < elements.length; i += corners) mesh.add(kind, elements.subarray(i, i + corners), positions);
  }
  return mesh.finish(positions);
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

/** Compares ids that came before the vertices with their number. */
function checkIds(elements: Uint32Array, corners: number, kind: string, vertexCount: number): void {
  const bad = elements.findIndex((v) => v >= vertexCount);
  if (bad >= 0)
    throw new MeshFileError(
      `Number ${Math.floor(bad / corners) + 1} of the ${kind} has the vertex ${elements[bad] + 1}; expected one from 1 to ${vertexCount}`,
    );
}

function skipEntries(reader: TextReader, kind: string, words: number, leftOut: LeftOut): void {
  const count = reader.count(kind, words);
  for (let i = 0; i < count * words; i++) reader.number(`an entry of ${kind}`);
  if (count > 0) leftOut.add(`${kind.toLowerCase()}`, count);
}

/** Skips what isn't the name of a section, such as numbers. */
function skipSection(reader: TextReader, kind: string, leftOut: LeftOut): void {
  for (let next = reader.peek(); next !== undefined && !KEYWORD.test(next); next = reader.peek()) {
    const word = reader.word('an entry');
    // A name in quotation marks may have blanks.
    if (word.startsWith('"') && !word.slice(1).endsWith('"')) reader.restOfLine();
  }
  leftOut.add(cut(kind.toLowerCase()));
}
