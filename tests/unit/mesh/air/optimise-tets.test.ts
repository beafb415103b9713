import { describe, expect, it } from 'vitest';
import { removeEdge } from '../../../../src/mesh/air/edge-removal.ts';
import { flipsTried } from '../../../../src/mesh/air/flips-tried.ts';
import { removeFaces } from '../../../../src/mesh/air/multi-face-removal.ts';
import { optimiseTets } from '../../../../src/mesh/air/optimise-tets.ts';
import { beginOptimising, createAirOptimiser, AIR_OPTIONS } from '../../../../src/mesh/air/optimiser.ts';
import { createWalls } from '../../../../src/mesh/air/walls.ts';
import { seededRandom } from '../../../../src/math/random.ts';
import { gridOfTets, leastQuality, listsOf, openFaces, shaken, signedSize, type TestAir } from './air-meshes.ts';

const SIZE = 4;
const ENOUGH = 100;
const isBody = (cube: number) => cube % 9 === 4;
const AIR = gridOfTets(SIZE, isBody);

/** Optimises a copy of the elements. @param room capacity; by default the length of the elements */
function optimise(air: TestAir, positions: Float32Array | Float64Array, walls: number[] = [], sweeps = ENOUGH) {
  const elements = air.elements.slice();
  const vertexCount = positions.length / 3;
  const optimiser = createAirOptimiser(elements.length / 4, createWalls(3, walls, vertexCount));
  const outcome = { ...optimiseTets(optimiser, elements, air.count, positions, { ...AIR_OPTIONS, sweeps }) };
  return { ...outcome, elements, tets: listsOf(elements, outcome.count) };
}

const volume = (p: ArrayLike<number>, lists: number[][]) => lists.reduce((sum, list) => sum + signedSize(p, list), 0);

describe('optimisation of tetrahedra of air', () => {
  it.each([0.1, 0.3, 0.8])('raises the smallest quality; bodies keep their faces (moved by %d)', (amount) => {
    for (let seed = 0; seed < 4; seed++) {
      const positions = shaken(AIR.positions, seededRandom(seed), amount, 3);
      const before = listsOf(AIR.elements, AIR.count);
      let air: TestAir = AIR;
      for (let sweep = 0; sweep < 4; sweep++) {
        const result = optimise(air, positions, [], 1);
        const tets = listsOf(air.elements, air.count);
        expect(leastQuality(positions, result.tets)).toBeGreaterThanOrEqual(leastQuality(positions, tets));
        air = { ...air, elements: result.elements, count: result.count };
      }
      const { tets, edgeRemovals, faceRemovals, edgesTried, facesTried } = optimise(AIR, positions);
      for (const lists of [tets, listsOf(air.elements, air.count)]) {
        expect(openFaces(lists)).toEqual(openFaces(before));
        expect(volume(positions, lists)).toBeCloseTo(volume(positions, before), 8);
      }
      expect(leastQuality(positions, tets)).toBeGreaterThanOrEqual(leastQuality(positions, before));
      expect(edgeRemovals).toBeGreaterThan(3);
      if (amount > 0.1) expect(faceRemovals).toBeGreaterThan(3);
      expect(edgesTried + facesTried).toBeGreaterThan(edgeRemovals + faceRemovals);
    }
  });

  it.each([0.3, 1])(
    'each operation raises the smallest quality of the tetrahedra that it replaces (moved by %d)',
    (amount) => {
      const air = gridOfTets(3, (cube) => cube === 13);
      const positions = shaken(air.positions, seededRandom(6), amount, 3);
      const optimiser = createAirOptimiser(air.elements.length / 4, createWalls(3, [], positions.length / 3));
      const open = openFaces(listsOf(air.elements, air.count));
      const elements = air.elements.slice();
      beginOptimising(optimiser, elements, air.count, positions, AIR_OPTIONS);
      const present = () => listsOf(elements, optimiser.end).filter((list) => list.length === 4);
      let done = 0;
      for (let tet = 0; tet < optimiser.end; tet++)
        for (let operation = 0; operation < 10 && elements[4 * tet] !== 0xffff_ffff; operation++) {
          const before = present();
          const helped =
            operation < 6 ? removeEdge(optimiser, tet, operation) : removeFaces(optimiser, tet, operation - 6);
          if (!helped) continue;
          const after = present();
          const texts = [before, after].map((lists) => new Set(lists.map(String)));
          const removed = before.filter((list) => !texts[1].has(String(list)));
          const made = after.filter((list) => !texts[0].has(String(list)));
          expect(leastQuality(positions, made)).toBeGreaterThan(leastQuality(positions, removed));
          expect(volume(positions, made)).toBeCloseTo(volume(positions, removed), 9);
          expect(openFaces(after)).toEqual(open);
          done++;
        }
      expect(done).toBeGreaterThan(15);
    },
  );

  it('leaves nothing that helps, once further calls change nothing', () => {
    const positions = shaken(AIR.positions, seededRandom(8), 0.4, 3);
    let air: TestAir = AIR;
    let operations = 1;
    for (let call = 0; call < 10 && operations > 0; call++) {
      const { elements, count, edgeRemovals, faceRemovals } = optimise(air, positions);
      operations = edgeRemovals + faceRemovals;
      air = { ...air, elements, count };
    }
    expect(operations).toBe(0);
    const walls = createWalls(3, [], positions.length / 3);
    const tried = Array.from({ length: air.count }, (_, tet) =>
      flipsTried(air.elements, air.count, positions, walls, tet),
    ).flat();
    const count = (verdict: string) => tried.filter((operation) => operation.verdict === verdict).length;
    expect(count('helps')).toBe(0);
    expect(count('no gain')).toBeGreaterThan(1000);
    expect(count('body')).toBeGreaterThan(100);
  });

  it('tries nothing but what replaces an element of low quality, if a bound is given', () => {
    const positions = shaken(AIR.positions, seededRandom(9), 0.3, 3);
    const least = leastQuality(positions, listsOf(AIR.elements, AIR.count));
    const run = (below: number) => {
      const optimiser = createAirOptimiser(AIR.elements.length / 4, createWalls(3, [], positions.length / 3));
      const elements = AIR.elements.slice();
      return { ...optimiseTets(optimiser, elements, AIR.count, positions, { ...AIR_OPTIONS, below }), elements };
    };
    // The margin is the test's own rounding.
    expect(run(least - 1e-12)).toMatchObject({ edgesTried: 0, facesTried: 0, elements: AIR.elements });
    const [few, all] = [run(0.2), run(Infinity)];
    expect(few.edgeRemovals).toBeGreaterThan(0);
    expect(few.edgesTried + few.facesTried).toBeLessThan((all.edgesTried + all.facesTried) / 2);
    const tets = listsOf(few.elements, few.count);
    expect(leastQuality(positions, tets)).toBeGreaterThanOrEqual(least);
    const low = (lists: number[][]) => lists.filter((tet) => leastQuality(positions, [tet]) < 0.2).length;
    expect(low(tets)).toBeLessThan(low(listsOf(AIR.elements, AIR.count)));
  });

  it('gives the same bits again, also with an optimiser that was used before', () => {
    const [one, other] = [1, 2].map((seed) => shaken(AIR.positions, seededRandom(seed), 0.4, 3));
    const optimiser = createAirOptimiser(AIR.elements.length / 4, createWalls(3, [], one.length / 3));
    optimiseTets(optimiser, AIR.elements.slice(), AIR.count, other);
    const elements = AIR.elements.slice();
    const outcome = optimiseTets(optimiser, elements, AIR.count, one, { ...AIR_OPTIONS, sweeps: ENOUGH });
    expect(optimise(AIR, one)).toMatchObject({ ...outcome, elements });
  });

  it('does nothing if all heights are the same, all points are, or coordinates are no numbers', () => {
    const moved = shaken(AIR.positions, seededRandom(3), 2, 3);
    const nothing = { edgeRemovals: 0, faceRemovals: 0, count: AIR.count, elements: AIR.elements };
    for (const axis of [0, 1, 2])
      for (const height of [0, 0.1])
        expect(
          optimise(
            AIR,
            moved.map((x, i) => (i % 3 === axis ? height : x)),
          ),
        ).toMatchObject(nothing);
    for (const value of [0, 0.3, Number.NaN, Infinity])
      expect(optimise(AIR, moved.slice().fill(value))).toMatchObject(nothing);
  });

  it('tells a capacity that is too small, and breaks nothing', () => {
    const positions = shaken(AIR.positions, seededRandom(4), 0.8, 3);
    const full = optimise(AIR, positions);
    const open = openFaces(listsOf(AIR.elements, AIR.count));
    let capacity = AIR.count;
    let grown = 0;
    for (;;) {
      const elements = AIR.elements.slice(0, 4 * capacity);
      const result = optimise({ ...AIR, elements }, positions);
      expect(openFaces(result.tets)).toEqual(open);
      expect(result.count).toBeLessThanOrEqual(capacity);
      expect(volume(positions, result.tets)).toBeCloseTo(volume(positions, listsOf(AIR.elements, AIR.count)), 8);
      if (result.needed <= capacity) {
        expect(result.tets).toEqual(full.tets);
        break;
      }
      capacity = result.needed;
      grown++;
    }
    expect(grown).toBeGreaterThan(0);
    // It may be more than needed at the first go, since operations that are left out change those that follow.
    expect(capacity).toBeGreaterThanOrEqual(full.needed);
    // A list shorter than the optimiser's capacity bounds it too.
    const optimiser = createAirOptimiser(2 * AIR.count, createWalls(3, [], positions.length / 3));
    const { count, needed } = optimiseTets(optimiser, AIR.elements.slice(0, 4 * AIR.count), AIR.count, positions);
    expect(count).toBeLessThanOrEqual(AIR.count);
    expect(needed).toBeGreaterThan(AIR.count);
    expect(() => optimiseTets(optimiser, AIR.elements, 2 * AIR.count + 1, positions)).toThrow(
      /elements in an optimiser for/,
    );
  });

  it('keeps walls: triangles of cloth stay faces of two tetrahedra', () => {
    const air = gridOfTets(4, () => false);
    const before = listsOf(air.elements, air.count);
    // Cloth in the plane x = 2, one square short of its border on each side.
    const inside = (v: number) => {
      const [x, y, z] = air.positions.subarray(3 * v, 3 * v + 3);
      return x === 2 && y > 0 && y < 4 && z > 0 && z < 4;
    };
    const faces = before.flatMap((list) => list.map((_, corner) => list.filter((_v, i) => i !== corner)));
    const cloth = [
      ...new Map(
        faces.filter((face) => face.every(inside)).map((face) => [String([...face].sort((a, b) => a - b)), face]),
      ).values(),
    ];
    expect(cloth).toHaveLength(8);
    const sharing = (tets: number[][], face: number[]) =>
      tets.filter((tet) => face.every((v) => tet.includes(v))).length;
    let lost = 0;
    for (let seed = 0; seed < 3; seed++) {
      const positions = shaken(air.positions, seededRandom(seed), 0.7, 3);
      const { tets } = optimise(air, positions, cloth.flat());
      for (const face of cloth) expect(sharing(tets, face)).toBe(2);
      expect(openFaces(tets)).toEqual(openFaces(before));
      const free = optimise(air, positions).tets;
      lost += cloth.filter((face) => sharing(free, face) === 0).length;
    }
    expect(lost).toBeGreaterThan(3);
  });
});
