/** A type of vector of WebAssembly's SIMD, and how its numbers are read from arrays of float32 and written to them. */
export interface Lanes {
  /** Number of lanes: elements per vector. */
  readonly count: number;
  /** 0 to count - 1 */
  readonly indices: readonly number[];
  /** Type of one number. */
  readonly scalar: 'f64' | 'f32';
  /** A vector whose bits are all 1. */
  readonly all: string;
  splat(value: string): string;
  call(name: string, operands: readonly string[]): string;
  binary(name: string, left: string, right: string): string;
  /** Rounds numbers to float32. */
  fround(value: string): string;
  /**
   * Writes the loads of up to four neighbouring numbers per element, and turns rows (one vector per element) into columns (one vector
   * per number). For three numbers, it reads the four bytes beyond them too.
   * @param addresses one per lane
   * @param rows names for rows
   * @param columns names of the results
   */
  gather(addresses: readonly string[], offset: number, rows: readonly string[], columns: readonly string[]): string[];
  /** Writes the stores of up to four neighbouring numbers per element. @param name start of names that are free */
  scatter(addresses: readonly string[], offset: number, name: string, columns: readonly string[]): string[];
}

const shuffle = (a: string, b: string, lanes: string): string => `v128.shuffle<f32>(${a}, ${b}, ${lanes})`;

/** Names the lanes' rows of loads, where the load reads `length` numbers. */
const rowLoads = (addresses: readonly string[], offset: number, rows: readonly string[], length: number): string[] =>
  rows.map((row, lane) => `const ${row} = v128.${length > 2 ? 'load' : 'load64_zero'}(${addresses[lane]}, ${offset});`);

/** Reads one number per element into the low lanes of a vector. */
const singles = (addresses: readonly string[], offset: number): string =>
  addresses
    .slice(1)
    .reduce(
      (vector, address, i) => `v128.load32_lane(${address}, ${vector}, ${i + 1}, ${offset})`,
      `v128.load32_zero(${addresses[0]}, ${offset})`,
    );

/** Two lanes of float64. Numbers of arrays are float32: reading is exact, and writing rounds to the nearest, as in TypeScript. */
export const F64X2: Lanes = {
  count: 2,
  indices: [0, 1],
  scalar: 'f64',
  all: 'i32x4.splat(-1)',
  splat: (value) => `f64x2.splat(${value})`,
  call: (name, operands) => `f64x2.${name}(${operands.join(', ')})`,
  binary: (name, left, right) => `f64x2.${name}(${left}, ${right})`,
  fround: (value) => `f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(${value}))`,
  gather(addresses, offset, rows, columns) {
    const promoted = (vector: string) => `f64x2.promote_low_f32x4(${vector})`;
    if (columns.length === 1) return [`const ${columns[0]} = ${promoted(singles(addresses, offset))};`];
    const [a, b] = rows;
    const lines = rowLoads(addresses, offset, rows, columns.length);
    for (let c = 0; c < columns.length; c += 2) {
      const pair = `${a}${c === 0 ? 'low' : 'high'}`;
      lines.push(`const ${pair} = ${shuffle(a!, b!, c === 0 ? '0, 4, 1, 5' : '2, 6, 3, 7')};`);
      lines.push(`const ${columns[c]} = ${promoted(pair)};`);
      if (c + 1 < columns.length)
        lines.push(`const ${columns[c + 1]} = ${promoted(shuffle(pair, pair, '2, 3, 2, 3'))};`);
    }
    return lines;
  },
  scatter(addresses, offset, name, columns) {
    const rounded = columns.map((column) => `f32x4.demote_f64x2_zero(${column})`);
    const lines: string[] = [];
    const pair = (at: number): string => {
      lines.push(`const ${name}_${at} = ${shuffle(rounded[at]!, rounded[at + 1]!, '0, 4, 1, 5')};`);
      return `${name}_${at}`;
    };
    if (columns.length === 4) {
      const [low, high] = [pair(0), pair(2)];
      lines.push(`v128.store(${addresses[0]}, ${shuffle(low, high, '0, 1, 4, 5')}, ${offset});`);
      lines.push(`v128.store(${addresses[1]}, ${shuffle(low, high, '2, 3, 6, 7')}, ${offset});`);
      return lines;
    }
    if (columns.length > 1) {
      const low = pair(0);
      addresses.forEach((address, lane) => {
        lines.push(`v128.store64_lane(${address}, ${low}, ${lane}, ${offset});`);
      });
    }
    if (columns.length % 2 === 1) {
      const at = columns.length - 1;
      lines.push(`const ${name}_${at} = ${rounded[at]};`);
      addresses.forEach((address, lane) => {
        lines.push(`v128.store32_lane(${address}, ${name}_${at}, ${lane}, ${offset + 4 * at});`);
      });
    }
    return lines;
  },
};
