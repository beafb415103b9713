import { expect, it } from 'vitest';
import { namesOf } from '../../../src/formats/write/written-surface.ts';
import { PLAIN } from '../../../src/formats/read/raw-surface.ts';

it.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'a', ' a\n'],
    ['a', 'a-1', 'a-2'],
  ],
  [
    ['a-2', 'a', 'a'],
    ['a-2', 'a', 'a-3'],
  ],
  [
    ['material-1', '', ' '],
    ['material-1', 'material-2', 'material-3'],
  ],
])('materials named %j get names of their own: %j', (names, own) => {
  expect(namesOf(names.map((name) => ({ ...PLAIN, name })))).toEqual(own);
});
