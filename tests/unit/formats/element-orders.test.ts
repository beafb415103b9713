import { describe, expect, it } from 'vitest';
import { readTets } from '../../../src/formats/read-tets.ts';

const read = (name: string, text: string) => readTets([{ name, bytes: Buffer.from(text) }]);

/**
 * Vertices in an order that shows whether ids are numbered anew: first the middles of the edges of a tetrahedron and of a triangle, then the corners, the last
 * of which the tetrahedron doesn't have.
 */
const MIDDLES = Array.from({ length: 4 }, (_, i) => [0.25, i / 16, 0.5]);
const CORNERS = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
];
const VERTICES = [...MIDDLES, ...CORNERS];
const A = 4;
/** Ids of a tetrahedron of `count` vertices, and of a triangle and a quadrilateral. */
const tetrahedron = (count: number) => [A, A + 1, A + 2, A + 3, ...Array.from({ length: count - 4 }, (_, i) => i % 4)];
const triangle = (count: number) => [A, A + 2, A + 1, ...Array.from({ length: count - 3 }, (_, i) => i % 4)];
const quadrilateral = (count: number) => [
  A,
  A + 1,
  A + 4,
  A + 2,
  ...Array.from({ length: count - 4 }, (_, i) => i % 4),
];

type Elements = readonly (readonly [type: number | string, ids: readonly number[]])[];

const rows = (lists: readonly (readonly number[])[], before: (i: number) => string = () => '', shift = 0, after = '') =>
  lists.map((list, i) => before(i) + list.map((x) => x + shift).join(' ') + after).join('\n');

const gmsh = (elements: Elements) =>
  read(
    'a.msh',
    `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n9\n${rows(VERTICES, (i) => `${i} `)}\n$EndNodes\n$Elements\n${elements.length}\n${rows(
      elements.map(([, ids]) => ids),
      (i) => `${i + 1} ${elements[i][0]} 0 `,
    )}\n$EndElements\n`,
  );
const medit = (elements: Elements) =>
  read(
    'a.mesh',
    `MeshVersionFormatted 2\nDimension 3\n${elements.map(([type, ids]) => `${type}\n1\n${rows([ids], () => '', 1)} 0\n`).join('')}Vertices\n9\n${rows(VERTICES, () => '', 0, ' 0')}\nEnd\n`,
  );
const connectivity = (elements: Elements) => elements.flatMap(([, ids]) => ids);
const ends = (elements: Elements) => elements.map((_, i) => connectivity(elements.slice(0, i + 1)).length);
const vtk = (elements: Elements) =>
  read(
    'a.vtk',
    `# vtk DataFile Version 3.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 9 double\n${rows(VERTICES)}\nCELLS ${elements.length} ${elements.length + connectivity(elements).length}\n${rows(
      elements.map(([, ids]) => ids),
      (i) => `${elements[i][1].length} `,
    )}\nCELL_TYPES ${elements.length}\n${elements.map(([type]) => type).join('\n')}\n`,
  );
const vtu = (elements: Elements) => {
  const array = (name: string, numbers: readonly (number | string)[]) =>
    `<DataArray type="Float64" Name="${name}">${numbers.join(' ')}</DataArray>`;
  return read(
    'a.vtu',
    `<VTKFile type="UnstructuredGrid"><Piece NumberOfPoints="0" NumberOfCells="0"><Points>${array('p', [])}</Points><Cells>${array('connectivity', [])}${array('offsets', [])}${array('types', [])}</Cells></Piece><Piece NumberOfPoints="9" NumberOfCells="${elements.length}"><Points>${array('p', VERTICES.flat())}</Points><Cells>${array('connectivity', connectivity(elements))}${array('offsets', ends(elements))}${array(
      'types',
      elements.map(([type]) => type),
    )}</Cells></Piece></VTKFile>`,
  );
};
const tetgen = (elements: Elements) =>
  readTets([
    { name: 'a.node', bytes: Buffer.from(`9 3 0 0\n${rows(VERTICES, (i) => `${i} `)}\n`) },
    { name: 'a.ele', bytes: Buffer.from(`1 10 0\n${rows([elements[0][1]], () => '0 ')}\n`) },
  ]);

describe('elements of higher order are read by their corners, with a note, and other vertices left out', () => {
  it.each([
    ['Gmsh’s of second order', gmsh, 11, 10, 9, 6, 'Second'],
    ['Gmsh’s of third order', gmsh, 29, 20, 21, 10, 'Higher'],
    ['Gmsh’s of fifth order', gmsh, 31, 56, 25, 21, 'Higher'],
    ['Medit’s of second order', medit, 'TetrahedraP2', 10, 'TrianglesP2', 6, 'Second'],
    ['Medit’s of third order', medit, 'TetrahedraP3', 20, 'TrianglesP3', 10, 'Higher'],
    ['VTK’s of second order', vtk, 24, 10, 22, 6, 'Second'],
    ['VTK’s by Lagrange', vtk, 71, 20, 69, 10, 'Higher'],
    ['VTU’s of second order', vtu, 24, 10, 34, 7, 'Second'],
    ['VTU’s by Bézier', vtu, 78, 35, 76, 15, 'Higher'],
  ] as const)('%s', (_, make, tetType, tetCount, triangleType, triangleCount, order) => {
    const mesh = make([
      [tetType, tetrahedron(tetCount)],
      [triangleType, triangle(triangleCount)],
    ]);
    expect([[...mesh.positions], [...mesh.tets], [...mesh.triangles]]).toEqual([
      CORNERS.flat(),
      [0, 1, 2, 3],
      [0, 2, 1],
    ]);
    expect(mesh.notes).toEqual([
      `${order}-order tetrahedra read by their corners: 1.`,
      `${order}-order triangles read by their corners: 1.`,
    ]);
  });

  it.each([
    ['Gmsh’s of 8 vertices', gmsh, 16, 8],
    ['Gmsh’s of 9', gmsh, 10, 9],
    ['Medit’s of 9', medit, 'QuadrilateralsQ2', 9],
    ['VTK’s of 8', vtk, 23, 8],
    ['VTU’s of 9', vtu, 28, 9],
  ] as const)('quadrilaterals, %s', (_, make, type, count) => {
    const mesh = make([[type, quadrilateral(count)]]);
    expect([[...mesh.positions], [...mesh.triangles]]).toEqual([CORNERS.flat(), [0, 1, 4, 0, 4, 2]]);
    expect(mesh.notes).toEqual(['Second-order quadrilaterals read by their corners: 1.']);
  });

  it('TetGen’s of ten vertices', () => {
    const mesh = tetgen([['', tetrahedron(10)]]);
    expect([[...mesh.positions], [...mesh.tets]]).toEqual([CORNERS.flat(), [0, 1, 2, 3]]);
    expect(mesh.notes).toEqual(['Second-order tetrahedra read by their corners: 1.']);
  });

  it('but a vertex that another element has as a corner stays', () => {
    const mesh = gmsh([
      [11, tetrahedron(10)],
      [4, [3, A + 1, A + 2, A + 4]],
    ]);
    expect([...mesh.positions]).toEqual([MIDDLES[3], ...CORNERS].flat());
    expect([...mesh.tets]).toEqual([1, 2, 3, 4, 0, 2, 3, 5]);
  });
});

describe('other elements', () => {
  it('are named, and refused if nothing else is there', () => {
    expect(() => gmsh([[5, tetrahedron(8)]])).toThrow(
      'a.msh: the file has no tetrahedra and no triangles; expected at least one of either (Hexahedra left out: 1.)',
    );
    expect(() => vtk([[11, tetrahedron(8)]])).toThrow('(Voxels left out: 1.)');
    expect(() => vtu([[13, tetrahedron(6)]])).toThrow('(Wedges left out: 1.)');
    expect(() => medit([['Hexahedra', tetrahedron(8)]])).toThrow('(Hexahedra left out: 1.)');
    expect(
      gmsh([
        [5, tetrahedron(8)],
        [4, tetrahedron(4)],
      ]).notes,
    ).toEqual(['Hexahedra left out: 1.']);
  });

  it.each([
    [24, 9, 'has 9 vertices; expected 10 by its type 24'],
    [71, 3, 'has 3 vertices; expected at least 4 by its type 71'],
    [84, 4, 'is of type 84; expected a whole number from 0 to 83'],
  ])('VTK’s of type %d with %d vertices are refused', (type, count, message) => {
    expect(() => vtk([[type, tetrahedron(10).slice(0, count)]])).toThrow(message);
  });
});
