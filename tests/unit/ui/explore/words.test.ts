import { describe, expect, test } from 'vitest';
import type { Candidate, Explanation } from '../../../../src/simulation/view/explain/explanation.ts';
import {
  coloursOf,
  euclideanVerdict,
  nextOwner,
  ownersOf,
  REASONS,
  restShapeVerdict,
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
