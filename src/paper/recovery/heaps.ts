import type { Vector } from '../../math/arithmetic.ts';
import { octopus } from '../../scenes/models/octopus.ts';
import { place } from '../../scenes/parts/place.ts';
import { box } from './shapes.ts';
import { at, type Start, type StartBody } from './start.ts';

/** Angle between neighbouring cubes of a handful [rad]. */
const TURN = 2.4;

/** Three boxes, ten cubes in one place and in a handful, and two octopi head in head. */
export function heaps(): Start[] {
  const plain = box([0.4, 0.2, 0.4], [4, 2, 4]);
  const cube = box([0.2, 0.2, 0.2], [2, 2, 2]);
  const many = (name: string, size: number, bodies: StartBody[]): Start => ({
    name,
    group: 'many',
    hasGround: true,
    size,
    bodies,
  });
  const handful = (i: number): Vector => [0.07 * Math.sin(TURN * i), 0.2 + 0.03 * i, 0.07 * Math.cos(TURN * i)];
  const { mesh } = octopus({ tetrahedra: 1500 });
  const large = { tets: mesh.tets, positions: mesh.positions.map((x) => 2 * x) };
  return [
    many('three boxes in a heap', 0.3, [
      at(plain, [0, 0.12, 0]),
      at(plain, [0.05, 0.18, 0.02]),
      at(plain, [-0.04, 0.2, -0.05]),
    ]),
    many(
      'ten cubes in one place',
      0.2,
      Array.from({ length: 10 }, () => at(cube, [0, 0.2, 0])),
    ),
    many(
      'ten cubes in a handful',
      0.2,
      Array.from({ length: 10 }, (_, i) => at(cube, handful(i))),
    ),
    {
      ...many('octopi head in head', 1, [
        { mesh: large, positions: place(large.positions, [0, 0.2, 0, 1], [-0.15, 0.05, 0]) },
        { mesh: large, positions: place(large.positions, [1, 0.05, 0.15, 0.1], [0.1, 1.38, 0.1]) },
      ]),
      parameters: {
        youngsModulus: 2e5,
        poissonRatio: 0.4,
        density: 1000,
        materialDamping: 1e-3,
        velocityDamping: 1,
      },
    },
  ];
}
