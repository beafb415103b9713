import { describe, expect, it } from 'vitest';
import { readTets } from '../../../src/formats/read-tets.ts';

const read = (text: string | Uint8Array) => readTets([{ name: 'a.msh', bytes: Buffer.from(text) }]);
const CORNERS = ['0 0 0', '1 0 0', '0 1 0', '0 0 1'];
const nodes = CORNERS.map((corner, i) => `${i + 3} ${corner}`).join('\n');
/** A tetrahedron and a triangle of the tags 3 to 6, of one group and one part of the geometry. */
const elements = '2\n1 4 2 1 7 3 4 5 6\n9 2 2 1 7 3 5 4';
const version2 = (version: string, section = 'Nodes', lines = nodes) =>
  `$MeshFormat\n${version} 0 8\n$EndMeshFormat\n$${section}\n4\n${lines}\n$End${section}\n$Elements\n${elements}\n$EndElements\n`;

/** Version 4.0: tags stand in front of the coordinates, an entity's tag in front of its dimension. */
const version40 = `$MeshFormat\n4 0 8\n$EndMeshFormat\n$Nodes\n2 4\n1 2 1 1\n3 0 0 0 .1 .2\n2 3 0 3\n4 1 0 0\n5 0 1 0\n6 0 0 1\n$EndNodes\n$Elements\n2 2\n2 3 4 1\n1 3 4 5 6\n1 2 2 1\n9 3 5 4\n$EndElements\n`;

/** Numbers of a binary file: those after 'i' take 4 bytes, after 'l' 8, after 'd' 8 as float64. */
function binary(...numbers: (string | number)[]): Buffer {
  const parts: Buffer[] = [];
  let type = 'i';
  for (const value of numbers) {
    if (typeof value === 'string') type = value;
    else {
      const part = Buffer.alloc(type === 'i' ? 4 : 8);
      if (type === 'i') part.writeInt32LE(value);
      else if (type === 'l') part.writeBigInt64LE(BigInt(value));
      else part.writeDoubleLE(value);
      parts.push(part);
    }
  }
  return Buffer.concat(parts);
}

const places = CORNERS.map((corner) => corner.split(' ').map(Number));
const binary40 = Buffer.concat([
  Buffer.from('$MeshFormat\n4.0 1 8\n'),
  binary(1),
  Buffer.from('\n$EndMeshFormat\n$Nodes\n'),
  binary('l', 1, 4, 'i', 2, 3, 0, 'l', 4, ...places.flatMap((place, i) => ['i', i + 3, 'd', ...place])),
  Buffer.from('\n$EndNodes\n$Elements\n'),
  binary('l', 2, 2, 'i', 2, 3, 4, 'l', 1, 'i', 1, 3, 4, 5, 6, 1, 2, 2, 'l', 1, 'i', 9, 3, 5, 4),
  Buffer.from('\n$EndElements\n'),
]);
const binaryParametric = Buffer.concat([
  Buffer.from('$MeshFormat\n2.1 1 8\n'),
  binary(1),
  Buffer.from('\n$EndMeshFormat\n$ParametricNodes\n4\n'),
  // Parameters: none on a point and in a volume, one on a line, two on a face.
  ...places.map((place, i) => binary('i', i + 3, 'd', ...place, 'i', i, 7, 'd', ...[[], [0.5], [0.5, 0.5], []][i])),
  Buffer.from('\n$EndParametricNodes\n$Elements\n2\n'),
  binary('i', 4, 1, 1, 1, 7, 3, 4, 5, 6, 2, 1, 1, 9, 7, 3, 5, 4),
  Buffer.from('\n$EndElements\n'),
]);
const version1 = `$NOD\n4\n${nodes}\n$ENDNOD\n$ELM\n2\n1 4 1 7 4 3 4 5 6\n9 2 1 7 3 3 5 4\n$ENDELM\n`;

describe('files of all versions of Gmsh’s format are read', () => {
  it.each([
    ['1', version1],
    ['1, in small letters', version1.toLowerCase()],
    ['1, after a comment', `$COMMENTS\nby hand\n$ENDCOMMENTS\n${version1}`],
    ['2', version2('2')],
    ['2.0', version2('2.0')],
    ['2.1', version2('2.1')],
    ['2.20', version2('2.20')],
    ['2.2, after a comment', `$Comments\nby hand\n$EndComments\n${version2('2.2')}`],
    [
      '2.2, with one, two and three parameters per vertex, and none',
      version2(
        '2.2',
        'ParametricNodes',
        CORNERS.map((corner, i) => `${i + 3} ${corner} ${i} 7${' 0.5'.repeat(i)}`).join('\n'),
      ),
    ],
    ['2.1, binary, with parameters', binaryParametric],
    ['4.0', version40],
    ['4.0, binary', binary40],
  ])('%s', (_, text) => {
    const { positions, tets, triangles, notes } = read(text);
    expect([[...positions], [...tets], [...triangles]]).toEqual([places.flat(), [0, 1, 2, 3], [0, 2, 1]]);
    expect(notes).toEqual([]);
  });
});

describe('a file of Gmsh is refused in a sentence', () => {
  it.each([
    ['3', "line 2 has '3'; expected version 1, 2.0 to 2.2, 4.0 or 4.1, as which Gmsh can save it anew"],
    ['4.2', "line 2 has '4.2'; expected version 1, 2.0 to 2.2, 4.0 or 4.1, as which Gmsh can save it anew"],
    ['two', "line 2 has 'two'; expected version 1, 2.0 to 2.2, 4.0 or 4.1, as which Gmsh can save it anew"],
  ])('of version %s', (version, message) => {
    expect(() => read(version2(version))).toThrow(`a.msh: ${message}`);
  });

  it.each([
    ['line 10 has', version1.replace('9 2 1 7 3', '9 2 1 7 4'), '3, the number of vertices of one of the triangles'],
    ['line 5 has', version2('2', 'ParametricNodes', nodes.replaceAll('\n', ' 4 7\n')), 'the dimension of an entity'],
    ['line 6 has', version2('2', 'ParametricNodes', '3 0 0 0 1 7 .1 .2 .3 .4'), 'the end of the line after 3'],
    ['line 7 ends the file', version1.slice(0, version1.indexOf('$ELM')), 'a section $ELM'],
  ])('%s …', (_, text, expected) => {
    expect(() => read(text)).toThrow(expected);
  });

  it('although its section’s name is long', () => {
    expect(() => read(`$MeshFormat\n2 0 8\n$EndMeshFormat\n$${'x'.repeat(1e5)}\n`)).toThrow(/^.{1,500}$/);
  });
});
