import { cut, quoted } from '../math/text.ts';

/** A rational number rounded to the nearest float64, ties to even. */
export interface RoundedRational {
  /** NaN if the denominator is 0, infinite beyond the range of float64. */
  readonly value: number;
  /** Bound on |value - rational|; 0 if they are equal. */
  readonly error: number;
}

/** Integers up to this length are exact in float64, and IEEE division rounds their quotient to the nearest [characters]. */
const SAFE_LENGTH = 15;
/** Bits of the significand of a float64, and the exponents of its last bit. */
const SIGNIFICAND_BITS = 53;
const SMALLEST_EXPONENT = -1074;
const LARGEST_EXPONENT = 971;

/** Rounds numerator / denominator, two integers in decimal with an optional sign. */
export function nearestNumber(numerator: string, denominator: string): RoundedRational {
  if (numerator.length <= SAFE_LENGTH && denominator === '1') return { value: Number(numerator), error: 0 };
  const quick = dyadic(numerator, denominator);
  if (quick !== undefined) return { value: quick, error: 0 };
  const n = parseInteger(numerator);
  const d = parseInteger(denominator);
  if (d === 0n) return { value: Number.NaN, error: 0 };
  if (n === 0n) return { value: 0, error: 0 };
  const rounded = roundQuotient(magnitude(n), magnitude(d));
  return n < 0n === d < 0n ? rounded : { value: -rounded.value, error: rounded.error };
}

/** Cache of denominators: whether each is a power of two within float64. A file has few different denominators. */
const powers = new Map<string, boolean>();
const MOST_POWERS = 4096;
/** Smaller quotients lose digits. */
const SMALLEST_NORMAL = 2 ** -1022;

function isPower(denominator: string): boolean {
  let known = powers.get(denominator);
  if (known === undefined) {
    const d = parseInteger(denominator);
    known = d > 0n && (d & (d - 1n)) === 0n && Number.isFinite(Number(d));
    if (powers.size === MOST_POWERS) powers.clear();
    powers.set(denominator, known);
  }
  return known;
}

/** Fast path for a float64 written as a rational, as in most files: exact without BigInt. Undefined for all other rationals. */
function dyadic(numerator: string, denominator: string): number | undefined {
  const n = Number(numerator);
  if (!(Math.abs(n) < Number.MAX_SAFE_INTEGER) || !isPower(denominator)) return undefined;
  if (n === 0) return 0;
  const value = n / Number(denominator);
  return Math.abs(value) >= SMALLEST_NORMAL ? value : undefined;
}

/** BigInt() takes a minus sign but no plus sign. */
const parseInteger = (text: string): bigint => BigInt(text.startsWith('+') ? text.slice(1) : text);
const magnitude = (n: bigint): bigint => (n < 0n ? -n : n);
const bitLength = (n: bigint): number => n.toString(2).length;

/** Rounds n / d, both positive: divides to 53 bits (fewer below the normal range), then rounds by the remainder. */
function roundQuotient(n: bigint, d: bigint): RoundedRational {
  // With k the difference of the lengths, n / d lies between 2^(k-1) and 2^(k+1), so one of two exponents is right.
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
  // Half a unit in the last place. Half the smallest float64 would round to 0, which is no bound.
  const error = remainder === 0n ? 0 : Math.max(unit / 2, 2 ** SMALLEST_EXPONENT);
  return { value: Number(quotient) * unit, error };
}

/** Divides n by d 2^exponent. @returns quotient, remainder, and the divisor of that remainder */
function divide(n: bigint, d: bigint, exponent: number): [bigint, bigint, bigint] {
  const dividend = exponent < 0 ? n << BigInt(-exponent) : n;
  const divisor = exponent > 0 ? d << BigInt(exponent) : d;
  return [dividend / divisor, dividend % divisor, divisor];
}

/** Continuous collision queries of a text file in the format of the benchmark of Wang et al. 2021. */
export interface CcdQueries {
  readonly count: number;
  /** The float64 nearest to each rational, 24 per query, in the order of the file's rows. */
  readonly points: Float64Array;
  /** Bound on the rounding error of the coordinates, 1 per query; 0 if float64 holds all of them exactly. */
  readonly inputErrors: Float64Array;
  /** Whether the query has a collision according to the file (1 or 0), 1 per query; absent without a seventh column. */
  readonly truth?: Int8Array;
}

const ROWS = 8;
const COORDINATE_COLUMNS = 6;
/** Rows between two progress reports. */
const TELL = 8192;
const INTEGER = /^[+-]?\d+$/;

/**
 * Parses queries of 8 rows each. A row has numerator and denominator of x, y and z, and optionally whether there is a collision.
 * @param tell called from time to time with the number of rows read and of all rows
 * @throws Error with one line that names the row, what was found and what is expected
 */
export function parseCcdQueries(text: string, tell?: (done: number, rows: number) => void): CcdQueries {
  const rows = text.split(/\r?\n/);
  while (rows.length > 0 && rows[rows.length - 1].trim() === '') rows.pop();
  if (rows.length % ROWS !== 0) {
    throw new Error(`found ${rows.length} rows, expected a multiple of ${ROWS}: ${ROWS} rows per query`);
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
