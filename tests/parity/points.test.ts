import { expect, it } from 'vitest';
import { containmentDispatches, refitDispatches } from '../../src/simulation/detect/passes.ts';
import { containment } from '../../src/simulation/detect/containment.ts';
import { edgeContainment } from '../../src/simulation/detect/edge-containment.ts';
import { refitBodies, refitTets } from '../../src/simulation/detect/refit.ts';
import { CONTAINMENT, COUNTERS, POINT_CLASS } from '../../src/simulation/state.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { bentWorld, contextWith } from '../fixtures/detection.ts';
import { expectedPoints, pairsOfPoint } from '../fixtures/points.ts';
import { copyState, runKernel, runStage } from './harness.ts';

/** Rounding error of float32 in a coordinate or in a place along an edge, in bodies of some metres with elements of size 1. */
const ROUNDING = 1e-5;

const WORLDS = [
  ['a pile', () => boxWorld({ contactPoints: 'all' })],
  ['a pile with inverted boundaries', () => boxWorld({ contactPoints: 'all', shake: 0.6 })],
  ['a coil', () => bentWorld('coil', 1, undefined, 1, 'all')],
  ['edges alone', () => boxWorld({ contactPoints: 'edges', parameters: { recovery: 'paths' } })],
] as const;

for (const [name, make] of WORLDS)
  it(`containment and edge-containment find the same tetrahedra as their twins: ${name}`, async () => {
    const { world, state } = make();
    const context = contextWith({ world, state });
    const points = expectedPoints(context).filter(
      ({ kind }) => name !== 'edges alone' || kind === 'surface' || kind === 'edge',
    );
    const read = ['inside', 'pairCounts', 'pairs', 'counters'] as const;
    const kernel = await runKernel({
      label: name,
      world,
      state,
      dispatches: [
        ...refitDispatches(world),
        ...containmentDispatches(world, CONTAINMENT.classify),
        ...containmentDispatches(world, CONTAINMENT.all),
      ],
      read,
    });
    const twin = copyState(world, state);
    for (const stage of [refitTets, refitBodies]) runStage(stage, { world, state: twin });
    for (const argument of [CONTAINMENT.classify, CONTAINMENT.all])
      for (const stage of [containment, edgeContainment]) runStage(stage, { world, state: twin, argument });
    const ofKernel = contextWith({ world, state: { ...state, ...kernel } });
    const ofTwin = contextWith({ world, state: twin });
    let compared = 0;
    let found = 0;
    points.forEach(({ kind, open, inside, middles }, i) => {
      const distances = middles.map((middle) => Math.abs(middle - 0.5)).sort((a, b) => a - b);
      const isTie = distances.length > 1 && distances[1] - distances[0] < ROUNDING;
      if (open.length > 0 || (isTie && inside.length > 1)) return;
      const [a, b] = [pairsOfPoint(ofKernel, i), pairsOfPoint(ofTwin, i)];
      compared++;
      found += b.pairs.length;
      expect([i, ...a.pairs]).toEqual([i, ...b.pairs]);
      expect(kernel.inside[i]).toBe(twin.inside[i]);
      if (kind === 'edge' && b.pairs.length > 0) expect(Math.abs(a.along - b.along)).toBeLessThan(ROUNDING);
    });
    expect(compared).toBeGreaterThan(0.8 * points.length);
    expect(found).toBeGreaterThan(20);
    const skipped = [kernel, twin].map(({ counters }) => counters[COUNTERS.invertedSkipped]);
    expect(Math.abs(skipped[0] - skipped[1])).toBeLessThanOrEqual(points.length - compared);
    if (name.includes('inverted')) expect(skipped[1]).toBeGreaterThan(10);
  });

it('CONTAINMENT.inside asks the marked points only, measuring the surface vertices only', async () => {
  const { world, state } = boxWorld({ contactPoints: 'all' });
  state.inside.forEach((_, i) => {
    state.inside[i] = i % 2 === 0 ? POINT_CLASS.outside : POINT_CLASS.inside;
  });
  state.pairCounts.fill(3);
  const run = async (argument: number) => {
    const dispatches = [...refitDispatches(world), ...containmentDispatches(world, argument)];
    const kernel = await runKernel({ label: 'inside', world, state, dispatches, read: ['pairCounts'] as const });
    const twin = copyState(world, state);
    for (const stage of [refitTets, refitBodies]) runStage(stage, { world, state: twin });
    for (const stage of [containment, edgeContainment]) runStage(stage, { world, state: twin, argument });
    const differ = kernel.pairCounts.filter((count, i) => count !== twin.pairCounts[i]).length;
    expect(differ).toBeLessThan(0.02 * world.points.count);
    return kernel.pairCounts;
  };
  const inside = await run(CONTAINMENT.inside);
  expect(inside.every((count, i) => count === 0 || i % 2 === 1)).toBe(true);
  expect(inside.filter((count) => count > 0).length).toBeGreaterThan(50);
  const measured = await run(CONTAINMENT.measured);
  expect(measured.subarray(world.surfaceVertexCount).every((count) => count === 3)).toBe(true);
});

it('an inner point that lies in other bodies alone is searched for there alone, on the device as by the pool', async () => {
  // Boxes that overlap by half an edge, and are shaken so that elements of one body overlap, too.
  const { world, state } = boxWorld({
    shake: 0.45,
    shifts: [
      [0, 0, 0],
      [0.6, 0.7, 0.4],
      [1.1, 0.5, 0.9],
    ],
  });
  state.deepUntil.fill(state.counters[COUNTERS.step] + 2); // all inner points have their turn
  const read = ['inside', 'pairCounts', 'pairs'] as const;
  const steps = [CONTAINMENT.classify, CONTAINMENT.inside];
  const dispatches = [
    ...refitDispatches(world),
    ...steps.flatMap((argument) => containmentDispatches(world, argument)),
  ];
  const kernel = await runKernel({ label: 'others', world, state, dispatches, read });
  const twin = copyState(world, state);
  for (const stage of [refitTets, refitBodies]) runStage(stage, { world, state: twin });
  for (const argument of steps) runStage(containment, { world, state: twin, argument });
  const all = copyState(world, state);
  for (const stage of [refitTets, refitBodies]) runStage(stage, { world, state: all });
  runStage(containment, { world, state: all, argument: CONTAINMENT.all });
  const pairsOf = (of: Pick<typeof twin, 'pairCounts' | 'pairs'>, point: number) =>
    pairsOfPoint(contextWith({ world, state: { ...twin, ...of } }), point).pairs;
  let others = 0;
  let own = 0;
  for (let point = 0; point < world.points.firstEdge; point++) {
    expect(kernel.inside[point]).toBe(twin.inside[point]);
    expect(pairsOf(kernel, point)).toEqual(pairsOf(twin, point));
    if (point < world.points.firstInner || twin.inside[point] === POINT_CLASS.outside) continue;
    expect(pairsOf(twin, point)).toEqual(pairsOf(all, point));
    if (twin.inside[point] === POINT_CLASS.insideOthers) others++;
    else own++;
  }
  expect(others).toBeGreaterThan(5);
  expect(own).toBeGreaterThan(5);
});
