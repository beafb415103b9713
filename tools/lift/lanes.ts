/**
 * A type of vector of WebAssembly's SIMD instructions, and how its numbers are read from arrays of float32 and written to them. All
 * methods return AssemblyScript.
 */
export interface Lanes {
  /** Number of lanes: elements per vector. */
  readonly count: number;
  /** 0 to count - 1 */
  readonly indices: readonly number[];
  /** Type of one number. */
  readonly scalar: 'f64' | 'f32';
  splat(value: string): string;
  /** Writes an operation on vectors, such as `add`. */
  call(name: string, ...operands: readonly string[]): string;
  /** Rounds numbers to float32. */
  fround(value: string): string;
  /** Turns a mask into an integer with one bit per lane. */
  bitmask(mask: string): string;
  /**
   * Writes the loads of up to four neighbouring numbers per element, and turns rows (one vector per element) into columns (one vector per
   * number). For three numbers, it reads the four bytes beyond them too.
   * @param addresses one per lane
   * @param offset added to the addresses [bytes]
   * @param free start of names that are free
   * @param columns names of the results
   */
  gather(addresses: readonly string[], offset: number, free: string, columns: readonly string[]): string[];
  /** Writes the stores of up to four neighbouring numbers per element. Parameters as for `gather`. */
  scatter(addresses: readonly string[], offset: number, free: string, columns: readonly string[]): string[];
}

const shuffle = (a: string, b: string, lanes: string): string => `v128.shuffle<f32>(${a}, ${b}, ${lanes})`;

/** Two lanes of float64. Numbers of arrays are float32: reading is exact, and writing rounds to the nearest, as in TypeScript. */
export const F64X2: Lanes = {
  count: 2,
  indices: [0, 1],
  scalar: 'f64',
  splat: (value) => `f64x2.splat(${value})`,
  call: (name, ...operands) => `f64x2.${name}(${operands.join(', ')})`,
  fround: (value) => `f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(${value}))`,
  bitmask: (mask) => `i64x2.bitmask(${mask})`,

  gather([a, b], offset, free, columns) {
    const promoted = (vector: string) => `f64x2.promote_low_f32x4(${vector})`;
    if (columns.length === 1) {
      const both = `v128.load32_lane(${b}, v128.load32_zero(${a}, ${offset}), 1, ${offset})`;
      return [`const ${columns[0]} = ${promoted(both)};`];
    }
    const load = columns.length > 2 ? 'load' : 'load64_zero';
    const lines = [
      `const ${free}a = v128.${load}(${a}, ${offset});`,
      `const ${free}b = v128.${load}(${b}, ${offset});`,
    ];
    for (let c = 0; c < columns.length; c += 2) {
      const pair = `${free}_${c}`;
      lines.push(`const ${pair} = ${shuffle(`${free}a`, `${free}b`, c === 0 ? '0, 4, 1, 5' : '2, 6, 3, 7')};`);
      lines.push(`const ${columns[c]} = ${promoted(pair)};`);
      if (c + 1 < columns.length)
        lines.push(`const ${columns[c + 1]} = ${promoted(shuffle(pair, pair, '2, 3, 2, 3'))};`);
    }
    return lines;
  },

  scatter([a, b], offset, free, columns) {
    const rounded = columns.map((column) => `f32x4.demote_f64x2_zero(${column})`);
    const pair = (c: number) => `const ${free}_${c} = ${shuffle(rounded[c]!, rounded[c + 1]!, '0, 4, 1, 5')};`;
    if (columns.length === 4)
      return [
        pair(0),
        pair(2),
        `v128.store(${a}, ${shuffle(`${free}_0`, `${free}_2`, '0, 1, 4, 5')}, ${offset});`,
        `v128.store(${b}, ${shuffle(`${free}_0`, `${free}_2`, '2, 3, 6, 7')}, ${offset});`,
      ];
    const lines: string[] = [];
    if (columns.length > 1)
      lines.push(
        pair(0),
        `v128.store64_lane(${a}, ${free}_0, 0, ${offset});`,
        `v128.store64_lane(${b}, ${free}_0, 1, ${offset});`,
      );
    const last = columns.length - 1;
    if (last % 2 === 0)
      lines.push(
        `const ${free}_${last} = ${rounded[last]};`,
        `v128.store32_lane(${a}, ${free}_${last}, 0, ${offset + 4 * last});`,
        `v128.store32_lane(${b}, ${free}_${last}, 1, ${offset + 4 * last});`,
      );
    return lines;
  },
};

/** Four lanes of float32. Numbers of arrays are read and written as they are. */
export const F32X4: Lanes = {
  count: 4,
  indices: [0, 1, 2, 3],
  scalar: 'f32',
  splat: (value) => `f32x4.splat(${value})`,
  call: (name, ...operands) => `f32x4.${name}(${operands.join(', ')})`,
  fround: (value) => value,
  bitmask: (mask) => `i32x4.bitmask(${mask})`,

  gather(addresses, offset, free, columns) {
    const [a, ...others] = addresses;
    if (columns.length === 1) {
      const first = `v128.load32_zero(${a}, ${offset})`;
      const load = (rest: string, address: string, i: number) =>
        `v128.load32_lane(${address}, ${rest}, ${i + 1}, ${offset})`;
      return [`const ${columns[0]} = ${others.reduce(load, first)};`];
    }
    const load = columns.length > 2 ? 'load' : 'load64_zero';
    const rows = addresses.map((address, i) => `const ${free}${i} = v128.${load}(${address}, ${offset});`);
    return [
      ...rows,
      ...transpose(
        [0, 1, 2, 3].map((i) => `${free}${i}`),
        `${free}t`,
        columns,
      ),
    ];
  },

  scatter(addresses, offset, free, columns) {
    const rows = addresses.map((_, i) => `${free}${i}`);
    if (columns.length === 4)
      return [
        ...transpose(columns, `${free}t`, rows),
        ...rows.map((row, i) => `v128.store(${addresses[i]}, ${row}, ${offset});`),
      ];
    const lines: string[] = [];
    if (columns.length > 1) {
      const [x, y] = columns;
      lines.push(
        `const ${free}01 = ${shuffle(x!, y!, '0, 4, 1, 5')};`,
        `const ${free}23 = ${shuffle(x!, y!, '2, 6, 3, 7')};`,
        ...addresses.map(
          (address, i) => `v128.store64_lane(${address}, ${free}${i < 2 ? '01' : '23'}, ${i % 2}, ${offset});`,
        ),
      );
    }
    const last = columns.length - 1;
    if (last % 2 === 0)
      lines.push(
        ...addresses.map(
          (address, i) => `v128.store32_lane(${address}, ${columns[last]}, ${i}, ${offset + 4 * last});`,
        ),
      );
    return lines;
  },
};

/** Writes the transposition of a 4 x 4 matrix of float32, or of its first columns. */
function transpose([a, b, c, d]: readonly string[], free: string, columns: readonly string[]): string[] {
  const lines = [
    `const ${free}0 = ${shuffle(a!, b!, '0, 4, 1, 5')};`,
    `const ${free}1 = ${shuffle(c!, d!, '0, 4, 1, 5')};`,
    `const ${columns[0]} = ${shuffle(`${free}0`, `${free}1`, '0, 1, 4, 5')};`,
    `const ${columns[1]} = ${shuffle(`${free}0`, `${free}1`, '2, 3, 6, 7')};`,
  ];
  if (columns.length > 2)
    lines.push(
      `const ${free}2 = ${shuffle(a!, b!, '2, 6, 3, 7')};`,
      `const ${free}3 = ${shuffle(c!, d!, '2, 6, 3, 7')};`,
      `const ${columns[2]} = ${shuffle(`${free}2`, `${free}3`, '0, 1, 4, 5')};`,
    );
  if (columns.length > 3) lines.push(`const ${columns[3]} = ${shuffle(`${free}2`, `${free}3`, '2, 3, 6, 7')};`);
  return lines;
}
