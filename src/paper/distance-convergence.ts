import type { GridBox, Surface } from '../geometry/fast-marching/distance-grid.ts';
import { pointCount } from '../geometry/fast-marching/distance-grid.ts';
import { labelInside } from '../geometry/fast-marching/label-inside.ts';
import { marchDistances, type MarchOptions } from '../geometry/fast-marching/march.ts';
import { markdownTable } from '../record/markdown-table.ts';
import { SCHEMES } from './distance-schemes.ts';
import { sphere1000 } from './distance-shapes.ts';
import { ExactDistance } from './exact-distance.ts';

/** Order of convergence of the schemes, in a sphere of radius 1 with a grid point at its centre. */

/** Numbers of cells along the sphere's diameter: each is twice the one before, and even, so that a point lies at the centre. */
export const CONVERGENCE_CELLS: readonly number[] = [16, 32, 64];

/** Depth up to which the smooth case starts from true distances [m]: two of the largest cells, so that differences of order 2 can start. */
const GIVEN_DEPTH = 0.25;
/** Distance from the centre from which on errors of the smooth case count [m]; fronts from all sides meet at the centre. */
const CENTRE_RADIUS = 0.3;

/** Errors against the true distances. */
interface GridErrors {
  /** [m] */
  readonly greatest: number;
  readonly mean: number;
}

/** Makes the table of a case. @param errorsOf errors of a scheme with a number of cells along the diameter */
function table(cells: readonly number[], errorsOf: (count: number, options: MarchOptions) => GridErrors): string[] {
  const rows = SCHEMES.flatMap(({ name, options }) => {
    let before: GridErrors | undefined;
    return cells.map((count, n) => {
      const errors = errorsOf(count, options);
      const order = (figure: keyof GridErrors): string => {
        const ratio = before && before[figure] / errors[figure];
        return ratio ? (Math.log(ratio) / Math.log(count / cells[n - 1])).toFixed(2) : '–';
      };
      const inCells = (error: number): string => ((error * count) / 2).toFixed(3);
      const { greatest, mean } = errors;
      const row = [
        n === 0 ? name : '',
        `${count + 1}³`,
        greatest.toExponential(2),
        inCells(greatest),
        order('greatest'),
        mean.toExponential(2),
        inCells(mean),
        order('mean'),
      ];
      before = errors;
      return row;
    });
  });
  const head = ['scheme', 'points', 'greatest error [m]', 'in cells', 'order', 'mean error [m]', 'in cells', 'order'];
  return markdownTable(head, rows, [1, 2, 3, 4, 5, 6, 7]);
}

const ballBox = (cells: number): GridBox => ({
  origin: [-1, -1, -1],
  spacing: 2 / cells,
  size: [cells + 1, cells + 1, cells + 1],
});

/** Computes a number for each grid point from its position. */
function overPoints(box: GridBox, figure: (x: number, y: number, z: number) => number): Float64Array {
  const { origin, spacing, size } = box;
  const figures = new Float64Array(pointCount(box));
  let p = 0;
  for (let k = 0; k < size[2]; k++)
    for (let j = 0; j < size[1]; j++)
      for (let i = 0; i < size[0]; i++)
        figures[p++] = figure(origin[0] + i * spacing, origin[1] + j * spacing, origin[2] + k * spacing);
  return figures;
}

/** Compares values with true ones, at the points whose label is 1. */
function errorsAt(labels: Uint8Array, values: Float64Array, truth: Float64Array): GridErrors {
  let [greatest, sum, points] = [0, 0, 0];
  for (let p = 0; p < labels.length; p++) {
    if (labels[p] === 0) continue;
    const error = Math.abs(values[p] - truth[p]);
    greatest = Math.max(greatest, error);
    sum += error;
    points++;
  }
  return { greatest, mean: sum / points };
}

/** A grid with labels and true distances [m]. */
interface KnownGrid {
  readonly box: GridBox;
  readonly inside: Uint8Array;
  readonly truth: Float64Array;
}

/** Measures both cases: the sphere of triangles, and the smooth sphere. */
export function convergence(cells: readonly number[]): string[] {
  const { surface } = sphere1000();
  const exact = new ExactDistance(surface);
  const known = new Map<number, KnownGrid>();
  const knownGrid = (count: number): KnownGrid => {
    const found = known.get(count);
    if (found) return found;
    const box = ballBox(count);
    const inside = labelInside(surface, box);
    let p = 0;
    const truth = overPoints(box, (x, y, z) => (inside[p++] === 1 ? exact.at(x, y, z) : Number.NaN));
    known.set(count, { box, inside, truth });
    return { box, inside, truth };
  };
  const ofTriangles = (count: number, options: MarchOptions): GridErrors => {
    const { box, inside, truth } = knownGrid(count);
    return errorsAt(inside, marchDistances(surface, box, { ...options, inside }).grid.values, truth);
  };
  return [
    '## Order of convergence',
    '',
    'Sphere of 1,000 triangles, against the exact distance to the triangles, at all points inside. That distance has a crease below every ' +
      'edge, and at the centre fronts from all sides meet, so no scheme can keep order 2 here.',
    '',
    ...table(cells, ofTriangles),
    '',
    `Ball without triangles: exact distances are given up to a depth of ${GIVEN_DEPTH} m, and errors count from there to a distance of ` +
      `${CENTRE_RADIUS} m from the centre, where the distance is smooth.`,
    '',
    ...table(cells, ballErrors),
    '',
  ];
}

/** Returns the errors of a march into the ball from its exact distances, in the part where the distance is smooth. */
function ballErrors(cells: number, options: MarchOptions): GridErrors {
  const box = ballBox(cells);
  const truth = overPoints(box, (x, y, z) => 1 - Math.sqrt(x * x + y * y + z * z));
  const inside = Uint8Array.from(truth, (depth) => Number(depth > 0));
  const given = truth.map((depth) => (depth <= GIVEN_DEPTH ? depth : Number.NaN));
  const none: Surface = { positions: new Float64Array(), triangles: new Uint32Array() };
  const { values } = marchDistances(none, box, { ...options, inside, given }).grid;
  const counted = Uint8Array.from(truth, (depth) => Number(depth > GIVEN_DEPTH && depth < 1 - CENTRE_RADIUS));
  return errorsAt(counted, values, truth);
}
