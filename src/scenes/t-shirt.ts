import { tShirt, type Shirt } from './models/t-shirt.ts';
import { slab } from './models/slab.ts';
import type { CheckRunner, Figure } from './check.ts';
import { clothOf } from './parts/cloth.ts';
import { checkCloth, extent, positionsOf } from './parts/cloth-check.ts';
import { throughKeyframes } from './parts/keyframes.ts';
import { place } from './parts/place.ts';
import { rigidDriver, rigidPlacement } from './parts/rigid-surface.ts';
import type { Scene } from './scene.ts';
import type { Skin } from '../simulation/world/world.ts';

/** Height of the shirt's middle over the floor at the start, and where its hem begins along z [m]. */
const HEIGHT = 0.06;
const HEM = 0.33;
/** Orientation of the shirt (quaternion): it lies on its back, its neck away from the camera. */
const LYING = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
/** A plane is a slab that reaches below the floor: its size and the height of its middle [m], its cells upwards and along z. */
const PLANE = { size: [0.03, 0.36, 0.84], height: 0.16, cells: [4, 8] } as const;
/** Orientations of the left and the right plane (quaternions). They lean outwards by 19 degrees, so that they lift the cloth and don't clamp it. */
const LEANING = [
  [0, 0, 0.165, 0.9863],
  [0, 0, -0.165, 0.9863],
] as const;
/** Distance of the planes' middles from the middle of the floor, at the start and when they have closed [m]. The shirt reaches 0.45 to each side. */
const [OPEN, CLOSED] = [0.57, 0.21];
/** Least distance between the planes when they have closed [m]: they lean outwards from there. */
const GAP = 0.28;
/** Times at which the planes begin to close, have closed, begin to open, and have opened [s]. */
const [CLOSING, SHUT, OPENING, OPENED] = [0.4, 2.2, 2.4, 3.2];
const [SHIRT, LEFT, RIGHT] = [0, 1, 2];
const [CHALK, NAVY, OAK] = [0xf2eee4, 0x2c4270, 0xc79a62];
/** Stripes of the shirt: distance from one to the next, their breadth, and the height of the lowest one [squares of the pattern]. */
const STRIPES = { period: 2, breadth: 1, first: 1 } as const;

export const tShirtScene: Scene = {
  name: 't-shirt',
  title: 'A T-shirt is pressed together between two planes',
  description:
    'A T-shirt lies on the floor. Two planes sweep it together to a third of its breadth: front, back and sleeves rise in folds, which ' +
    'press against one another on both of their sides. Then the planes open, and the crumpled shirt comes to rest. Watch the folds while the ' +
    'planes are closed: each belongs to the same piece of cloth, and none may pass through another one.',
  size: {
    meaning: 'triangles of the cloth',
    default: 5800,
    min: 1000,
    max: 100_000,
    small: 5800,
    medium: 10_000,
    paper: 10_000,
  },
  frames: 250,
  poster: 0.5,
  parameters: {
    timeStep: 2e-3,
    stepsPerFrame: 8,
    iterations: 5,
    velocityDamping: 1,
    staticFriction: 0.3,
    dynamicFriction: 0.3,
    contactOffset: 2e-3,
    contactPasses: 1,
  },
  camera: { position: [0, 0.75, 1.15], target: [0, 0.05, 0] },
  build(size) {
    const shirt = tShirt(size);
    const plane = slab(PLANE.size, PLANE.cells);
    const planes = LEANING.map((orientation, right) => {
      const x = (right ? 1 : -1) * OPEN;
      return { ...plane, positions: place(plane.positions, orientation, [x, PLANE.height, 0]) };
    });
    const way = OPEN - CLOSED;
    return {
      placements: [
        {
          ...clothOf('T-shirt', shirt.mesh),
          positions: place(shirt.mesh.positions, LYING, [0, HEIGHT, HEM]),
          skin: striped(shirt),
        },
        rigidPlacement('left plane', planes[0], OAK),
        rigidPlacement('right plane', planes[1], OAK),
      ],
      colliders: [{ normal: [0, 1, 0], offset: 0 }],
      script: { drivers: [rigidDriver(LEFT, planes[0], closing(way)), rigidDriver(RIGHT, planes[1], closing(-way))] },
      notes: [],
    };
  },
  check: checkPressed,
};

/** Makes the motion of a plane. @param way from its start to where it is closed, along x [m] */
const closing = (way: number) =>
  throughKeyframes([
    { time: CLOSING, shift: [0, 0, 0] },
    { time: SHUT, shift: [way, 0, 0] },
    { time: OPENING, shift: [way, 0, 0] },
    { time: OPENED, shift: [0, 0, 0] },
  ]);

/** Paints stripes across a shirt. */
function striped({ pattern }: Shirt): Skin {
  const { period, breadth, first } = STRIPES;
  const shares = Float32Array.from({ length: pattern.length / 2 }, (_, v) => {
    const phase = (pattern[2 * v + 1] - first + period) % period;
    return phase < breadth ? 1 : 0;
  });
  return { colour: CHALK, marks: [{ colour: NAVY, shares }] };
}

/** Runs the scene until the shirt lies. The planes have to close, and the shirt between them has to become narrow. */
function checkPressed(runner: CheckRunner): Promise<readonly Figure[]> {
  let gap = Number.POSITIVE_INFINITY;
  let narrowest = Number.POSITIVE_INFINITY;
  return checkCloth(
    runner,
    [SHIRT],
    { stretch: 0.3, meanStretch: 0.05, speed: 0.05 },
    {
      observe: (state) => {
        const across = extent(positionsOf(state, SHIRT), 0);
        narrowest = Math.min(narrowest, across.greatest - across.least);
        gap = Math.min(gap, extent(positionsOf(state, RIGHT), 0).least - extent(positionsOf(state, LEFT), 0).greatest);
      },
      figures: (last) => {
        const height = extent(positionsOf(last, SHIRT), 1);
        return [
          { name: 'least distance between the planes', value: gap, unit: 'm', relation: '<', bound: GAP },
          { name: 'least breadth of the shirt', value: narrowest, unit: 'm', relation: '<', bound: GAP },
          { name: 'height of the shirt at the end', value: height.greatest, unit: 'm' },
        ];
      },
    },
  );
}
