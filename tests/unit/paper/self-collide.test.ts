import { afterAll, describe, expect, it } from 'vitest';
import { buildSurfaceTopology } from '../../../src/mesh/surface-mesh.ts';
import { faultsOf } from '../../../src/paper/self-collide.ts';
import { measureCase, type WayFigures } from '../../../src/paper/self-collide-measure.ts';
import { PUBLISHED } from '../../../src/paper/self-collide-published.ts';
import { caseTables } from '../../../src/paper/self-collide-tables.ts';
import { treesTable } from '../../../src/paper/self-collide-trees.ts';
import { windingStrip } from '../../../src/paper/winding-strip.ts';
import { CommandLine } from '../../fixtures/command-line.ts';
import { crossingTriangles } from '../../fixtures/crossing-triangles.ts';
import { gridSurface } from '../../fixtures/folded-surfaces.ts';

// Takes long: each command has a process of its own.
const untangle = new CommandLine();
afterAll(untangle.remove);

/** Number of coordinates of the strip's first two rows. */
const LIFTED = 3 * 2 * 5;

/** The winding strip as it would lie flat, and three keyframes: wound up, its first end lifted through the other one, and wound up again. */
function winding() {
  const rest = gridSurface(6, 4, (i, j) => [i, j / 2, 0]);
  const wound = windingStrip();
  const topology = buildSurfaceTopology(rest.triangles, rest.positions.length / 3);
  const lifted = wound.positions.map((x, i) => (i % 3 === 2 && i < LIFTED ? x + 0.3 : x));
  const surfaces = [
    { topology, rest: rest.positions, keyframes: [wound.positions, lifted, wound.positions] },
    { topology, rest: rest.positions, keyframes: [rest.positions, rest.positions, rest.positions] },
  ];
  return {
    one: { name: 'winding', title: 'A strip winds', surfaces },
    meshes: [wound, { ...wound, positions: lifted }],
  };
}

const sampling = { every: 1, rounds: 1 };

describe('figures of a case', () => {
  const { one, meshes } = winding();
  const figures = measureCase(one, sampling);

  it('counts the pairs that brute force counts, summed over keyframes and surfaces', () => {
    const [wound, lifted] = meshes.map((mesh) => crossingTriangles(mesh).length);
    expect(wound).toBe(15);
    expect(figures[0].found.triangles).toBe(2 * wound + lifted);
    expect(figures[0].found['edge-edge']).toBeGreaterThan(0);
  });

  it('what a way has found and missed adds up to what boxes alone find', () => {
    const [boxes] = figures;
    for (const { found, missed, extra, discrete, continuous } of figures) {
      for (const kind of ['triangles', 'vertex-face', 'edge-edge'] as const)
        expect(found[kind] + missed[kind]).toBe(boxes.found[kind]);
      expect({ extra, discrete: discrete.queries, continuous: continuous.queries }).toEqual({
        extra: 0,
        discrete: 6,
        continuous: 4,
      });
    }
    expect(faultsOf('winding', figures)).toEqual([]);
  });

  it('the flat strip is skipped whole', () => {
    const flat = measureCase({ ...one, surfaces: [one.surfaces[1]] }, sampling).filter(({ way }) => way === 'proved');
    for (const { discrete } of flat) {
      expect(discrete).toMatchObject({ selfTests: 3, culled: 3, facePairs: 0, skippedFaces: 3 * 48 });
    }
  });

  it("tells where a way contradicts its claim, or finds what isn't there", () => {
    const changed = figures.map(
      (way): WayFigures =>
        way.way === 'proved' ? { ...way, missed: { ...way.missed, 'edge-edge': 2 }, extra: 1 } : way,
    );
    expect(faultsOf('winding', changed)).toEqual(
      ['parts that hang together', "boxes' middles"].flatMap((tree) => [
        `winding: proved test on ${tree} missed 2 pairs (edge-edge), expected 0`,
        `winding: proved test on ${tree} found 1 pairs that boxes alone don't find, expected 0`,
      ]),
    );
  });

  it("puts the paper's figures below ours", () => {
    const tables = caseTables({ ...one, name: 'pipe' }, figures, 2).join('\n');
    expect(tables).toContain('96 triangles, 3 keyframes, of which one in 2 is taken');
    expect(tables).toContain('| boxes alone, and all others | the paper | 1,955 | 0 | 7,797 | 0 | 35,415 | 0 |');
    expect(tables).toContain(
      '| dual cones, border alone | the paper | 1,433 | 522 (27 %) | 7,613 | 184 (2.4 %) | 34,287 | 1,128 (3.2 %) |',
    );
    expect(Object.keys(PUBLISHED)).toContain('flamenco');
    expect(caseTables(one, figures, 1).join('\n')).not.toContain('the paper |');
  });

  it('counts what other hierarchies miss', () => {
    const rows = treesTable(one, 1).filter((line) => line.startsWith('| ') && !line.includes('---'));
    expect(rows).toHaveLength(5);
    for (const row of rows.slice(1)) expect(row).toMatch(/\| 0 \|$/); // the proved test
  });
});

it('self-collide writes what it prints', () => {
  const words = ['self-collide', '--case', 'pipe', '--rounds', '1', '--frames', '24'];
  const { code, stdout, stderr } = untangle.run([...words, '--out', 'out.md', '--json', 'out.json']);
  expect(stderr).toBe('untangle: pipe, small\nuntangle: wrote out.md\nuntangle: wrote out.json\n');
  expect(code).toBe(0);
  expect(untangle.read('out.md')).toBe(stdout);
  expect(stdout.match(/^## .*/gm)).toEqual(['## pipe']);
  expect(stdout.match(/^### .*/gm)).toHaveLength(6);
  const [counts] = JSON.parse(untangle.read('out.json')) as { triangles: number[]; figures: WayFigures[] }[];
  expect(counts.triangles).toEqual([3984]);
  expect(counts.figures.find(({ way, tree }) => way === 'proved' && tree === 'connected')?.missed.triangles).toBe(0);
});

it.each([
  [['--rounds', '0'], "--rounds is '0'; expected a whole number from 1 to 100"],
  [['--case', 'karate'], "--case is 'karate'; allowed are pipe, flamenco"],
  [['--size', 'medium'], "--size is 'medium'; allowed are small, paper"],
  [['--out', 'none/x.md'], "can't write 'none/x.md': there is no folder 'none'"],
])('self-collide %j is bad input', async (words, message) => {
  const { code, stdout, stderr } = await untangle.answer(['self-collide', ...words]);
  expect(stderr.slice('untangle: '.length, 'untangle: '.length + message.length)).toBe(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
