import { zlibSync } from 'fflate';
import { expect, it } from 'vitest';
import { readTets } from '../../../src/formats/read-tets.ts';

/** A `.vtu` file whose types are `bytes` compressed zeros in one block, which its header says to have `promised` bytes. */
function bomb(bytes: number, promised: number, cells: number) {
  const block = zlibSync(new Uint8Array(bytes));
  const data = Buffer.concat([Buffer.from(Uint32Array.of(1, promised, 0, block.length).buffer), block]);
  const text = `<VTKFile type="UnstructuredGrid" compressor="vtkZLibDataCompressor"><UnstructuredGrid>
<Piece NumberOfPoints="0" NumberOfCells="${cells}"><Cells>
<DataArray type="UInt8" Name="types" format="binary">${data.toString('base64')}</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>`;
  return [{ name: 'a.vtu', bytes: new TextEncoder().encode(text) }];
}

it.each([
  [
    'more than the piece has cells',
    bomb(1e6, 1e6, 2),
    "array 'types' on line 3 promises 1,000,000 bytes; expected at most 2",
  ],
  [
    'more than deflate can hold',
    bomb(1e3, 4e7, 4e7),
    "array 'types' on line 3 promises 40,000,000 bytes; expected at most",
  ],
  [
    'more than anybody needs',
    bomb(1e6, 4e9, 4e9),
    "array 'types' on line 3 promises 4,000,000,000 bytes; expected at most",
  ],
  [
    'less than its block holds',
    bomb(1e7, 2, 2),
    "array 'types' on line 3 has a block 0 that takes 9,774 bytes for 2; expected at most 1,028",
  ],
])('a compressed array that promises %s is refused before memory is taken', (_, files, message) => {
  expect(() => readTets(files)).toThrow(`a.vtu: the ${message}`);
});
