import { cross, dot, type Vector } from '../../fixtures/vectors.ts';
import { describe, expect, it } from 'vitest';
import { tetrahedronContains } from '../../../src/geometry/tetrahedron.ts';
import { cutElements } from '../../../src/render/explore/section.ts';
import { overlapsOf } from '../../../src/render/explore/section-overlaps.ts';
import { CutBodies, type CutPlane } from '../../../src/render/section/cut-bodies.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { boxMesh } from '../mesh/box-mesh.ts';

/** A box and two others that overlap it. One of the others has a vertex pushed through its own elements. */
function tangledBoxes() {
  const model = createModel('box', boxMesh(3, 3, 3), 1);
  const shifted = (dx: number, dy: number, dz: number) =>
    model.mesh.positions.map((x, i) => x * 0.37 + [dx, dy, dz][i % 3]);
  const folded = shifted(0.41, 0.13, 0.29);
  for (let k = 0; k < 3; k++) folded[3 * 21 + k] += 0.9;
  const placed = [shifted(0, 0, 0), shifted(0.63, 0.7, 0.31), folded];
  return createWorld(
    placed.map((positions) => ({ model, positions })),
    [],
  );
}

/** Low-discrepancy numbers from 0 to 1, the same in every run: additive recurrence by powers of the plastic number. */
const spread = (i: number): [number, number] => [
  (0.5 + 0.7548776662466927 * i) % 1,
  (0.5 + 0.5698402909980532 * i) % 1,
];

/** Two unit directions that span a plane. */
function basisOf({ normal }: CutPlane): [Vector, Vector] {
  const u = cross(normal, Math.abs(normal[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]);
  const length = Math.sqrt(dot(u, u));
  const unit: Vector = [u[0] / length, u[1] / length, u[2] / length];
  return [unit, cross(normal, unit)];
}

/** A point is on a triangle's side if the cross product is below this, for float32 rounding [m^2]. */
const NEAR = 1e-6;

/** Number of the section's triangles that cover a point of the plane; undefined on a triangle's side. */
function coverage(cut: CutBodies, [u, v]: [Vector, Vector], x: number, y: number): number | undefined {
  let count = 0;
  for (let t = 0; t < cut.triangleCount; t++) {
    const [a, b, c] = [0, 1, 2].map((i) => {
      const corner = cut.triangles.subarray(9 * t + 3 * i, 9 * t + 3 * i + 3) as unknown as Vector;
      return [dot(corner, u) - x, dot(corner, v) - y];
    });
    const sides = [
      [a, b],
      [b, c],
      [c, a],
    ].map(([p, q]) => p[0] * q[1] - p[1] * q[0]);
    if (sides.every((side) => side > NEAR) || sides.every((side) => side < -NEAR)) count++;
    else if (!(sides.some((side) => side > NEAR) && sides.some((side) => side < -NEAR))) return undefined;
  }
  return count;
}

/** Number of elements of all bodies that contain a point. */
function holders({ world, positions }: ReturnType<typeof tangledBoxes>, point: Vector): number {
  let count = 0;
  for (const { model, vertexBase } of world.bodies) {
    const { tets, tetCount } = world.models[model].topology;
    for (let t = 0; t < tetCount; t++) {
      const [a, b, c, d] = [0, 1, 2, 3].map((i) => 3 * (vertexBase + tets[4 * t + i]));
      if (tetrahedronContains(positions, a, b, c, d, point, 0)) count++;
    }
  }
  return count;
}

const SLANT = 1 / Math.sqrt(3);
const planes: readonly CutPlane[] = [
  { normal: [1, 0, 0], at: 0.77 },
  { normal: [0, 1, 0], at: 0.8 },
  { normal: [0, 0, 1], at: 0.5 },
  { normal: [SLANT, -SLANT, SLANT], at: 0.3 },
];

describe('the face of a cut', () => {
  const boxes = tangledBoxes();
  const cut = new CutBodies(boxes.world, new Float32Array(3 * boxes.world.vertexCount).fill(0.25));

  it.each(planes)('covers each place once per element that contains it, of one body or several: $normal', (plane) => {
    cut.cut(boxes.positions, plane);
    const basis = basisOf(plane);
    const seen = [0, 0, 0, 0];
    for (let i = 0; i < 1200; i++) {
      const [a, b] = spread(i);
      const [x, y] = [5 * a - 2.5, 5 * b - 2.5];
      const covered = coverage(cut, basis, x, y);
      if (covered === undefined) continue;
      const point = [0, 1, 2].map((k) => plane.at * plane.normal[k] + x * basis[0][k] + y * basis[1][k]);
      expect(covered).toBe(holders(boxes, point as unknown as Vector));
      seen[Math.min(3, covered)]++;
    }
    // The samples include places in no body, in one, in two and in three.
    for (const count of seen) expect(count).toBeGreaterThan(2);
    expect(cut.colours.subarray(0, 9 * cut.triangleCount).every((x) => x === 0.25)).toBe(true);
  });

  it('has the closed outline of the skin', () => {
    const { world, positions } = createWorld(
      [{ model: boxes.world.models[0], positions: boxMesh(3, 3, 3).positions }],
      [],
    );
    const one = new CutBodies(world, new Float32Array(3 * world.vertexCount));
    one.cut(positions, { normal: [0, 1, 0], at: 1.3 });
    let length = 0;
    for (let i = 0; i < 6 * one.segmentCount; i += 6) {
      const [a, b] = [one.outline.subarray(i, i + 3), one.outline.subarray(i + 3, i + 6)];
      length += Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      expect([a, b].every(([x, , z]) => [x, z].some((c) => c === 0 || c === 3))).toBe(true);
    }
    expect(length).toBeCloseTo(12, 5);
  });

  it('grows beyond its initial capacity, and is empty beside the bodies', () => {
    const model = createModel('box', boxMesh(24, 24, 2), 1);
    const { world, positions } = createWorld([{ model, positions: model.mesh.positions }], []);
    const large = new CutBodies(world, new Float32Array(3 * world.vertexCount));
    large.cut(positions, { normal: [0, 0, 1], at: 0.5 });
    let area = 0;
    for (let t = 0; t < large.triangleCount; t++) {
      const [ax, ay, , bx, by, , cx, cy] = large.triangles.subarray(9 * t, 9 * t + 9);
      area += Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
    }
    expect(large.triangleCount).toBeGreaterThan(4096);
    expect(area).toBeCloseTo(24 * 24, 3);
    large.cut(positions, { normal: [0, 0, 1], at: 7 });
    expect([large.triangleCount, large.segmentCount]).toEqual([0, 0]);
  });
});

it("a section's overlaps between bodies have the area that sampling gives", () => {
  const { world, positions } = tangledBoxes();
  const plane = { axis: 2, at: 0.5 };
  // Only two bodies, so that no place lies in more than two elements.
  const polygons = world.bodies
    .slice(0, 2)
    .flatMap(({ model, vertexBase }) => cutElements(world.models[model].topology, positions, vertexBase, plane));
  const area = overlapsOf(polygons, 2).reduce(
    (sum, ring) =>
      sum +
      Math.abs(
        ring.reduce((twice, [x, y], i) => {
          const [nextX, nextY] = ring[(i + 1) % ring.length];
          return twice + (x * nextY - nextX * y) / 2;
        }, 0),
      ),
    0,
  );
  // Each box' section is a square of 1.11 m; the second begins at (0.63, 0.7).
  expect(area).toBeCloseTo((1.11 - 0.63) * (1.11 - 0.7), 5);
});
