import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weld } from '../../../src/formats/weld.ts';

/** Welds by texts of the places as keys. */
function weldPlainly(positions: readonly number[], triangles: readonly number[]) {
  const places: string[] = [];
  const vertexOf = Array.from({ length: positions.length / 3 }, (_, v) => {
    const place = positions
      .slice(3 * v, 3 * v + 3)
      .map((x) => Math.fround(x) + 0)
      .join();
    if (!places.includes(place)) places.push(place);
    return places.indexOf(place);
  });
  const rows = Array.from({ length: triangles.length / 3 }, (_, i) =>
    triangles.slice(3 * i, 3 * i + 3).map((v) => vertexOf[v]),
  );
  return {
    positions: places.flatMap((place) => place.split(',').map(Number)),
    triangles: rows.filter((row) => new Set(row).size === 3).flat(),
    vertexOf,
    degenerate: rows.filter((row) => new Set(row).size < 3).length,
  };
}

describe('welding', () => {
  it('makes one vertex of all at a place', () => {
    const { positions, triangles, vertexOf, degenerate } = weld(
      [0, 0, 0, 1, 0, 0, 0, 1, 0, -0, 0, -0, 1 + 1e-12, 0, 0, 5, 5, 5],
      [0, 1, 2, 3, 5, 4, 0, 3, 1],
    );
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5]);
    expect([...triangles]).toEqual([0, 1, 2, 0, 3, 1]);
    expect([...vertexOf]).toEqual([0, 1, 2, 0, 1, 3]);
    expect(degenerate).toBe(1);
  });

  it('is the same as by texts as keys', () => {
    const coordinate = fc.constantFrom(0, -0, 0.1, Math.fround(0.1), 1, -1, 1e-45);
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 40 }), (points) => {
        const positions = points.flat();
        const triangles = Array.from({ length: 3 * points.length }, (_, i) => (i * i + 7) % points.length);
        const { positions: own, triangles: faces, vertexOf, degenerate } = weld(positions, triangles);
        expect({
          positions: [...own],
          triangles: [...faces],
          vertexOf: [...vertexOf],
          degenerate,
        }).toEqual(weldPlainly(positions, triangles));
      }),
    );
  });

  it('of nothing is nothing', () => {
    expect(weld([], []).degenerate).toBe(0);
  });
});
