import { cubeRoot } from '../../math/arithmetic.ts';
import { disc } from '../../mesh/model/cross-sections.ts';
import { cuboid } from '../../mesh/model/cuboid.ts';
import { sweptTetCount } from '../../mesh/model/sweep.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { type SignedDistance, stuff } from '../../mesh/tetrahedralise/isosurface-stuffing.ts';
import { MAX_TETRAHEDRA as MOST_OF_BAR, MIN_TETRAHEDRA as FEWEST_OF_BAR, noodle } from '../models/noodle.ts';
import { MAX_TETRAHEDRA as MOST_OF_OCTOPUS, MIN_TETRAHEDRA as FEWEST_OF_OCTOPUS, octopus } from '../models/octopus.ts';

/** A number of a shape. */
interface ShapeNumber {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** '' for numbers of tetrahedra. */
  readonly unit: 'm' | '';
  readonly meaning: string;
}

/** Sizes of a shape by their names. */
export type ShapeSizes = Readonly<Record<string, number>>;

/** A shape's mesh, and the radius of its thin parts [m]. */
interface Shaped {
  readonly mesh: TetMesh;
  readonly thickness: number;
}

/** A kind of shape: what it is, its numbers, and how its mesh is made. */
export interface ShapeKind {
  readonly meaning: string;
  readonly numbers: Readonly<Record<string, ShapeNumber>>;
  make(sizes: ShapeSizes): Shaped;
}

const length = (byDefault: number, meaning: string): ShapeNumber => ({
  default: byDefault,
  min: 1e-3,
  max: 1e3,
  unit: 'm',
  meaning,
});
const tetrahedra = (byDefault: number, min: number, max = 200_000): ShapeNumber => ({
  default: byDefault,
  min,
  max,
  unit: '',
  meaning: 'about how many tetrahedra',
});

/** Half of a lattice's box, in half extents of the shape in it. */
const ROOM = 1.01;
/** Most cubes of a lattice, most of which are empty if a shape is thin. */
const MOST_CUBES = 5_000_000;
/** Tetrahedra of a cube of the lattice. */
const TETS_PER_CUBE = 12;
/** Volume of a ball of radius 1; and of a ring whose both radii are 1. */
const UNIT_BALL = 4.18879;
const UNIT_RING = 19.7392;

/**
 * Built-in shapes, all about the origin but for the octopus, which stands on y = 0. Their meshes are made with + - * / sqrt alone, so that
 * they have the same bits everywhere.
 */
export const SHAPES = {
  box: {
    meaning: 'a box',
    numbers: {
      width: length(1, 'extent along x'),
      height: length(1, 'extent along y'),
      depth: length(1, 'extent along z'),
      tetrahedra: tetrahedra(1500, 500),
    },
    make: ({ width, height, depth, tetrahedra }) => ({
      mesh: cuboid({ size: [width, height, depth], tetrahedra }).mesh,
      thickness: Math.min(width, height, depth) / 2,
    }),
  },
  ball: {
    meaning: 'a ball',
    numbers: { radius: length(0.5, 'radius'), tetrahedra: tetrahedra(2000, 200) },
    make: ({ radius, tetrahedra }) => {
      const cell = radius * cubeRoot((TETS_PER_CUBE * UNIT_BALL) / tetrahedra);
      return {
        mesh: stuffed((x, y, z) => Math.sqrt(x * x + y * y + z * z) - radius, [radius, radius, radius], cell),
        thickness: radius,
      };
    },
  },
  bar: {
    meaning: 'a round bar along x with rounded ends',
    numbers: {
      length: length(1.2, 'extent along x'),
      radius: length(0.05, 'radius'),
      tetrahedra: { ...tetrahedra(0, 0), meaning: 'about how many tetrahedra; 0 for as many as make them well-shaped' },
    },
    make: ({ length, radius, tetrahedra }) => {
      if (tetrahedra > 0 && tetrahedra < FEWEST_OF_BAR)
        throw new RangeError(
          `A bar of ${tetrahedra} tetrahedra was asked for; expected at least ${FEWEST_OF_BAR}, or 0 for as many as make them well-shaped`,
        );
      const count = tetrahedra === 0 ? tetrahedraOfBar(length, radius) : tetrahedra;
      return { mesh: noodle({ length, radius, tetrahedra: count }).mesh, thickness: radius };
    },
  },
  ring: {
    meaning: 'a ring around y',
    numbers: {
      radius: length(0.4, "radius of the circle in the tube's middle"),
      tube: length(0.1, 'radius of the tube; less than the other radius'),
      tetrahedra: tetrahedra(3000, 500),
    },
    make: ({ radius, tube, tetrahedra }) => {
      if (!(tube < radius))
        throw new RangeError(`A ring of radius ${radius} m has a tube of radius ${tube} m, expected less`);
      const cell = cubeRoot((TETS_PER_CUBE * UNIT_RING * (radius / tube)) / tetrahedra) * tube;
      const distance: SignedDistance = (x, y, z) => {
        const aside = Math.sqrt(x * x + z * z) - radius;
        return Math.sqrt(aside * aside + y * y) - tube;
      };
      return { mesh: stuffed(distance, [radius + tube, tube, radius + tube], cell), thickness: tube };
    },
  },
  octopus: {
    meaning: 'an octopus, 1 m across, which stands on y = 0',
    numbers: { tetrahedra: tetrahedra(2000, FEWEST_OF_OCTOPUS, MOST_OF_OCTOPUS) },
    make: ({ tetrahedra }) => {
      const { mesh, armBaseRadius } = octopus({ tetrahedra });
      return { mesh, thickness: armBaseRadius };
    },
  },
} as const satisfies Readonly<Record<string, ShapeKind>>;

export type ShapeName = keyof typeof SHAPES;

/** A built-in shape with all its numbers. */
export interface ShapeDefinition {
  readonly kind: ShapeName;
  readonly sizes: ShapeSizes;
}

export const isShape = (name: string): name is ShapeName => Object.hasOwn(SHAPES, name);

/** Returns a shape with the sizes that it has by default. */
export const defaultShape = (kind: ShapeName): ShapeDefinition => ({
  kind,
  sizes: Object.fromEntries(Object.entries<ShapeNumber>(SHAPES[kind].numbers).map(([name, n]) => [name, n.default])),
});

/**
 * Makes a shape's mesh.
 * @param shape its numbers in their ranges
 * @throws RangeError if no mesh of so many tetrahedra has well-shaped ones at these sizes
 */
export function makeShape(shape: ShapeDefinition): Shaped & { readonly shape: ShapeDefinition } {
  const kind: ShapeKind = SHAPES[shape.kind];
  return { ...kind.make(shape.sizes), shape };
}

/** @param half half of the extents of the shape [m]    @param cell edge length of the lattice's cubes [m] */
function stuffed(distance: SignedDistance, half: readonly [number, number, number], cell: number): TetMesh {
  const [x, y, z] = half.map((extent) => extent * ROOM);
  // A shape that is thinner than a cube still takes a layer of them.
  const along = (extent: number) => 1 + Math.ceil((2 * extent) / cell);
  const cubes = along(x) * along(y) * along(z);
  if (cubes > MOST_CUBES)
    throw new RangeError(
      `The shape needs a lattice of ${cubes.toPrecision(2)} cubes; expected at most ${MOST_CUBES}: thicker parts or fewer tetrahedra`,
    );
  return stuff(distance, { min: [-x, -y, -z], max: [x, y, z] }, cell);
}

/** Sides of the cross-section of a bar whose number of tetrahedra is left to it. */
const BAR_SIDES = 6;

/** Returns the number of tetrahedra with which a bar's elements are well-shaped. */
const tetrahedraOfBar = (length: number, radius: number): number =>
  Math.min(
    MOST_OF_BAR,
    Math.max(FEWEST_OF_BAR, sweptTetCount(disc(radius, BAR_SIDES), 1 + Math.ceil(length / radius))),
  );
