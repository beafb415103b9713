import { ballSurface, funnelWall } from './models/funnel-wall.ts';
import { squareGrid, squareSheet } from './models/sheet-grid.ts';
import type { CheckRunner, Figure } from './check.ts';
import { clothOf, COTTON } from './parts/cloth.ts';
import { checkCloth, extent, positionsOf } from './parts/cloth-check.ts';
import { bandedSkin } from './parts/cloth-skin.ts';
import { throughKeyframes } from './parts/keyframes.ts';
import { place } from './parts/place.ts';
import { rigidDriver, rigidPlacement, STILL } from './parts/rigid-surface.ts';
import type { Scene } from './scene.ts';

/** Side of the square cloth, and its height at the start [m]. The funnel's mouth is at height 0. */
const SIDE = 0.95;
const HEIGHT = 0.6;
/** Orientation of the cloth (quaternion), turned about the vertical. */
const ORIENTATION = [0, 0.14, 0, 0.99] as const;
/** Profile of the funnel: radius and height of its corners [m], from the rim to the mouth. */
const PROFILE = [
  [0.45, 0.565],
  [0.42, 0.55],
  [0.17, 0.25],
  [0.14, 0.19],
  [0.135, 0.14],
  [0.135, 0],
] as const;
/** Height of the floor [m]. */
const FLOOR = -0.5;
/** Radius of the ball, the height of its centre at the start, and its way down [m], from one time to another [s]. */
const BALL_RADIUS = 0.085;
const BALL_HEIGHT = 0.72;
const BALL_DROP = 0.82;
const BALL_TIMES = [0.5, 2.4] as const;
/** A cloth that slides easily, as over polished metal. */
const SILKY = { ...COTTON, friction: 0.15 };
const [MINT, PINE, COPPER, IVORY] = [0xdfeadb, 0x2f6b57, 0xc98a5b, 0xf1d9b0];
const [CLOTH, WALL, BALL] = [0, 1, 2];

export const funnel: Scene = {
  name: 'funnel',
  title: 'A cloth slips through a funnel, and a ball follows',
  description:
    'A square cloth sinks into a funnel and slips through the spout by its own weight. Its edge is four times as long as the spout is around, ' +
    'so that it gathers into pleats, which the narrow part presses against one another and against the wall. Below, the cloth opens again ' +
    'and comes to lie on the floor; a ball follows it down. Watch the pleats in the funnel: none may pass through another one or through the wall.',
  size: {
    meaning: 'triangles of the cloth',
    default: 5000,
    min: 1000,
    max: 100_000,
    small: 5000,
    medium: 20_000,
    paper: 64_000,
  },
  frames: 170,
  poster: 0.3,
  parameters: {
    timeStep: 2e-3,
    stepsPerFrame: 8,
    iterations: 5,
    velocityDamping: 1,
    staticFriction: 0.15,
    dynamicFriction: 0.15,
    contactOffset: 2e-3,
    contactPasses: 1,
  },
  camera: { position: [0.95, 1.2, 1.45], target: [0, 0.08, 0] },
  build(size) {
    const grid = squareGrid(size);
    const cloth = squareSheet(grid, SIDE);
    const wall = funnelWall(PROFILE);
    const ball = ballSurface(BALL_RADIUS, BALL_HEIGHT);
    const [start, end] = BALL_TIMES;
    const down = throughKeyframes([
      { time: start, shift: [0, 0, 0] },
      { time: end, shift: [0, -BALL_DROP, 0] },
    ]);
    return {
      placements: [
        {
          ...clothOf('cloth', cloth, SILKY),
          positions: place(cloth.positions, ORIENTATION, [0, HEIGHT, 0]),
          skin: bandedSkin(grid, MINT, PINE),
        },
        rigidPlacement('funnel', wall, COPPER),
        rigidPlacement('ball', ball, IVORY),
      ],
      colliders: [{ normal: [0, 1, 0], offset: FLOOR }],
      script: { drivers: [rigidDriver(WALL, wall, STILL), rigidDriver(BALL, ball, down)] },
      notes: [],
    };
  },
  check: checkThrough,
};

/** Runs the scene until the cloth lies on the floor. All of it has to have come through the spout. */
function checkThrough(runner: CheckRunner): Promise<readonly Figure[]> {
  let pleats = Number.POSITIVE_INFINITY;
  return checkCloth(
    runner,
    [CLOTH],
    { stretch: 0.3, meanStretch: 0.05, speed: 0.05 },
    {
      observe: (state) => {
        const cloth = positionsOf(state, CLOTH);
        const breadth = extent(cloth, 0);
        // While it hangs in the spout, no part is wider than this.
        if (extent(cloth, 1).least < 0) pleats = Math.min(pleats, breadth.greatest - breadth.least);
      },
      figures: (last) => {
        const height = extent(positionsOf(last, CLOTH), 1);
        return [
          {
            name: 'height of the cloth’s highest point over the mouth',
            value: height.greatest,
            unit: 'm',
            relation: '<',
            bound: 0,
          },
          {
            name: 'height of its lowest point over the floor',
            value: height.least - FLOOR,
            unit: 'm',
            relation: '>=',
            bound: -1e-4,
          },
          { name: 'least breadth of the cloth on its way, in sides', value: pleats / SIDE, relation: '<', bound: 0.5 },
        ];
      },
    },
  );
}
