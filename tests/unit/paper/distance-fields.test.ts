import { afterAll, describe, expect, it } from 'vitest';
import { buildSurfaceTopology } from '../../../src/mesh/surface-mesh.ts';
import { convergence } from '../../../src/paper/distance-convergence.ts';
import { sphere1000, table2Shapes, triangleCount } from '../../../src/paper/distance-shapes.ts';
import { distanceTable1, distanceTable2 } from '../../../src/paper/distance-tables.ts';
import { ExactDistance } from '../../../src/paper/exact-distance.ts';
import { CommandLine } from '../../fixtures/command-line.ts';
import { seededRandom } from '../../fixtures/box-world.ts';
import { distanceTo, windingNumber } from '../geometry/distance-truth.ts';

const untangle = new CommandLine();
afterAll(untangle.remove);

const SHAPES = [sphere1000(), ...table2Shapes()];

/** Rows of the tables among some lines, without head and rule. */
const rowsOf = (lines: readonly string[]): string[][] =>
  lines
    .filter((line) => line.startsWith('| ') && !line.includes('---') && !line.includes('scheme'))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );

const number = (cell: string): number => Number(cell.replaceAll(',', ''));

describe('shapes', () => {
  it("have the paper's numbers of triangles", () => {
    expect(SHAPES.map(triangleCount)).toEqual([1000, 2048, 384, 972]);
  });

  it.each(SHAPES)('$name is closed, and faces outwards', ({ name, surface }) => {
    const { edgeCount, faceCount, vertexCount } = buildSurfaceTopology(surface.triangles, surface.positions.length / 3);
    expect(2 * edgeCount).toBe(3 * faceCount);
    expect(vertexCount - edgeCount + faceCount).toBe(name === 'torus' ? 0 : 2);
    expect(windingNumber(surface, name === 'torus' ? [1, 0.01, 0.02] : [0.01, 0.02, 0.03])).toBeCloseTo(1, 12);
  });

  it('the apple has a dimple at both ends', () => {
    const { positions } = table2Shapes()[1].surface;
    const heights = positions.filter((_: number, i: number) => i % 3 === 2);
    expect(Math.max(...heights)).toBeGreaterThan(heights.at(-1)! + 0.03);
    expect(Math.min(...heights)).toBeLessThan(heights[0] - 0.01);
  });
});

it('exact distances are those of a search without bounding spheres', () => {
  const random = seededRandom(3);
  for (const { surface } of SHAPES) {
    const exact = new ExactDistance(surface);
    for (let n = 0; n < 100; n++) {
      const point = [0, 1, 2].map(() => 3 * random() - 1.5);
      expect(exact.at(point[0], point[1], point[2])).toBe(distanceTo(surface, point));
    }
  }
});

describe('tables', () => {
  it("Table 1 has the paper's row and three of ours per size, and an eighth visits at most a sixth of the points", () => {
    const rows = rowsOf(distanceTable1([20, 40], 1));
    expect(rows.map(([size]) => size)).toEqual(['20³', '', '', '', '40³', '', '', '']);
    const centres = rows.map((row) => number(row[2]));
    expect([centres[0], centres[4]]).toEqual([0.875549, 0.898008]);
    for (const [first, paper, apart] of [centres.slice(1, 4), centres.slice(5, 8)]) {
      expect(first).toBeGreaterThan(0.8);
      expect(paper).toBeGreaterThan(first);
      expect(apart).toBeGreaterThan(paper);
      expect(apart).toBeLessThan(1);
    }
    for (const row of rows.filter((_, i) => i % 4 > 0)) {
      expect(number(row[6])).toBeGreaterThan(6 * number(row[7]));
      expect(number(row[8])).toBeCloseTo(number(row[6]) / number(row[7]), 2);
    }
    expect(() => distanceTable1([21], 1)).toThrow('Found a size of 21, expected one of 20, 30, 40, 50, 55, 60');
  });

  it('Table 2 has the torus, the apple and the sphere', () => {
    const rows = rowsOf(distanceTable2(1, 20));
    expect(rows.map((row) => row.slice(0, 2)).filter(([name]) => name)).toEqual([
      ['torus', '2,048'],
      ['apple', '384'],
      ['sphere', '972'],
    ]);
    expect(rows).toHaveLength(12);
    for (const row of rows.filter((_, i) => i % 4 > 0)) expect(number(row[6])).toBeGreaterThan(6 * number(row[7]));
  });

  it('the order of convergence is that of the errors beside it', () => {
    const rows = rowsOf(convergence([16, 32]));
    expect(rows).toHaveLength(12);
    for (let n = 0; n < rows.length; n += 2)
      for (const [error, order] of [
        [2, 4],
        [5, 7],
      ])
        expect(number(rows[n + 1][order])).toBeCloseTo(
          Math.log2(number(rows[n][error]) / number(rows[n + 1][error])),
          1,
        );
  });
});

it('distance-fields writes what it prints', () => {
  const words = ['distance-fields', '--rounds', '1', '--section', 'table-2', '--out', 'distance-fields.md'];
  const { code, stdout, stderr } = untangle.run(words);
  expect(stderr).toBe('untangle: table-2\nuntangle: wrote distance-fields.md\n');
  expect(code).toBe(0);
  expect(untangle.read('distance-fields.md')).toBe(stdout);
  expect(stdout.match(/^## .*/gm)).toEqual(['## Table 2: other shapes, 50³ points']);
});

it.each([
  [['--rounds', '0'], "--rounds is '0'; expected a whole number from 1 to 100"],
  [['--section', 'table-9'], "--section is 'table-9'; allowed are table-1, table-2, convergence"],
  [['--out', 'none/x.md'], "can't write 'none/x.md': there is no folder 'none'"],
])('distance-fields %j is bad input', async (words, message) => {
  const { code, stdout, stderr } = await untangle.answer(['distance-fields', ...words]);
  expect(stderr.slice('untangle: '.length, 'untangle: '.length + message.length)).toBe(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
