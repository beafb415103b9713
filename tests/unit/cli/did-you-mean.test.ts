import { expect, it } from 'vitest';
import { didYouMean, editDistance } from '../../../src/cli/did-you-mean.ts';

it.each([
  ['', '', 0],
  ['run', 'runn', 1],
  ['run', 'rnu', 2],
  ['kitten', 'sitting', 3],
  ['', 'ccd', 3],
])("from '%s' to '%s' it is %d letters", (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});

it.each([
  ['Octopi-8', "; did you mean 'octopi-8'?"],
  ['octopi_pil', "; did you mean 'octopi-pile'?"],
  ['knots', ''],
  ['octopi-', "; did you mean 'octopi-8'?"],
  // Two names are equally near.
  ['bit', ''],
])("'%s' means one known name or none", (word, said) => {
  expect(didYouMean(word, ['octopi-8', 'octopi-pile', 'bat', 'bet'])).toBe(said);
});
