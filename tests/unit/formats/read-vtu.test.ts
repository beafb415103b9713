import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MeshFileError } from '../../../src/formats/file-mesh.ts';
import { readTets } from '../../../src/formats/read-tets.ts';
import { writeVtu } from '../../../src/formats/write/write-vtu.ts';

/** Two pieces: a tetrahedron and a triangle, and a tetrahedron. */
const PIECES = [
  {
    positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 / 3],
    connectivity: [0, 1, 2, 3, 0, 2, 1],
    offsets: [4, 7],
    types: [10, 5],
  },
  { positions: [5, 0, 0, 6, 0, 0, 5, 1, 0, 5, 0, 1e-20], connectivity: [0, 1, 2, 3], offsets: [4], types: [10] },
];

interface Encoding {
  readonly format: 'binary' | 'appended';
  readonly isBase64: boolean;
  readonly header: 'UInt32' | 'UInt64';
  readonly isLittle: boolean;
  /** Bytes of a compressed block; 0 for no compression. */
  readonly block: number;
}

const numbers = (values: readonly number[], type: string, isLittle: boolean): Buffer => {
  const size = Number(/\d+/.exec(type)![0]) / 8;
  const view = new DataView(new ArrayBuffer(size * values.length));
  values.forEach((value, i) => {
    if (type === 'Float64') view.setFloat64(8 * i, value, isLittle);
    else if (type === 'Int64') view.setBigInt64(8 * i, BigInt(value), isLittle);
    else if (type === 'UInt64') view.setBigUint64(8 * i, BigInt(value), isLittle);
    else if (type === 'UInt32') view.setUint32(4 * i, value, isLittle);
    else view.setUint8(i, value);
  });
  return Buffer.from(view.buffer);
};

/** The bytes of an array as VTK's writer makes them: lengths, then data, each encoded by itself. */
function packed(data: Buffer, { isBase64, header, isLittle, block }: Encoding): Buffer {
  const blocks = Array.from({ length: block > 0 ? Math.ceil(data.length / block) : 0 }, (_, i) =>
    deflateSync(data.subarray(block * i, block * (i + 1))),
  );
  const lengths =
    block > 0 ? [blocks.length, block, data.length % block, ...blocks.map(({ length }) => length)] : [data.length];
  const parts = [numbers(lengths, header, isLittle), block > 0 ? Buffer.concat(blocks) : data];
  // Without compression, VTK encodes lengths and data as one.
  if (!isBase64) return Buffer.concat(parts);
  return Buffer.from((block > 0 ? parts : [Buffer.concat(parts)]).map((part) => part.toString('base64')).join(''));
}

function vtu(encoding: Encoding): { name: string; bytes: Uint8Array } {
  const { format, isBase64, header, isLittle, block } = encoding;
  const appended: Buffer[] = [];
  const array = (name: string, type: string, values: readonly number[]) => {
    const bytes = packed(numbers(values, type, isLittle), encoding);
    const offset = appended.reduce((sum, { length }) => sum + length, 0);
    if (format === 'binary') return `<DataArray type="${type}" Name="${name}" format="binary">\n${bytes}\n</DataArray>`;
    appended.push(bytes);
    return `<DataArray type="${type}" Name="${name}" format="appended" RangeMin="0" offset="${offset}"><InformationKey name="L2_NORM_RANGE" location="vtkDataArray" length="2"/></DataArray>`;
  };
  const pieces = PIECES.map(
    ({ positions, connectivity, offsets, types }) =>
      `<Piece NumberOfPoints="${positions.length / 3}" NumberOfCells="${offsets.length}"><Cells>${array('connectivity', 'Int64', connectivity)}${array('offsets', 'UInt32', offsets)}${array('types', 'UInt8', types)}</Cells><Points>${array('Points', 'Float64', positions)}</Points></Piece>`,
  );
  const begin = `<?xml version="1.0"?><VTKFile type="UnstructuredGrid" byte_order="${isLittle ? 'Little' : 'Big'}Endian" header_type="${header}"${block > 0 ? ' compressor="vtkZLibDataCompressor"' : ''}><UnstructuredGrid>${pieces.join('')}</UnstructuredGrid>`;
  const data =
    format === 'appended'
      ? [
          Buffer.from(`<AppendedData encoding="${isBase64 ? 'base64' : 'raw'}">\n _`),
          ...appended,
          Buffer.from('\n</AppendedData>'),
        ]
      : [];
  return { name: 'a.vtu', bytes: Buffer.concat([Buffer.from(begin), ...data, Buffer.from('</VTKFile>')]) };
}

const ENCODINGS: Encoding[] = [];
for (const [format, isBase64] of [
  ['binary', true],
  ['appended', true],
  ['appended', false],
] as const)
  for (const header of ['UInt32', 'UInt64'] as const)
    for (const isLittle of [true, false])
      for (const block of [0, 7, 32768]) ENCODINGS.push({ format, isBase64, header, isLittle, block });

describe('a VTU file of several pieces', () => {
  it.each(ENCODINGS)(
    'is read to the same bits: $format, base64 $isBase64, $header, little-endian $isLittle, blocks of $block',
    (encoding) => {
      const { positions, tets, triangles } = readTets([vtu(encoding)]);
      expect([...positions]).toEqual(PIECES.flatMap((piece) => piece.positions));
      expect([...tets]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect([...triangles]).toEqual([0, 2, 1]);
    },
  );

  it.each([
    ['closed at once', '<Piece NumberOfPoints="0" NumberOfCells="0"/>'],
    ['of other fields', '<Piece NumberOfPoints="0" NumberOfCells="0"><PointData></PointData><Cells></Cells></Piece>'],
  ])('may have empty pieces without arrays, %s', (_, empty) => {
    const whole = vtu(ENCODINGS[0]);
    const text = Buffer.from(whole.bytes).toString('latin1').replace('<UnstructuredGrid>', `$&${empty}`);
    const bytes = new Uint8Array(Buffer.from(text.replace('</UnstructuredGrid>', `${empty}$&`), 'latin1'));
    expect(readTets([{ ...whole, bytes }])).toEqual(readTets([whole]));
  });

  it('has arrays of more base64 than is decoded at first', () => {
    const positions = Float64Array.from({ length: 12_000 }, (_, i) => i / 7);
    const tets = Uint32Array.from({ length: 4000 }, (_, i) => i);
    const data = packed(Buffer.from(positions.buffer), { ...ENCODINGS[0], isBase64: true, block: 0 });
    const text = `<VTKFile type="UnstructuredGrid"><Piece NumberOfPoints="4000" NumberOfCells="1000"><Points><DataArray type="Float64" format="appended" offset="0"/></Points><Cells><DataArray type="Int32" Name="connectivity">${tets.join(' ')}</DataArray><DataArray type="Int32" Name="offsets">${Array.from({ length: 1000 }, (_, i) => 4 * i + 4).join(' ')}</DataArray><DataArray type="UInt8" Name="types">${'10 '.repeat(1000)}</DataArray></Cells></Piece><AppendedData encoding="base64">_${data}AAAA</AppendedData></VTKFile>`;
    expect([...readTets([{ name: 'a.vtu', bytes: Buffer.from(text) }]).positions]).toEqual([...positions]);
  });

  it('may have as many cells as a stack has no room for', () => {
    const tets = Uint32Array.from({ length: 800_000 }, (_, i) => i % 5);
    const text = writeVtu({ positions: new Float64Array(15), tets, triangles: new Uint32Array() });
    expect(readTets([{ name: 'a.vtu', bytes: Buffer.from(text) }]).tets).toEqual(tets);
  });
});

describe('a VTU file that is damaged, or asks for too much, is refused', () => {
  const piece = (inside: string, points = 0, cells = 0) =>
    `<Piece NumberOfPoints="${points}" NumberOfCells="${cells}">${inside}</Piece>`;
  const file = (pieces: string, appended: Uint8Array = new Uint8Array(), encoding = 'raw', attributes = '') => [
    {
      name: 'a.vtu',
      bytes: Buffer.concat([
        Buffer.from(`<VTKFile type="UnstructuredGrid"${attributes}>${pieces}<AppendedData encoding="${encoding}">_`),
        appended,
      ]),
    },
  ];
  const zlib = ' compressor="vtkZLibDataCompressor"';
  const points = '<Points><DataArray type="UInt8" format="appended" offset="0"/></Points>';
  /** One block of compressed bytes. */
  const block = (compressed: Uint8Array, size: number) =>
    Buffer.concat([numbers([1, size, 0, compressed.length], 'UInt32', true), compressed]);

  it('if its pieces together have more numbers than anybody needs', () => {
    const second = '<Points><DataArray type="UInt8" format="appended" offset="7"/></Points>';
    const data = Buffer.concat([
      numbers([3], 'UInt32', true),
      new Uint8Array(3),
      numbers([49_999_998], 'UInt32', true),
    ]);
    expect(() => readTets(file(piece(points, 1) + piece(second, 16_666_666), data))).toThrow(
      /^a\.vtu: the array 'points' on line 1 promises 49,999,998 bytes; expected at most 2,00\d,\d+$/,
    );
  });

  it.each<[string, number[], string?]>([
    ['of no bytes', [1, 0, 3, 11]],
    ['of no bytes, that are streams of nothing', [1, 0, 3, 8], ''],
    ['of no bytes, that are streams of nothing, but for the last one', [2, 0, 3, 8, 8], ''],
    ['of no bytes, with no compressed ones', [1, 0, 3, 0]],
    ['of no bytes, none at the end', [1, 0, 0, 11]],
    ['of which the last one is longer than the others', [2, 3, 4, 11, 11]],
    ['of which one has no compressed bytes', [1, 3, 0, 0]],
    ['of which one has fewer bytes than zlib’s head and checksum', [1, 3, 0, 5]],
    ['of which one ends after zlib’s head and checksum', [1, 3, 0, 6]],
    ['that reach beyond the file', [1, 3, 0, 500]],
    ['more than it has bytes', [4_000_000_000, 1, 0]],
  ])('if it has blocks %s', (_, lengths, content = 'abc') => {
    const stream = deflateSync(Buffer.from(content));
    const data = Buffer.concat([numbers(lengths, 'UInt32', true), stream, stream]);
    for (const encoding of ['raw', 'base64'])
      expect(() =>
        readTets(
          file(piece(points, 1), encoding === 'raw' ? data : Buffer.from(data.toString('base64')), encoding, zlib),
        ),
      ).toThrow(/^a\.vtu: the array 'points' on line 1 .*; expected /);
  });

  it('if its pieces have more bytes in common than a few', () => {
    const bytes = 150_000;
    const data = Buffer.concat([numbers([bytes], 'UInt32', true), new Uint8Array(bytes)]);
    const shared = (pieces: number) => file(piece(points, bytes / 3).repeat(pieces), data);
    expect(() => readTets(shared(2))).toThrow(
      "a.vtu: the array 'points' on line 1 and those before it take more bytes than the 150,004 of AppendedData; expected arrays with at most 100,000 bytes in common",
    );
    expect(() => readTets(shared(1))).toThrow('has no array of offsets');
  });

  it.each([
    'NumberOfPoints',
    'NumberOfCells',
    'Name',
    'type',
    'format',
    'offset',
    'byte_order',
    'header_type',
    'compressor',
  ])('in a short sentence, although the attribute %s is long', (attribute) => {
    const text = `<VTKFile type="UnstructuredGrid"><Piece NumberOfPoints="1" NumberOfCells="0"><Points><DataArray Name="p" type="Int8" format="appended" offset="0"/></Points></Piece><AppendedData>_`;
    const long = 'x'.repeat(9000);
    const found = text.includes(` ${attribute}=`)
      ? text.replaceAll(new RegExp(`(<(?:Piece|DataArray)[^>]* ${attribute}=)"[^"]*"`, 'g'), `$1"${long}"`)
      : text.replace('<VTKFile', `<VTKFile ${attribute}="${long}"`);
    expect(found.length).toBeGreaterThan(9000);
    expect(() => readTets([{ name: 'a.vtu', bytes: Buffer.from(found) }])).toThrow(/^.{1,500}$/);
  });

  it('if a block holds more than it promises, and before all of it is inflated', () => {
    const data = block(deflateSync(Buffer.alloc(1e6)), 3);
    expect(() => readTets(file(piece(points, 1), data, 'raw', zlib))).toThrow(
      new MeshFileError(
        "a.vtu: the array 'points' on line 1 has a block 0 that holds more than the 3 bytes that it promises; expected as many",
      ),
    );
  });

  it('if a block takes much more than it holds', () => {
    const data = block(deflateSync(Buffer.alloc(1e7)), 3);
    expect(() => readTets(file(piece(points, 1), data, 'raw', zlib))).toThrow(
      /has a block 0 that takes [\d,]+ bytes for 3; expected at most 1,030/,
    );
  });

  it('if a block was damaged so that other bytes come out', () => {
    const data = block(deflateSync(Buffer.from([1, 2, 3]), { level: 0 }), 3);
    const sound = file(
      piece(
        `${points}<Cells><DataArray type="Int8" Name="connectivity">0 0 0</DataArray><DataArray type="Int8" Name="offsets">3</DataArray><DataArray type="Int8" Name="types">5</DataArray></Cells>`,
        1,
        1,
      ),
      data,
      'raw',
      zlib,
    );
    expect([...readTets(sound).positions]).toEqual([1, 2, 3]);
    data[data.length - 5] ^= 1;
    const damaged = file(piece(points, 1), data, 'raw', zlib);
    expect(() => readTets(damaged)).toThrow(
      "a block 0 that doesn't have the checksum that it tells; expected undamaged data",
    );
  });

  it('if its tags are long words without meaning', () => {
    expect(() => readTets(file(`<x ${'a'.repeat(9900)}>`.repeat(300)))).toThrow('the file has no element Piece');
  });

  it('if its points are promised, but not there', () => {
    expect(() => readTets(file(piece('', 1e15)))).toThrow(
      'the piece on line 1 has no array of positions; expected 3,000,000,000,000,000 numbers',
    );
  });
});
