import { cut, quoted } from '../math/text.ts';

/** A rational number rounded to the nearest float64, ties to even. */
export interface RoundedRational {
  /** The float64. It is NaN if the denominator is 0, and infinite if the rational is beyond the range of float64. */
  readonly value: number;
  /** Upper bound of |value - rational|; 0 if they are equal. */
  readonly error: number;
}

/** An integer of at most this many characters is always exact in float64. */
const SAFE_LENGTH = 15;
/** Number of bits of a float64's significand, and the smallest and largest exponent of the significand's last bit. */
const SIGNIFICAND_BITS = 53;
const SMALLEST_EXPONENT = -1074;
const LARGEST_EXPONENT = 971;

/** Rounds numerator / denominator to the nearest float64. Both are decimal integers with an optional sign. */
export function nearestNumber(numerator: string, denominator: string): RoundedRational {
  if (numerator.length <= SAFE_LENGTH && denominator === '1') return { value: Number(numerator), error: 0 };
  const exact = exactQuotient(numerator, denominator);
  if (exact !== undefined) return { value: exact, error: 0 };
  const n = parseInteger(numerator);
  const d = parseInteger(denominator);
  if (d === 0n) return { value: Number.NaN, error: 0 };
  if (n === 0n) return { value: 0, error: 0 };
  const rounded = roundQuotient(magnitude(n), magnitude(d));
  return n < 0n === d < 0n ? rounded : { value: -rounded.value, error: rounded.error };
}

/** Cache of denominators: whether each one is a power of two within the range of float64. A file has few different denominators. */
const powersOfTwo = new Map<string, boolean>();
/** Number of entries at which the cache is emptied. */
const MAX_CACHED = 4096;
/** Smallest normal float64. Smaller numbers have fewer than 53 bits. */
const SMALLEST_NORMAL = 2 ** -1022;

function isPowerOfTwo(denominator: string): boolean {
  let isPower = powersOfTwo.get(denominator);
  if (isPower === undefined) {
    const d = parseInteger(denominator);
    isPower = d > 0n && (d & (d - 1n)) === 0n && Number.isFinite(Number(d));
    if (powersOfTwo.size === MAX_CACHED) powersOfTwo.clear();
    powersOfTwo.set(denominator, isPower);
  }
  return isPower;
}

/**
 * Divides without BigInt, which is faster. Most rationals in files are float64 numbers, whose denominators are powers of two. For these
 * the quotient is exact.
 * @returns the exact quotient; undefined if it may not be exact
 */
function exactQuotient(numerator: string, denominator: string): number | undefined {
  const n = Number(numerator);
  if (!(Math.abs(n) < Number.MAX_SAFE_INTEGER) || !isPowerOfTwo(denominator)) return undefined;
  if (n === 0) return 0;
  const value = n / Number(denominator);
  return Math.abs(value) >= SMALLEST_NORMAL ? value : undefined;
}

/** Parses an integer. BigInt() accepts a minus sign but no plus sign. */
const parseInteger = (text: string): bigint => BigInt(text.startsWith('+') ? text.slice(1) : text);
const magnitude = (n: bigint): bigint => (n < 0n ? -n : n);
const bitLength = (n: bigint): number => n.toString(2).length;

/** Rounds n / d, both positive: computes the quotient's first 53 bits (fewer below SMALLEST_NORMAL), then rounds by the remainder. */
function roundQuotient(n: bigint, d: bigint): RoundedRational {
  // If n has k bits more than d, then n / d lies between 2^(k-1) and 2^(k+1). So the first exponent below or the next one is right.
  let exponent = Math.max(bitLength(n) - bitLength(d) - SIGNIFICAND_BITS, SMALLEST_EXPONENT);
  let [quotient, remainder, divisor] = divide(n, d, exponent);
  if (bitLength(quotient) > SIGNIFICAND_BITS) {
    exponent++;
    [quotient, remainder, divisor] = divide(n, d, exponent);
  }
  if (exponent > LARGEST_EXPONENT) return { value: Number.POSITIVE_INFINITY, error: 0 };
  const twice = 2n * remainder;
  if (twice > divisor || (twice === divisor && quotient % 2n === 1n)) quotient++;
  const unit = 2 ** exponent;
  // The bound is half a unit in the last place. For the smallest float64, the half would round to 0, so a whole unit is the bound.
  const error = remainder === 0n ? 0 : Math.max(unit / 2, 2 ** SMALLEST_EXPONENT);
  return { value: Number(quotient) * unit, error };
}

/** Divides n by d * 2^exponent in integers. @returns quotient, remainder, and the divisor to compare the remainder with */
function divide(n: bigint, d: bigint, exponent: number): [bigint, bigint, bigint] {
  const dividend = exponent < 0 ? n << BigInt(-exponent) : n;
  const divisor = exponent > 0 ? d << BigInt(exponent) : d;
  return [dividend / divisor, dividend % divisor, divisor];
}

/** Queries for continuous collision detection, from a text file in the format of the benchmark of Wang et al. 2021. */
export interface CcdQueries {
  readonly count: number;
  /** Coordinates, rounded to float64, in the order of the file: x, y, z of 8 points per query. */
  readonly points: Float64Array;
  /** Upper bound of the rounding error of a query's coordinates, 1 per query; 0 if float64 holds all of them exactly. */
  readonly inputErrors: Float64Array;
  /** 1 per query: 1 if the query has a collision according to the file, else 0. Absent if the file has no seventh column. */
  readonly truth?: Int8Array;
}

/** Number of rows per query: one row per point. */
const ROWS_PER_QUERY = 8;
const COORDINATE_COLUMNS = 6;
/** Number of rows between two progress reports. */
const REPORT_INTERVAL = 8192;
const INTEGER = /^[+-]?\d+$/;

/**
 * Parses a file of queries. Each query has 8 rows. The columns of a row are numerator and denominator of x, y and z. An optional seventh
 * column is 1 if the query has a collision, else 0.
 * @param tell called from time to time with the number of rows that are parsed and the number of all rows
 * @throws Error whose message is one line: the row, what was found and what was expected
 */
export function parseCcdQueries(text: string, tell?: (done: number, rows: number) => void): CcdQueries {
  const rows = text.split(/\r?\n/);
  while (rows.length > 0 && rows[rows.length - 1].trim() === '') rows.pop();
  if (rows.length % ROWS_PER_QUERY !== 0) {
    throw new Error(
      `found ${rows.length} rows, expected a multiple of ${ROWS_PER_QUERY}: ${ROWS_PER_QUERY} rows per query`,
    );
  }
  const count = rows.length / ROWS_PER_QUERY;
  const points = new Float64Array(count * ROWS_PER_QUERY * 3);
  const inputErrors = new Float64Array(count);
  const columns = rows.length > 0 ? rows[0].split(',').length : COORDINATE_COLUMNS;
  const truth = new Int8Array(columns > COORDINATE_COLUMNS ? count : 0);
  for (let row = 0; row < rows.length; row++) {
    if (row % REPORT_INTERVAL === 0 && row > 0) tell?.(row, rows.length);
    const cells = rows[row].split(',').map((cell) => cell.trim());
    checkColumns(cells, columns, row);
    const query = Math.floor(row / ROWS_PER_QUERY);
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
  const query = Math.floor(row / ROWS_PER_QUERY);
  const value = Number(cell);
  if (row % ROWS_PER_QUERY !== 0 && truth[query] !== value) {
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
