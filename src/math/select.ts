/**
 * Selection of numbers without branches, by arithmetic on comparisons. A branch that depends on which of two coordinates is lower can't be
 * predicted: it would take two to three times as long.
 */

/** Returns the index of the lower of two numbers: `a` if they are equal or if one of them is NaN. */
export const lower = (numbers: Float32Array, a: number, b: number): number =>
  a ^ ((a ^ b) & -Number(numbers[b] < numbers[a]));

/** Returns the index of the higher of two numbers: `a` if they are equal or if one of them is NaN. */
export const higher = (numbers: Float32Array, a: number, b: number): number =>
  a ^ ((a ^ b) & -Number(numbers[b] > numbers[a]));
