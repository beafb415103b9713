import { cut, quoted } from '../math/text.ts';
import { nearestNumber, type RoundedRational } from './rational.ts';

/** Continuous collision queries as text, in the format of the benchmark of Wang et al. 2021. */
export interface CcdQueries {
  readonly count: number;
  /** 24 numbers a query, in the order of the file's rows: the float64 nearest to each rational. */
  readonly points: Float64Array;
  /** Bound on the rounding error of a query's coordinates; 0 where float64 holds all of them exactly. */
  readonly inputErrors: Float64Array;
  /** 1 where the file says that the query has a collision, else 0; absent without a seventh column. */
  readonly truth?: Int8Array;
}

const ROWS = 8;
const COORDINATE_COLUMNS = 6;
/** Rows between two words on how far it is. */
const TELL = 8192;
const INTEGER = /^[+-]?\d+$/;

/**
 * Reads queries of 8 rows each: numerator and denominator of x, y and z, and where known whether there is a collision.
 * @param tell called now and then with the rows that were read, and how many there are
 * @throws Error in one line that names the row, what stands there and what is expected
 */
export function parseCcdQueries(text: string, tell?: (done: number, rows: number) => void): CcdQueries {
  const rows = text.split(/\r?\n/);
  while (rows.length > 0 && rows[rows.length - 1].trim() === '') rows.pop();
  if (rows.length % ROWS !== 0) {
    throw new Error(`found ${rows.length} rows, expected a multiple of ${ROWS}: ${ROWS} rows a query`);
  }
  const count = rows.length / ROWS;
  const points = new Float64Array(count * ROWS * 3);
  const inputErrors = new Float64Array(count);
  const columns = rows.length > 0 ? rows[0].split(',').length : COORDINATE_COLUMNS;
  const truth = new Int8Array(columns > COORDINATE_COLUMNS ? count : 0);
  for (let row = 0; row < rows.length; row++) {
    if (row % TELL === 0 && row > 0) tell?.(row, rows.length);
    const cells = rows[row].split(',').map((cell) => cell.trim());
    checkColumns(cells, columns, row);
    const query = Math.floor(row / ROWS);
    for (let axis = 0; axis < 3; axis++) {
      const { value, error } = readRational(cells[2 * axis], cells[2 * axis + 1], row);
      points[3 * row + axis] = value;
      inputErrors[query] = Math.max(inputErrors[query], error);
    }
    if (truth.length > 0) readTruth(cells[COORDINATE_COLUMNS], truth, row);
  }
  return truth.length > 0 ? { count, points, inputErrors, truth } : { count, points, inputErrors };
}

function checkColumns(cells: readonly string[], columns: number, row: number): void {
  if (cells.length !== COORDINATE_COLUMNS && cells.length !== COORDINATE_COLUMNS + 1) {
    throw new Error(
      `row ${row + 1}: found ${cells.length} columns, expected 6 (numerator and denominator of x, y, z) or 7 (and 0 or 1)`,
    );
  }
  if (cells.length !== columns) {
    throw new Error(`row ${row + 1}: found ${cells.length} columns, expected ${columns} as in row 1`);
  }
}

function readTruth(cell: string, truth: Int8Array, row: number): void {
  if (cell !== '0' && cell !== '1') throw new Error(`row ${row + 1}: found ${quoted(cell)}, expected 0 or 1`);
  const query = Math.floor(row / ROWS);
  const value = Number(cell);
  if (row % ROWS !== 0 && truth[query] !== value) {
    throw new Error(`row ${row + 1}: found ${value}, expected ${truth[query]} as in the first row of its query`);
  }
  truth[query] = value;
}

function readRational(numerator: string, denominator: string, row: number): RoundedRational {
  for (const cell of [numerator, denominator]) {
    if (!INTEGER.test(cell)) throw new Error(`row ${row + 1}: found ${quoted(cell)}, expected an integer`);
  }
  const rounded = nearestNumber(numerator, denominator);
  if (Number.isFinite(rounded.value)) return rounded;
  const expected = Number.isNaN(rounded.value)
    ? 'a denominator other than 0'
    : 'a quotient within the range of float64';
  throw new Error(`row ${row + 1}: found ${cut(numerator)} / ${cut(denominator)}, expected ${expected}`);
}
