import { describe, expect, test } from 'vitest';
import type { Candidate, Explanation } from '../../../../src/simulation/view/explain/explanation.ts';
import { roundBelow } from '../../../../src/ui/explore/depth-lines.ts';
import {
  aboutLines,
  coloursOf,
  euclideanVerdict,
  fieldVerdict,
  labelsOf,
  nextOwner,
  ownersOf,
  REASONS,
  restShapeVerdict,
  roundLength,
} from '../../../../src/ui/explore/words.ts';

const foot = (point: readonly number[]): Candidate => ({
  point,
  face: 0,
  weights: [1, 0, 0],
  distance: Math.hypot(...point),
  elements: [0],
  verdict: 'answer',
});
/** A query at the origin. */
const told = (answer: readonly number[] | undefined, restShape: readonly number[]): Explanation => ({
  point: [0, 0, 0],
  element: 0,
  vertex: undefined,
  restPoint: [0, 0, 0],
  answer: answer && foot(answer),
  candidates: [],
  counts: { own: 0, outer: 0, culled: 0, left: 0, elsewhere: 0, farther: 0 },
  euclidean: undefined,
  restShape: foot(restShape),
});

describe('the rest-shape answer', () => {
  test('is the same point only where it is', () =>
    expect(restShapeVerdict(told([1, 0, 0], [1, 0, 0]))).toMatch(/same/));
  test('is another one, though as far', () => {
    expect(restShapeVerdict(told([1, 0, 0], [0, 1.001, 0]))).toMatch(/m off, 1\.00 × as far/);
  });
  test('is no answer where it is nearer than the shortest path', () => {
    expect(restShapeVerdict(told([2, 0, 0], [0, 1, 0]))).toMatch(/no valid path/);
  });
});

describe('the answer of the distance field', () => {
  const said = (answer: readonly number[] | undefined, distanceField: Explanation['distanceField']) =>
    fieldVerdict({ ...told(answer, [1, 0, 0]), ...(distanceField && { distanceField }) });
  const end = (point: readonly number[]) => ({ point, distance: Math.hypot(...point) });

  test('is told with its errors of depth and direction', () => {
    expect(said([1, 0, 0], end([1, 0, 0]))).toBe('the same depth, in the same direction');
    expect(said([1, 0, 0], end([1.12, 0, 0]))).toBe('12 % too deep, in the same direction');
    expect(said([1, 0, 0], end([0, 0.7, 0]))).toBe('30 % too shallow, 90° off');
    expect(said([1, 0, 0], end([1, 1, 0]))).toBe('41 % too deep, 45° off');
    expect(said([1, 0, 0], end([-4.2, 0, 0]))).toBe('4.2 × as deep, 180° off');
    expect(said([0, 0.01, 0], end([1, 0, 0]))).toBe('100 × as deep, 90° off');
  });
  test('says why there is none', () => {
    expect(said([1, 0, 0], 'skin')).toBe('nothing: all corners of its element lie on the skin');
    expect(said([1, 0, 0], 'inverted')).toMatch(/nothing: .* inverted/);
    expect(said([1, 0, 0], 'level')).toMatch(/nothing: /);
  });
  test('is compared with nothing where no path leads out', () => expect(said(undefined, end([1, 0, 0]))).toBe('none'));
  test('has a label unless it ends where the shortest path does', () => {
    const owners = [{ name: 'out of body 1' }];
    const labels = (point: readonly number[]) =>
      labelsOf([{ ...told([1, 0, 0], [1, 0, 0]), distanceField: end(point) }], owners, 0).map(({ text }) => text);
    expect(labels([0, 1, 0])).toContain('distance field');
    expect(labels([1.001, 0, 0])).not.toContain('distance field');
  });
});

test('lines of depth lie at round steps, which their legend tells', () => {
  expect([0.0123, 0.05, 0.0499, 0.9, 2.3, 19].map(roundBelow)).toEqual([0.01, 0.05, 0.02, 0.5, 2, 10]);
  expect([0.002, 0.005, 0.02, 0.1, 0.5, 1, 20].map(roundLength)).toEqual([
    '2 mm',
    '5 mm',
    '20 mm',
    '10 cm',
    '50 cm',
    '1 m',
    '20 m',
  ]);
  expect(aboutLines(0.005)).toContain('every 5 mm');
});

test('each reason for a rejection has its own name and words, and only culling is called culled', () => {
  const reasons = Object.values(REASONS);
  expect(new Set(reasons.map(({ name }) => name)).size).toBe(reasons.length);
  expect(new Set(reasons.map(({ why }) => why)).size).toBe(reasons.length);
  expect(Object.entries(REASONS).flatMap(([verdict, { name }]) => (name === 'culled' ? [verdict] : []))).toEqual([
    'culled',
  ]);
  expect(REASONS.outer.why).toMatch(/no way out can end there/);
});

test('the Euclidean answer is called wrong for the reason of its rejection', () => {
  const said = (verdict: Candidate['verdict']) =>
    euclideanVerdict({ ...told([2, 0, 0], [2, 0, 0]), euclidean: { ...foot([1, 0, 0]), verdict } });
  expect(said('answer')).toBe('the same point');
  expect(said('outer')).toMatch(/outer side/);
  expect(said('elsewhere')).toMatch(/another layer/);
  expect(said('left')).toMatch(/leaves the body/);
  expect(said('culled')).not.toMatch(/layer|leaves|outer/);
});

test('ways are named by body, and by layer where a body lies there twice; a colour each', () => {
  const ask = (body: number, tet: number) => ({ point: [0, 0, 0], body, tet, vertex: undefined });
  const asked = [ask(1, 4), ask(6, 9), ask(6, 5), ask(6, 2)];
  const lengths = [1, 2, 3, 2];
  const owners = ownersOf(
    asked,
    lengths.map((x) => told([x, 0, 0], [x, 0, 0])),
    [],
  );
  expect(owners.map(({ name }) => name)).toEqual([
    'out of body 2',
    'out of body 7, layer 1',
    'out of body 7, layer 2',
    'out of body 7, layer 1',
  ]);
  const colours = coloursOf(owners, 0).map((colour) => colour.getHexString());
  expect(new Set(colours).size).toBe(3);
  expect(colours[1]).toBe(colours[3]);
  expect([0, 1, 2].map((focus) => nextOwner(owners, focus))).toEqual([1, 2, 3]);
  expect(nextOwner(owners, 3)).toBe(0);
});
