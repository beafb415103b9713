import { expect, it } from 'vitest';
import { guessUnit } from '../../../src/formats/guess-unit.ts';

it.each([
  [[242, 100, 50], 'obj', 'millimetres', '242 wide: taken as millimetres, so 0.242 m.'],
  [[2.4, 1, 1], 'ply', 'metres', '2.4 wide: taken as metres.'],
  [[50, 176, 30], 'obj', 'centimetres', '176 wide: taken as centimetres, so 1.76 m.'],
  [[176, 50, 30], 'obj', 'millimetres', '176 wide: taken as millimetres, so 0.176 m.'],
  [[3.5, 2, 2], 'STL', 'inches', '3.5 wide: taken as inches, so 0.0889 m.'],
  [[60, 60, 170], 'stl', 'millimetres', '170 wide: taken as millimetres, so 0.17 m.'],
  [[1234.5, 3, 3], 'glb', 'metres', '1235 wide: in metres, as glTF prescribes.'],
  [[0.0123456, 0, 0], undefined, 'metres', '0.0123 wide: taken as metres.'],
] as const)('the unit of %j in %s is %s', (sides, format, unit, sentence) => {
  const guess = guessUnit(sides, format);
  expect([guess.unit, guess.sentence]).toEqual([unit, sentence]);
});
