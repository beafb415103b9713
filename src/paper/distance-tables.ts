import { sampleGrid } from '../geometry/fast-marching/distance-grid.ts';
import { markdownTable } from '../record/markdown-table.ts';
import { cubeAround, eighthOf, SCHEMES, type Scheme, timedMarch } from './distance-schemes.ts';
import { type DistanceShape, sphere1000, table2Shapes, triangleCount } from './distance-shapes.ts';

/** Tables 1 and 2 of "Deformed Distance Fields for Simulation of Non-Penetrating Flexible Bodies" (Fisher and Lin 2001), ours beside the paper's. */

/** A row of the paper's tables. */
interface PaperTimes {
  /** Time of the whole field and of an eighth [s]. */
  readonly whole: number;
  readonly eighth: number;
}

/** The paper's Table 1, by the number n of points along an axis. Its rows go from fine to coarse, ours from coarse to fine. */
const PAPER_TABLE_1: ReadonlyMap<number, PaperTimes & { readonly centre: number }> = new Map([
  [20, { centre: 0.875549, whole: 0.10853, eighth: 0.02734 }],
  [30, { centre: 0.878681, whole: 0.52117, eighth: 0.08658 }],
  [40, { centre: 0.898008, whole: 3.8168, eighth: 0.29566 }],
  [50, { centre: 0.912209, whole: 17.481, eighth: 0.71547 }],
  [55, { centre: 0.916389, whole: 28.9428, eighth: 1.16319 }],
  [60, { centre: 0.921986, whole: 57.4696, eighth: 2.02469 }],
]);
export const TABLE_1_SIZES: readonly number[] = [...PAPER_TABLE_1.keys()];

/** The paper's Table 2, by the shape's name. Its sphere takes less than a third of the time of Table 1's at the same resolution. */
const PAPER_TABLE_2: ReadonlyMap<string, PaperTimes> = new Map([
  ['torus', { whole: 1.04334, eighth: 0.290281 }],
  ['apple', { whole: 10.6384, eighth: 0.958958 }],
  ['sphere', { whole: 5.21021, eighth: 0.51696 }],
]);
const TABLE_2_SIZE = 50;

const PAPER = 'the paper (300 MHz R12000)';
/** Cell without a value. */
const NONE = '–';
const TIME_COLUMNS = ['whole [s]', 'eighth [s]', 'times faster', 'points visited', 'in the eighth', 'times fewer'];

const paperCells = ({ whole, eighth }: PaperTimes): string[] => [
  String(whole),
  String(eighth),
  ratio(whole, eighth),
  NONE,
  NONE,
  NONE,
];

const ratio = (whole: number, eighth: number): string => (whole / eighth).toFixed(2);
const seconds = (time: number): string => time.toPrecision(3);
const count = (number: number): string => number.toLocaleString('en');

/** Measures a row: times and visited points of a whole cube of n^3 points and of its eighth. @returns cells, and the value at the origin [m] */
function measure({ surface }: DistanceShape, n: number, scheme: Scheme, rounds: number) {
  const cube = cubeAround(surface, n);
  const whole = timedMarch(surface, cube, scheme, rounds);
  const eighth = timedMarch(surface, eighthOf(cube), scheme, rounds);
  const visited = [whole.counts.visited, eighth.counts.visited] as const;
  return {
    centre: sampleGrid(whole.grid, 0, 0, 0),
    cells: [
      seconds(whole.seconds),
      seconds(eighth.seconds),
      ratio(whole.seconds, eighth.seconds),
      ...visited.map(count),
      ratio(...visited),
    ],
  };
}

/** Measures Table 1. @param sizes numbers of points along an axis, of those in the paper @param rounds runs of which the fastest counts */
export function distanceTable1(sizes: readonly number[], rounds: number): string[] {
  const shape = sphere1000();
  const rows = sizes.flatMap((n) => {
    const paper = PAPER_TABLE_1.get(n);
    if (!paper) throw new Error(`Found a size of ${n}, expected one of ${TABLE_1_SIZES.join(', ')}`);
    const ours = SCHEMES.map((scheme) => {
      const { centre, cells } = measure(shape, n, scheme, rounds);
      return ['', scheme.name, centre.toFixed(6), ...cells];
    });
    return [[`${n}³`, PAPER, String(paper.centre), ...paperCells(paper)], ...ours];
  });
  return [
    `## Table 1: sphere of ${count(triangleCount(shape))} triangles`,
    '',
    ...markdownTable(['points', 'scheme', 'value at centre', ...TIME_COLUMNS], rows, [2, 3, 4, 5, 6, 7, 8]),
    '',
    'The true value at the centre is 1 for the sphere, and 0.98934 for its triangles. With an even number of points the centre lies in the ' +
      'middle of a cell, and interpolating the exact distances of its corners gives 0.87 cells less than at the centre: 0.029 at 60³ and 0.091 ' +
      "at 20³. The paper's values are about those of order 1. The grid is as wide as the sphere. Times include labels and exact distances; an " +
      'eighth is the octant at the lowest corner.',
    '',
  ];
}

/** Measures Table 2. @param n number of points along an axis; the paper's by default @param rounds runs of which the fastest counts */
export function distanceTable2(rounds: number, n = TABLE_2_SIZE): string[] {
  const rows = table2Shapes().flatMap((shape) => {
    const ours = SCHEMES.map((scheme) => ['', '', scheme.name, ...measure(shape, n, scheme, rounds).cells]);
    const paper = PAPER_TABLE_2.get(shape.name);
    if (!paper) throw new Error(`Found a shape '${shape.name}', expected one of the paper's Table 2`);
    return [[shape.name, count(triangleCount(shape)), PAPER, ...paperCells(paper)], ...ours];
  });
  return [
    `## Table 2: other shapes, ${n}³ points`,
    '',
    ...markdownTable(['shape', 'triangles', 'scheme', ...TIME_COLUMNS], rows, [1, 3, 4, 5, 6, 7, 8]),
    '',
    "Shapes are surfaces of revolution made by code, in a cube as wide as their longest side; the paper's own models aren't published. Its sphere " +
      'takes 5.2 s here and 17.5 s in its Table 1, with nearly as many triangles and as many points.',
    '',
  ];
}
