import { zlibSync } from 'fflate/browser';
import { toBase64 } from '../packed-bytes.ts';
import type { Field, WrittenMesh } from './written-mesh.ts';

/** VTK's numbers of cell types. */
const TRIANGLE = 5;
const TETRAHEDRON = 10;
/** Size of the blocks that arrays are compressed in [bytes], as VTK writes them. */
const BLOCK = 1 << 15;

type Numbers = Float32Array | Float64Array | Uint32Array | Uint8Array;

/**
 * Writes a `.vtu` file of VTK, which ParaView reads: tetrahedra, then triangles, with fields. Arrays are compressed by zlib, and encoded by base64.
 * Source: Kitware, VTK File Formats, XML formats.
 */
export function writeVtu({ positions, tets, triangles }: WrittenMesh, fields: readonly Field[] = []): string {
  const cells = [...(tets.length > 0 ? [{ ids: tets, corners: 4, type: TETRAHEDRON }] : [])];
  if (triangles.length > 0) cells.push({ ids: triangles, corners: 3, type: TRIANGLE });
  const cellCount = cells.reduce((sum, { ids, corners }) => sum + ids.length / corners, 0);
  const connectivity = new Uint32Array(tets.length + triangles.length);
  connectivity.set(tets);
  connectivity.set(triangles, tets.length);
  const offsets = new Uint32Array(cellCount);
  const types = new Uint8Array(cellCount);
  let cell = 0;
  for (const { ids, corners, type } of cells)
    for (let i = 0; i < ids.length; i += corners) {
      offsets[cell] = (cell === 0 ? 0 : offsets[cell - 1]) + corners;
      types[cell++] = type;
    }
  const fieldsOver = (over: Field['over']) =>
    fields
      .filter((field) => field.over === over)
      .map(({ name, components, values }) => array(name, values, components));
  return [
    '<?xml version="1.0"?>',
    '<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt32" compressor="vtkZLibDataCompressor">',
    '<UnstructuredGrid>',
    `<Piece NumberOfPoints="${positions.length / 3}" NumberOfCells="${cellCount}">`,
    '<PointData>',
    ...fieldsOver('points'),
    '</PointData>',
    '<CellData>',
    ...fieldsOver('cells'),
    '</CellData>',
    '<Points>',
    array('Points', positions, 3),
    '</Points>',
    '<Cells>',
    array('connectivity', connectivity),
    array('offsets', offsets),
    array('types', types),
    '</Cells>',
    '</Piece>',
    '</UnstructuredGrid>',
    '</VTKFile>',
    '',
  ].join('\n');
}

function array(name: string, values: Numbers, components = 1): string {
  const type = values.constructor.name.replace('Array', '').replace('Uint', 'UInt');
  return `<DataArray type="${type}" Name="${escaped(name)}" NumberOfComponents="${components}" format="binary">\n${encode(values)}\n</DataArray>`;
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Compresses an array in blocks: their number, their size, that of the last one if it is smaller, and their compressed sizes, then the blocks. */
function encode(values: Numbers): string {
  const bytes = littleEndian(values);
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += BLOCK) blocks.push(zlibSync(bytes.subarray(at, at + BLOCK)));
  const header = [blocks.length, BLOCK, bytes.length % BLOCK, ...blocks.map(({ length }) => length)];
  const data = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    data.set(block, at);
    at += block.length;
  }
  return toBase64(littleEndian(Uint32Array.from(header))) + toBase64(data);
}

/** The bytes of an array, lowest first. All machines that run browsers and Node have this order. */
const littleEndian = ({ buffer, byteOffset, byteLength }: Numbers): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
