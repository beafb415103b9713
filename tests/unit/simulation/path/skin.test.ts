import { expect, test } from 'vitest';
import { buildTopology } from '../../../../src/mesh/build-topology.ts';
import { PATH_OPTIONS } from '../../../../src/simulation/path/candidate.ts';
import { findPath } from '../../../../src/simulation/path/find-path.ts';
import { GENERATED, PLACEMENTS, PlacedShape } from '../../../fixtures/generated-shapes.ts';
import { drawSkin, isNaivelyRight, isRightOnSkin, restShapeDepths } from '../../../fixtures/judged-skin.ts';
import { depthBy, ROUNDING, TOLERANCES } from '../../../fixtures/judged-paths.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import { PathOracle } from '../../../fixtures/path-oracle.ts';
import { EXACT_METHODS } from '../../../fixtures/exact-methods.ts';
const N = Number(process.env.N ?? 10);
test.each(Object.keys(GENERATED))('%s', (name) => {
  const i = Object.keys(GENERATED).indexOf(name);
  const placed = new PlacedShape(GENERATED[name](), PLACEMENTS[i % PLACEMENTS.length], 500 + i);
  const drawn = drawSkin(placed, N, TOLERANCES);
  const { oracle, positions, shape } = placed;
  const body = pathBody(positions, shape.tets, shape.rest);
  const rest = new PathOracle(buildTopology(shape.tets, positions.length / 3), shape.rest ?? positions);
  const wrong: Record<string, number> = {};
  const ex: string[] = [];
  let amb = 0;
  for (const d of drawn) {
    if (d.truth.isAmbiguous) amb++;
    const q = { point: d.point as [number, number, number], tet: d.element, vertex: -1 };
    for (const m of EXACT_METHODS) for (const culling of [true, false]) {
      const depth = depthBy(findPath(m), body, q, { ...PATH_OPTIONS, culling });
      if (!isRightOnSkin(d, depth, placed, TOLERANCES, ROUNDING)) { wrong[`${m} ${culling} ${d.kind.name}`] = (wrong[`${m} ${culling} ${d.kind.name}`] ?? 0) + 1; ex.push(`${d.point} in ${d.element} ${d.kind.name}: ${depth} ${d.truth.depths} near ${d.nearest}`); }
    }
    for (const m of ['euclidean', 'rest-shape'] as const) {
      const depth = depthBy(findPath(m), body, q, PATH_OPTIONS);
      if (!isNaivelyRight(m, d, depth, oracle, rest)) { wrong[`${m} ${d.kind.name}`] = (wrong[`${m} ${d.kind.name}`] ?? 0) + 1; ex.push(`${m} ${d.point} in ${d.element} ${d.kind.name}: ${depth} ${m === 'rest-shape' ? restShapeDepths(oracle, rest, d) : ''} ${oracle.barycentric(d.element, d.nearest as never)}`);}
    }
  }
  console.log(name, drawn.length, 'ambiguous', amb, JSON.stringify(wrong), ex.slice(0, 2));
});
