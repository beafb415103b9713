/** A prime below 2^26, so that a product of two residues is exact in float64. */
export const PRIME = 67_108_859;

/** Returns the residue of an integer, from 0 to PRIME - 1. */
export const residue = (value: number): number => ((value % PRIME) + PRIME) % PRIME;

/** Returns the inverse of a residue, by Fermat's little theorem. @param value not 0 */
export function inverse(value: number): number {
  let result = 1;
  let power = value;
  for (let exponent = PRIME - 2; exponent > 0; exponent = Math.floor(exponent / 2)) {
    if (exponent % 2 === 1) result = (result * power) % PRIME;
    power = (power * power) % PRIME;
  }
  return result;
}

/** Rows in reduced form: row i has its first entry that isn't 0, a 1, at column pivots[i], where all others have a 0. */
export interface ReducedRows {
  readonly rows: number[][];
  readonly pivots: number[];
}

/** Returns a row minus its part in the span of reduced rows. */
export function remainder({ rows, pivots }: ReducedRows, row: readonly number[]): number[] {
  const rest = [...row];
  pivots.forEach((pivot, i) => {
    const factor = rest[pivot] ?? 0;
    if (factor !== 0) subtract(rest, factor, rows[i]);
  });
  return rest;
}

/** Adds a row to reduced rows, unless it lies in their span. @returns whether it was added */
export function addRow(reduced: ReducedRows, row: readonly number[]): boolean {
  const rest = remainder(reduced, row);
  const pivot = rest.findIndex((value) => value !== 0);
  if (pivot < 0) return false;
  const scale = inverse(rest[pivot]);
  const added = rest.map((value) => (value * scale) % PRIME);
  for (const other of reduced.rows) if ((other[pivot] ?? 0) !== 0) subtract(other, other[pivot], added);
  reduced.rows.push(added);
  reduced.pivots.push(pivot);
  return true;
}

/** Returns the determinant of a square matrix of integers modulo PRIME, as the residue that is smallest by its absolute value. */
export function determinant(matrix: readonly (readonly number[])[]): number {
  const rows = matrix.map((row) => row.map(residue));
  let product = 1;
  for (let k = 0; k < rows.length; k++) {
    const at = rows.findIndex((row, i) => i >= k && row[k] !== 0);
    if (at < 0) return 0;
    if (at !== k) {
      [rows[k], rows[at]] = [rows[at], rows[k]];
      product = residue(-product);
    }
    const pivot = rows[k];
    product = (product * pivot[k]) % PRIME;
    const scale = inverse(pivot[k]);
    for (let i = k + 1; i < rows.length; i++)
      if (rows[i][k] !== 0) subtract(rows[i], (rows[i][k] * scale) % PRIME, pivot);
  }
  return product > PRIME / 2 ? product - PRIME : product;
}

/** Subtracts a multiple of a row from another one. Entries that a row doesn't have are 0. */
function subtract(from: number[], factor: number, row: readonly number[]): void {
  for (let j = 0; j < row.length; j++) if (row[j] !== 0) from[j] = ((from[j] ?? 0) + (PRIME - factor) * row[j]) % PRIME;
}
