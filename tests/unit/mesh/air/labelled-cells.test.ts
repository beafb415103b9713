import { describe, expect, it } from 'vitest';
import { labelledCells } from '../../../../src/mesh/air/labelled-cells.ts';
import { AIR } from '../../../../src/mesh/air/tessellated-space.ts';
import { seededRandom } from '../../../../src/math/random.ts';
import { expectSoundSpace } from './sound-space.ts';

const whole = (n: number) => Array.from({ length: n + 1 }, (_, i) => i);

/** Labels of a grid with a body in every cell whose three coordinates are odd. */
function oddCells(nx: number, ny: number, nz: number): number[] {
  let bodies = 0;
  return Array.from({ length: nx * ny * nz }, (_, cell) => {
    const [i, j, k] = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
    return i % 2 === 1 && j % 2 === 1 && k % 2 === 1 ? ++bodies : AIR;
  });
}

describe('air between labelled cells', () => {
  it("has as many elements as the paper's Figure 5: 50 boxes of 5 tetrahedra, 2775 of air, no free vertex", () => {
    const space = labelledCells({ planes: [whole(11), whole(11), whole(5)], labels: oddCells(11, 11, 5) });
    const { worst, ...counts } = expectSoundSpace(space);
    expect(counts).toEqual({ bodies: 250, air: 2775, border: 464, free: 0 });
    expect(space.bodies.map(({ tets }) => tets.length / 4)).toEqual(Array(50).fill(5));
    expect(space.bodies.every(({ positions }) => positions.length === 24)).toBe(true);
    expect(worst).toBeGreaterThan(0.7); // corner tetrahedra of a cube: 12 / 6 / sqrt(2) / 1.5 ** 1.5 = 0.77
  });

  it('fills grids of uneven cells', () => {
    const random = seededRandom(23);
    const uneven = (n: number) => whole(n).map((i) => i + 0.5 * random());
    expectSoundSpace(labelledCells({ planes: [uneven(5), uneven(7), uneven(3)], labels: oddCells(5, 7, 3) }));
  });

  it('joins cells of one label to one body', () => {
    const labels = Array(5 * 3 * 3).fill(AIR);
    for (const i of [1, 2, 3]) labels[i + 5 * (1 + 3)] = 1;
    const space = labelledCells({ planes: [whole(5), whole(3), whole(3)], labels });
    expect(expectSoundSpace(space)).toMatchObject({ bodies: 15, air: 5 * 42, free: 0 });
    expect(space.bodies).toHaveLength(1);
  });

  it('refuses bodies that touch, points in the middle of air, wrong planes and labels', () => {
    const planes = [whole(3), whole(3), whole(3)] as const;
    const labels = Array(27).fill(AIR);
    expect(() => labelledCells({ planes, labels })).toThrow('8 points inside the box touch cells of air alone');
    labels[0] = 1;
    labels[13] = 2;
    expect(() => labelledCells({ planes, labels })).toThrow('Bodies 1 and 2 share the vertex at (1.000, 1.000, 1.000)');
    expect(() => labelledCells({ planes, labels: [1] })).toThrow('Found 1 labels for 27 cells');
    const falling = [0, 2, 1, 3];
    expect(() => labelledCells({ planes: [whole(3), falling, whole(3)], labels })).toThrow('Planes across y');
    labels[13] = 3;
    labels[0] = AIR;
    expect(() => labelledCells({ planes, labels })).toThrow('Body 1 of 3 has no tetrahedra');
  });
});
