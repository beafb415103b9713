import { describe, expect, it } from 'vitest';
import { nearestNumber, parseCcdQueries } from '../../../src/queries/ccd-queries.ts';

const rows = (row: string, count = 8): string[] => Array.from({ length: count }, () => row);
const parse = (lines: readonly string[]) => parseCcdQueries(lines.join('\n'));

describe('nearestNumber', () => {
  it.each([
    ['1', '3', 1 / 3],
    ['-1', '3', -1 / 3],
    ['1', '-3', -1 / 3],
    ['+6', '4', 1.5],
    ['0', '-7', 0],
    ['3656043714753847', '2251799813685248', 3656043714753847 / 2251799813685248],
    // Ties round to even: 2^53 + 1 down, 2^53 + 3 up. A bit more than a tie rounds up.
    ['9007199254740993', '1', 9007199254740992],
    ['9007199254740995', '1', 9007199254740996],
    ['90071992547409930000000000000000001', '10000000000000000000', 9007199254740994],
    // Just below a power of two, rounded up to it.
    [`${2n ** 60n - 1n}`, `${2n ** 60n}`, 1],
    // The smallest normal and subnormal numbers, half the subnormal (a tie, rounded to 0), and a bit more than half.
    ['1', `${2n ** 1022n}`, 2 ** -1022],
    ['1', `${2n ** 1074n}`, 2 ** -1074],
    ['1', `${2n ** 1075n}`, 0],
    ['3', `${2n ** 1076n}`, 2 ** -1074],
    [`${2n ** 1023n}`, '1', 2 ** 1023],
    [`${2n ** 1024n - 2n ** 970n - 1n}`, '1', Number.MAX_VALUE],
    [`${2n ** 1024n - 2n ** 970n}`, '1', Number.POSITIVE_INFINITY],
    ['1', '0', Number.NaN],
  ])('rounds %s / %s', (numerator, denominator, expected) => {
    expect(nearestNumber(numerator, denominator).value).toBe(expected);
  });

  it('agrees with decimal literals, which the engine rounds to the nearest', () => {
    let digits = 1n;
    for (let i = 0; i < 500; i++) {
      digits = (digits * 6364136223846793005n + 1442695040888963407n) % 10n ** 30n;
      const power = (i * 7) % 340;
      const rounded = nearestNumber(`${digits}`, `${10n ** BigInt(power)}`);
      expect(rounded.value).toBe(Number(`${digits}e-${power}`));
      expect(rounded.error).toBeGreaterThan(0);
      expect(rounded.error).toBeLessThanOrEqual(Math.max(rounded.value * 2 ** -53, 2 ** -1074));
    }
  });

  it('divides by powers of two as by any other number', () => {
    // The same quotient whose denominator is no power of two is rounded through BigInt.
    for (const numerator of [
      '0',
      '-5',
      '9007199254740990',
      '9007199254740991',
      '-9007199254740992',
      '12345678901234567890',
    ])
      for (const power of [0n, 1n, 52n, 600n, 1021n, 1022n, 1023n, 1030n, 1074n, 1100n])
        expect(nearestNumber(numerator, `${2n ** power}`), `${numerator} / 2^${power}`).toEqual(
          nearestNumber(`${3n * BigInt(numerator)}`, `${3n * 2n ** power}`),
        );
  });

  it('knows which quotients are exact', () => {
    expect(nearestNumber('5', '8').error).toBe(0);
    expect(nearestNumber('10', '5').error).toBe(0);
    expect(nearestNumber('1', '3').error).toBe(2 ** -55);
  });
});

describe('parseCcdQueries', () => {
  it('reads coordinates in the order of rows, with and without truth', () => {
    const lines = Array.from({ length: 16 }, (_, i) => `${i},1,${i},2,-${i},4`);
    const bare = parse(lines);
    expect(bare.count).toBe(2);
    expect(bare.truth).toBeUndefined();
    expect(Array.from(bare.points.subarray(21, 27))).toEqual([7, 3.5, -1.75, 8, 4, -2]);
    const known = parse(lines.map((line, i) => `${line},${i < 8 ? 1 : 0}`));
    expect(Array.from(known.truth!)).toEqual([1, 0]);
    expect(known.points).toEqual(bare.points);
  });

  it('takes CRLF, spaces and empty lines at the end; an empty text holds no query', () => {
    expect(parseCcdQueries(`${rows(' 1, 2,3,4 ,5,8').join('\r\n')}\r\n\r\n`).points[1]).toBe(0.75);
    expect(parseCcdQueries('').count).toBe(0);
  });

  it('bounds the rounding of each query', () => {
    const { inputErrors } = parse([...rows('1,2,3,4,5,8'), ...rows('1,2,1,3,5,8')]);
    expect(Array.from(inputErrors)).toEqual([0, 2 ** -55]);
  });

  it.each([
    [rows('0,1,0,1,0,1', 7), 'found 7 rows, expected a multiple of 8: 8 rows per query'],
    [
      [...rows('0,1,0,1,0,1', 7), '0,1,0,1'],
      'row 8: found 4 columns, expected 6 (numerator and denominator of x, y, z) or 7 (and 0 or 1)',
    ],
    [[...rows('0,1,0,1,0,1', 7), '0,1,0,1,0,1,1'], 'row 8: found 7 columns, expected 6 as in row 1'],
    [[...rows('0,1,0,1,0,1', 7), '0,1,0,0,0,1'], 'row 8: found 0 / 0, expected a denominator other than 0'],
    [[...rows('0,1,0,1,0,1', 7), '0,1,1.5,1,0,1'], "row 8: found '1.5', expected an integer"],
    [[...rows('0,1,0,1,0,1', 7), '0,1,,1,0,1'], "row 8: found '', expected an integer"],
    [rows('0,1,0,1,0,1,2'), "row 1: found '2', expected 0 or 1"],
    [[...rows('0,1,0,1,0,1,1', 7), '0,1,0,1,0,1,0'], 'row 8: found 0, expected 1 as in the first row of its query'],
    [
      rows(`1${'0'.repeat(400)},1,0,1,0,1`),
      `row 1: found 1${'0'.repeat(119)}…${'0'.repeat(40)} / 1, expected a quotient within the range of float64`,
    ],
  ])('says in one line what is wrong', (lines, message) => {
    expect(() => parse(lines)).toThrow(new Error(message));
  });
});
