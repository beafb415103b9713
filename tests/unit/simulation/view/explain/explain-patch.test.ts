import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../../src/math/random.ts';
import { buildSurfaceTopology, type SurfaceMesh } from '../../../../../src/mesh/surface-mesh.ts';
import { NONE } from '../../../../../src/mesh/topology.ts';
import { windingStrip } from '../../../../../src/paper/winding-strip.ts';
import { LEAST_FACES } from '../../../../../src/simulation/self-collision/face-pairs.ts';
import { buildPatchTree, type PatchTree } from '../../../../../src/simulation/self-collision/patch-tree.ts';
import {
  explainPatch,
  type PatchExplanation,
  stillPatches,
} from '../../../../../src/simulation/view/explain/explain-patch.ts';
import type { Point } from '../../../../../src/simulation/view/explain/explanation.ts';
import { smallestTested, surveyPatches } from '../../../../../src/simulation/view/explain/survey-patches.ts';
import { gridSurface, SURFACE_FAMILIES } from '../../../../fixtures/folded-surfaces.ts';

const treeOf = ({ positions, triangles }: SurfaceMesh): PatchTree =>
  buildPatchTree(buildSurfaceTopology(triangles, positions.length / 3), positions);

/** Explains the whole surface. */
function explainAll(mesh: SurfaceMesh, positions = mesh.positions): PatchExplanation {
  return explainPatch(stillPatches(treeOf(mesh), positions), 0);
}

const flat = gridSurface(4, 3, (i, j) => [i, j, 0]);
const minus = (a: Point, b: Point) => a.map((x, k) => x - b[k]);
const dot = (a: Point, b: Point) => a.reduce((sum, x, k) => sum + x * b[k], 0);

describe('an explained patch', () => {
  it('is free if it is flat: the cone has no width, and the outline is seen as it is', () => {
    const told = explainAll(flat);
    expect(told.verdict).toBe('free');
    expect(told.faces).toHaveLength(24);
    expect(told.axis.map(Math.round)).toEqual([0, 0, 1]);
    expect(told.angle).toBeCloseTo(0, 7);
    expect(told.widest.angle).toBeCloseTo(0, 7);
    expect(told.outline).toHaveLength(1);
    expect(new Set(told.outline[0].map(String)).size).toBe(14);
    expect(told.projected).toEqual(told.outline);
    expect(told.projectedFaces).toEqual(told.faces);
    expect(told.crossings).toEqual([]);
    expect(told.height).toBeCloseTo(0, 7);
    const corners = [0, 4].flatMap((x) => [0, 3].map((y) => Math.hypot(x - told.centre[0], y - told.centre[1])));
    expect(told.radius).toBeCloseTo(Math.max(...corners), 6);
  });

  it('is free if it is bent by less than a half-space, with all normals in its cone', () => {
    // A quarter of a cylinder: its faces' normals turn by 90 degrees less one face's turn, so by 80.
    const bent = gridSurface(9, 4, (i, j) => [Math.sin((i * Math.PI) / 18), j / 4, Math.cos((i * Math.PI) / 18)]);
    const told = explainAll(bent);
    expect(told.verdict).toBe('free');
    for (const normal of told.normals) {
      expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
      expect(Math.acos(Math.min(1, dot(normal, told.axis)))).toBeLessThanOrEqual(told.angle! + 1e-5);
    }
    expect(told.widest.angle).toBeLessThanOrEqual(told.angle! + 1e-5);
    expect((2 * told.widest.angle * 180) / Math.PI).toBeCloseTo(80, 0);
    // The projected outline lies in one plane, straight below or above the outline.
    for (const [i, point] of told.projected[0].entries()) {
      expect(dot(minus(point, told.centre), told.axis)).toBeCloseTo(0, 6);
      const shift = minus(told.outline[0][i], point);
      expect(Math.hypot(...shift)).toBeCloseTo(Math.abs(dot(shift, told.axis)), 6);
      expect(dot(shift, told.axis)).toBeLessThanOrEqual(told.height + 1e-6);
    }
  });

  it('is wide if it is folded over, and tells the normal that is farthest', () => {
    const folded = gridSurface(9, 4, (i, j) => [Math.sin((i * Math.PI) / 7), j / 4, Math.cos((i * Math.PI) / 7)]);
    const told = explainAll(folded);
    expect(told.verdict).toBe('wide');
    expect(told.angle).toBeUndefined();
    const angles = told.normals.map((normal) => Math.acos(Math.max(-1, Math.min(1, dot(normal, told.axis)))));
    expect(told.widest.angle).toBe(Math.max(...angles));
    expect(told.widest.angle).toBeGreaterThan(Math.PI / 2);
    expect(told.widest.normal).toEqual(told.normals[angles.indexOf(told.widest.angle)]);
  });

  it('is wide if a face has no area, and that face is told', () => {
    const pinched = flat.positions.slice();
    const [a, b] = flat.triangles;
    pinched.copyWithin(3 * b, 3 * a, 3 * a + 3);
    const told = explainAll(flat, pinched);
    expect(told.verdict).toBe('wide');
    expect(told.widest.angle).toBeCloseTo(Math.PI, 7);
    expect(told.normals.length).toBeLessThan(told.faces.length);
  });

  it('crosses itself if it winds around more than once, at the sides that cross', () => {
    const told = explainAll(windingStrip());
    expect(told.verdict).toBe('crossing');
    expect(told.angle).toBeLessThan(Math.PI / 2);
    const expected = crossingSides(told);
    expect(expected.length).toBeGreaterThan(0);
    expect(told.crossings.map(({ sides }) => sidesKey(sides[0], sides[1])).sort()).toEqual(expected.sort());
    for (const { sides, at } of told.crossings) {
      expect(dot(minus(at, told.centre), told.axis)).toBeCloseTo(0, 6);
      // Seen along the axis, the place lies on both sides: it divides them.
      for (const [from, to] of sides) {
        const [p, q] = [from, to].map((end) => flatten(told, end));
        const detour = Math.hypot(...minus(p, at)) + Math.hypot(...minus(at, q)) - Math.hypot(...minus(p, q));
        expect(detour).toBeLessThan(1e-9);
      }
    }
  });

  it('crosses itself if its outline runs back onto itself', () => {
    const told = explainAll(slitDisc());
    expect(told.verdict).toBe('crossing');
    // All along the slit, x is 0; it turns back at the origin.
    expect(told.crossings.map(({ at }) => at[0])).toEqual(told.crossings.map(() => 0));
    const tip = told.crossings.filter(({ at }) => at.every((x) => Math.abs(x) < 1e-9));
    expect(tip).toHaveLength(1);
    expect(tip[0].sides.flat()).toEqual(
      expect.arrayContaining([
        [0, 0, 0],
        [0, 1, 0],
      ]),
    );
  });

  it('is no disc if it is a tube, or closed', () => {
    const told = explainAll(tube(8, 4));
    expect(told.verdict).toBe('no disc');
    expect(told.outline.map((loop) => loop.length)).toEqual([8, 8]);
    const tetrahedron = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
      triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2),
    };
    const closed = explainAll(tetrahedron);
    expect(closed.verdict).toBe('no disc');
    expect(closed.outline).toEqual([]);
  });
});

describe('the survey of patches', () => {
  it.each(SURFACE_FAMILIES)('lists free patches, and counts the pairs outside of them: $name', ({ draw }) => {
    const random = seededRandom(7);
    for (let n = 0; n < 4; n++) {
      const { mesh, deform } = draw(random);
      const tree = treeOf(mesh);
      const positions = deform();
      const survey = surveyPatches(tree, positions);
      const still = stillPatches(tree, positions);
      for (const node of survey.culled) expect(explainPatch(still, node).verdict).toBe('free');
      const all = pairsWithMeetingBoxes(mesh.triangles, positions);
      const isLeft = ([a, b]: readonly number[]) =>
        survey.patches[a] === NONE || survey.patches[a] !== survey.patches[b];
      expect(survey.pairCountWithout).toBe(all.length);
      expect(survey.pairCount).toBe(all.filter(isLeft).length);
      for (let face = 0; face < tree.faceCount; face++) {
        const faces = facesOf(tree, smallestTested(tree, face));
        expect(faces).toContain(face);
        if (tree.faceCount >= LEAST_FACES) expect(faces.length).toBeGreaterThanOrEqual(LEAST_FACES);
        if (survey.patches[face] === NONE)
          expect(explainPatch(still, smallestTested(tree, face)).verdict).not.toBe('free');
        else expect(facesOf(tree, survey.culled[survey.patches[face]])).toContain(face);
      }
    }
  });

  it('culls a flat sheet as a whole', () => {
    const { culled, patches, pairCount } = surveyPatches(treeOf(flat), flat.positions);
    expect([...culled]).toEqual([0]);
    expect(new Set(patches)).toEqual(new Set([0]));
    expect(pairCount).toBe(0);
  });
});

const facesOf = ({ order, begins, ends }: PatchTree, node: number): number[] => [
  ...order.subarray(begins[node], ends[node]),
];

/** Moves a point along the axis into the plane through the centre. */
const flatten = ({ axis, centre }: PatchExplanation, point: Point): number[] =>
  point.map((x, k) => x - dot(minus(point, centre), axis) * axis[k]);

const sidesKey = (...sides: readonly (readonly [Point, Point])[]): string => sides.map(String).sort().join(' | ');

/** Finds by brute force, in a basis of its own, the sides of the projected outline that cross. */
function crossingSides(told: PatchExplanation): string[] {
  const { axis, projected, outline } = told;
  const across = Math.abs(axis[0]) < 0.9 ? [0, axis[2], -axis[1]] : [axis[1], -axis[0], 0];
  const up = [0, 1, 2].map((k) => axis[(k + 1) % 3] * across[(k + 2) % 3] - axis[(k + 2) % 3] * across[(k + 1) % 3]);
  const places = projected[0].map((point) => [dot(point, across), dot(point, up)]);
  const ring = outline[0];
  const next = (i: number) => (i + 1) % ring.length;
  const side = (i: number, j: number, k: number) =>
    Math.sign(
      (places[j][0] - places[i][0]) * (places[k][1] - places[i][1]) -
        (places[j][1] - places[i][1]) * (places[k][0] - places[i][0]),
    );
  const found: string[] = [];
  for (let i = 0; i < ring.length; i++)
    for (let j = i + 1; j < ring.length; j++) {
      if (next(i) === j || next(j) === i) continue;
      const crosses =
        side(i, next(i), j) !== side(i, next(i), next(j)) && side(j, next(j), i) !== side(j, next(j), next(i));
      if (crosses) found.push(sidesKey([ring[i], ring[next(i)]], [ring[j], ring[next(j)]]));
    }
  return found;
}

/** Finds all pairs of faces whose boxes meet, by brute force. */
function pairsWithMeetingBoxes(faces: Uint32Array, x: Float32Array): (readonly [number, number])[] {
  const count = faces.length / 3;
  const range = (face: number, k: number) => {
    const values = [0, 1, 2].map((corner) => x[3 * faces[3 * face + corner] + k]);
    return [Math.min(...values), Math.max(...values)];
  };
  const boxes = Array.from({ length: count }, (_, face) => [0, 1, 2].map((k) => range(face, k)));
  const pairs: (readonly [number, number])[] = [];
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++)
      if (boxes[a].every(([low, high], k) => low <= boxes[b][k][1] && boxes[b][k][0] <= high)) pairs.push([a, b]);
  return pairs;
}

function tube(around: number, along: number): SurfaceMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < around; i++)
    for (let j = 0; j <= along; j++) {
      const angle = (2 * Math.PI * i) / around;
      positions.push(Math.cos(angle), Math.sin(angle), j);
      const [a, b] = [i * (along + 1) + j, ((i + 1) % around) * (along + 1) + j];
      if (j < along) triangles.push(a, b, b + 1, a, b + 1, a + 1);
    }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Faces all around the origin, where a slit ends whose both lips lie along the line from (0, 0) to (0, 1). */
function slitDisc(): SurfaceMesh {
  const border = Array.from({ length: 10 }, (_, i) => (2 * Math.PI * i) / 9).map((angle, i) =>
    i % 9 === 0 ? [0, 1, 0] : [-Math.sin(angle), Math.cos(angle), 0],
  );
  const triangles = border.slice(1).flatMap((_, i) => [0, i + 1, i + 2]);
  return { positions: Float32Array.from([0, 0, 0, ...border.flat()]), triangles: Uint32Array.from(triangles) };
}
