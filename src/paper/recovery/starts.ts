import type { Vector } from '../../math/arithmetic.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { heaps } from './heaps.ts';
import { ball, box, mapped, ring, turned } from './shapes.ts';
import { at, type Start, type StartBody } from './start.ts';

/** Size of the boxes of most starts [m]. */
const BOX: Vector = [0.4, 0.2, 0.4];
/** Sideways shift that keeps meshes from being aligned [m]. */
const ASIDE = { x: 0.031, z: 0.017 } as const;
/** Height of the lower of two boxes, which hang over the ground by 2 cm [m]. */
const HEIGHT = 0.12;
/** Length with which speeds are compared: of boxes and balls, and of rods [m]. */
const SMALL = 0.3;
const LONG = 0.5;

/** Returns all named starts. */
export const namedStarts = (): Start[] => [
  ...boxStarts(),
  ...coarseStarts(),
  ...flights(),
  ...containedStarts(),
  ...rodStarts(),
  ...selfStarts(),
  ...ringStarts(),
  ...heaps(),
];

/** Returns a start of two bodies over the ground, the second one moved. */
const pair = (group: string, name: string, a: TetMesh, b: TetMesh, [x, y, z]: Vector, hasGround = true): Start => ({
  name,
  group,
  hasGround,
  size: SMALL,
  bodies: [at(a, [0, HEIGHT, 0]), at(b, [x, HEIGHT + y, z])],
});

/** Two equal boxes, from a twentieth in one another to all but one place; aligned with one another; of two meshes; and of 1,536 elements each. */
function boxStarts(): Start[] {
  const plain = box(BOX, [4, 2, 4]);
  const other = box(BOX, [5, 3, 5]);
  const fine = box(BOX, [8, 4, 8]);
  const shares = [
    [5, 0.19],
    [20, 0.15],
    [35, 0.12],
    [45, 0.1],
    [60, 0.07],
    [75, 0.04],
    [90, 0.01],
  ] as const;
  const aside = (dy: number): Vector => (dy > 0 ? [ASIDE.x, dy, ASIDE.z] : [0, 0, 0]);
  return [
    ...shares.map(([share, dy]) => pair('boxes, generic', `box ${share} %`, plain, plain, aside(dy))),
    ...[0.1, 0.05, 0].map((dy) => pair('boxes, aligned', `aligned dy ${dy}`, plain, plain, [0, dy, 0])),
    pair('boxes, aligned', 'aligned sideways', plain, plain, [0.1, 0, 0]),
    ...[0.1, 0.05, 0].map((dy) => pair('two meshes', `meshes dy ${dy}`, plain, other, aside(dy))),
    pair('fine', 'fine dy 0.05', fine, fine, aside(0.05)),
  ];
}

/** Boxes of six elements, and bodies of one. */
function coarseStarts(): Start[] {
  const coarse = box(BOX, [1, 1, 1]);
  const single: TetMesh = {
    positions: Float32Array.of(0, 0, 0, 0.4, 0, 0, 0, 0.4, 0, 0, 0, 0.4),
    tets: Uint32Array.of(0, 1, 2, 3),
  };
  const two = (name: string, a: TetMesh, b: TetMesh, shift: Vector) => pair('coarse', name, a, b, shift);
  return [
    ...[0.15, 0.1, 0.05, 0].map((dy) =>
      two(`6 tets dy ${dy}`, coarse, coarse, dy > 0 ? [ASIDE.x, dy, ASIDE.z] : [0, 0, 0]),
    ),
    two('1 tet, shifted', single, single, [0.04, 0.06, 0.02]),
    two('6 tets in 192', coarse, box(BOX, [4, 2, 4]), [0.02, 0.04, 0.01]),
  ];
}

/** Boxes and cubes that fly freely. */
function flights(): Start[] {
  const plain = box(BOX, [4, 2, 4]);
  const cube = box([0.3, 0.3, 0.3], [3, 3, 3]);
  const flight = { group: 'free flight', hasGround: false, size: SMALL };
  return [
    ...[0.1, 0.05, 0].map((dy) =>
      pair('free flight', `flight dy ${dy}`, plain, plain, dy > 0 ? [ASIDE.x, dy, ASIDE.z] : [0, 0, 0], false),
    ),
    {
      ...flight,
      name: 'turned 30 deg',
      bodies: [at(plain), at(plain, [0.03, 0.03, 0.01], turned(plain, [1, 2, 0.5], 30))],
    },
    {
      ...flight,
      name: 'turned 75 deg, same centre',
      bodies: [at(cube), at(cube, [0, 0, 0], turned(cube, [1, 2, 0.5], 75))],
    },
  ];
}

/** A small body inside a large one, and balls in one another. */
function containedStarts(): Start[] {
  const large = box([0.5, 0.4, 0.5], [5, 4, 5]);
  const small = box([0.15, 0.12, 0.15], [2, 2, 2]);
  const round = ball(0.2, 0.09);
  const core = ball(0.12, 0.07);
  const start = (name: string, a: StartBody, b: StartBody, hasGround = false): Start => ({
    name,
    group: 'contained',
    hasGround,
    size: SMALL,
    bodies: [a, b],
  });
  return [
    start('small in large, off centre', at(large), at(small, [0.05, 0.09, 0.02])),
    start('small in large, centred', at(large), at(small)),
    start('spheres 30 % apart', at(round), at(round, [0.05, 0.1, 0.03])),
    start('spheres, same place', at(round), at(round)),
    start('small sphere in large, centred', at(round, [0, 0.21, 0]), at(core, [0, 0.21, 0]), true),
  ];
}

/** Rods through a block and a plate, and through one another. */
function rodStarts(): Start[] {
  const rod = box([1, 0.1, 0.1], [10, 1, 1]);
  const coarse = box([1, 0.1, 0.1], [3, 1, 1]);
  const fine = box([1, 0.1, 0.1], [14, 2, 2]);
  const block = box([0.5, 0.4, 0.5], [5, 4, 5]);
  const plate = box([0.6, 0.06, 0.6], [6, 1, 6]);
  const start = (name: string, a: StartBody, b: StartBody, hasGround = false): Start => ({
    name,
    group: 'rods',
    hasGround,
    size: LONG,
    bodies: [a, b],
  });
  const angles = [
    [90, 0.02],
    [90, 0],
    [45, 0.02],
    [12, 0.015],
  ] as const;
  return [
    start('rod through block, off centre', at(block), at(rod, [0, 0.07, 0.03])),
    start('rod through block, centred', at(block), at(rod)),
    start('coarse rod through block', at(block), at(coarse, [0, 0.05, 0.02])),
    start('rod upright through plate', at(plate), at(rod, [0.02, 0.05, 0.03], turned(rod, [0, 0, 1], 90))),
    ...angles.map(([degrees, y]) =>
      start(
        `rods at ${degrees} deg, ${y}`,
        at(fine, [0, 0.1, 0]),
        at(fine, [0.013, 0.1 + y, 0.021], turned(fine, [0, 1, 0], degrees)),
        degrees === 45,
      ),
    ),
  ];
}

/** The README's bar, wound into itself, and a slab that is folded into itself. */
function selfStarts(): Start[] {
  const bar = box([4, 0.3, 0.3], [40, 3, 3]);
  const slab = box([1, 0.1, 0.3], [16, 2, 4]);
  return [
    {
      name: 'wound bar (README)',
      group: 'self',
      hasGround: false,
      size: 1,
      bodies: [at(bar, [0, 0, 0], mapped(bar, wind))],
    },
    {
      name: 'folded slab',
      group: 'self',
      hasGround: true,
      size: LONG,
      bodies: [at(slab, [0, 0.2, 0], mapped(slab, fold))],
    },
  ];
}

/** Radius of the README's coil, and how far it climbs per metre of the bar. */
const COIL = { radius: 0.6, climb: 0.02 } as const;
const wind = (x: number, y: number, z: number): Vector => [
  (COIL.radius - y) * Math.sin(x / COIL.radius),
  (y - COIL.radius) * Math.cos(x / COIL.radius),
  z + COIL.climb * x,
];

/** Radius of the slab's fold: its halves are 45 % of their thickness in one another [m]. */
const FOLD = 0.0275;
function fold(x: number, y: number, z: number): Vector {
  const half = (Math.PI * FOLD) / 2;
  const angle = Math.max(-half, Math.min(half, x)) / FOLD;
  const beyond = x > half ? x - half : x < -half ? -half - x : 0;
  return [(FOLD - y) * Math.cos(angle) - beyond, (FOLD - y) * Math.sin(angle), z];
}

/** Rings that are linked and sunk into one another, and rings that lie in one another. */
function ringStarts(): Start[] {
  const mesh = ring(0.3, 0.06, 0.055);
  const lying = turned(mesh, [1, 0, 0], 90);
  const rings = { group: 'linked', size: 0.4 };
  return [
    { ...rings, name: 'linked rings, sunk', hasGround: false, bodies: [at(mesh), at(mesh, [0.54, 0.01, 0], lying)] },
    {
      ...rings,
      name: 'rings, shifted flat',
      hasGround: true,
      bodies: [at(mesh, [0, 0.1, 0], lying), at(mesh, [0.11, 0.12, 0.05], turned(mesh, [1, 0, 0.1], 90))],
    },
  ];
}
