import { describe, expect, it } from 'vitest';
import { takeOnce } from '../../../src/mesh/doubled-triangles.ts';

/** A tetrahedron's faces, seen from outside. */
const TET = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const other = (triangles: readonly number[]) => triangles.map((_, i) => triangles[i - (i % 3) + [0, 2, 1][i % 3]]);
const plus = (triangles: readonly number[], by: number) => triangles.map((v) => v + by);
/** Triangles, each begun at its lowest corner, in order. */
const sorted = (triangles: ArrayLike<number>): string[] =>
  Array.from({ length: triangles.length / 3 }, (_, t) => {
    const own = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    const at = own.indexOf(Math.min(...own));
    return [0, 1, 2].map((k) => own[(at + k) % 3]).join();
  }).sort();
const once = (triangles: readonly number[], vertexCount = 8) => takeOnce(Uint32Array.from(triangles), vertexCount);

describe('triangles that are there twice', () => {
  it('are none in a sound surface, which stays as it is', () => {
    const given = Uint32Array.from(TET);
    expect(takeOnce(given, 4).triangles).toBe(given);
  });

  it.each([
    ['all, to one side', [...TET, ...TET], 4],
    ['all, thrice', [...TET, ...plus(TET, 0), ...TET], 8],
    ['a part, begun at another corner', [...TET, 2, 1, 0], 1],
    ['a part, to the other side', [...TET, ...other(TET.slice(0, 6))], 2],
    ['one thrice, once to the other side', [...other(TET.slice(0, 3)), ...TET, ...TET.slice(0, 3)], 2],
  ])('are taken once, to the side of most: %s', (_, given, repeated) => {
    const found = once(given);
    expect(found).toMatchObject({ repeated, cancelled: 0, isTwoSided: false });
    expect(sorted(found.triangles)).toEqual(sorted(TET));
  });

  it('are taken once on a body that is drawn from both sides, so that they fit one another', () => {
    const mixed = [...TET.slice(0, 3), ...other(TET.slice(0, 3)), ...other(TET.slice(3)), ...TET.slice(3)];
    const found = once(mixed);
    expect(found).toMatchObject({ repeated: 4, cancelled: 0, isTwoSided: true });
    expect([sorted(TET), sorted(other(TET))]).toContainEqual(sorted(found.triangles));
  });

  it('are taken once beside a sound body', () => {
    const found = once([...TET, ...plus(TET, 4), ...other(plus(TET, 4))]);
    expect(found).toMatchObject({ repeated: 4, cancelled: 0, isTwoSided: false });
    expect(found.triangles).toHaveLength(2 * TET.length);
  });

  it('are left out where they are a wall between two bodies, or a sheet beside one', () => {
    // Two tetrahedra on both sides of the triangle 1, 2, 3: each has it as a face.
    const twin = [1, 3, 2, 4, 1, 2, 4, 2, 3, 4, 3, 1];
    const joined = once([...TET, ...twin]);
    expect(joined).toMatchObject({ repeated: 1, cancelled: 1 });
    expect(joined.triangles).toHaveLength(3 * 6);
    const sheet = once([...TET, 4, 5, 6, 4, 6, 5]);
    expect(sheet).toMatchObject({ repeated: 1, cancelled: 1 });
    expect(sorted(sheet.triangles)).toEqual(sorted(TET));
  });

  it('stay, each once, if nothing else does', () => {
    expect(once([0, 1, 2, 2, 1, 0])).toMatchObject({ repeated: 1, cancelled: 0, isTwoSided: true });
  });
});
