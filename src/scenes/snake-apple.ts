import { apple } from './models/apple.ts';
import { HOLLOW_RADIUS, hollowSnake, type HollowSnakeModel } from './models/hollow-snake.ts';
import { lengthsAlong } from './models/knot-curve.ts';
import { smooth } from './models/snake-shape.ts';
import { throughKeyframes } from './parts/keyframes.ts';
import { appleSkin, snakeSkin } from './parts/snake-skin.ts';
import type { CheckRunner, Figure } from './check.ts';
import { checkMethods, type OverlapBounds } from './parts/methods-check.ts';
import { place } from './parts/place.ts';
import { meanOf, whereInside } from './parts/swallowed.ts';
import type { PathMethod } from '../simulation/path/tables.ts';
import { vertexEnd } from '../simulation/world/world.ts';
import type { Scene } from './scene.ts';
import type { Vector } from '../math/arithmetic.ts';
import { createModel } from '../simulation/world/create-model.ts';
import { cosineAndSine } from '../simulation/script/motion.ts';

const R = HOLLOW_RADIUS;
/** Share of the tetrahedra that are the apple's. */
const APPLE_SHARE = 0.24;
/** Greatest radius of the apple [m]: more than that of the gullet. */
const APPLE_RADIUS = 1.06 * R;
/** Height of the head and of the apple over the ground [m], which leaves room for the lower jaw. */
const HEIGHT = 3.2 * R;
/** Distance of the apple from the mouth at the start [m]. */
const DISTANCE = 0.12;
/** Centre of the apple at the start [m]; the mouth is at x = 0. */
const APPLE = [DISTANCE + APPLE_RADIUS, HEIGHT, 0] as const;
/** Orientation of the apple at the start, as a quaternion of any length: it hangs a little askew, so that no flat cap of its lattice faces a side. */
const APPLE_TURN = [0.12, 0.25, 0.06, 1] as const;
/** Share of the apple's radius in which its vertices are driven. */
const CORE = 0.55;

/** Places along the body, 0 at the tail's tip and 1 at the mouth: where waves begin and end, and where the neck rises from the ground. */
const WAVES = [0.12, 0.7] as const;
const RISE = [0.5, 0.8] as const;
/** Extent of the snake along x [m]; it is longer along its winding body. */
const EXTENT = 1.48;
const WAVE_COUNT = 2;
const WAVE_HEIGHT = 0.06;
const LINE_PIECES = 800;

/** Part of the body whose inner vertices are driven: the thin tail could not hold the rest. */
const HELD = [0.22, 0.3] as const;
/** Part of the head whose surface is driven, from this place to the mouth, and the place of the hinge about which it opens. */
const JAWS = 0.93;
const HINGE = 0.9;
/** Place of the eyes along the body. */
const EYES = 0.95;
/** Turn of the upper and lower jaw, and of the cheeks, when the mouth is open [full turns]. */
const GAPE = 0.062;
const CHEEK_GAPE = 0.03;
/** A vertex belongs to a jaw if its direction from the centre line is at least this cosine from up or down; else to a cheek. */
const JAW_COSINE = 0.7;
/** Keyframes of the head: time [s], shift along x [m], and share of the gape. It strikes, closes its mouth, and creeps on over the apple. */
const HEAD = [
  [0.2, 0, 0],
  [1, 0.03, 1],
  [2.4, 0.31, 1],
  [3, 0.36, 0.8],
  [3.6, 0.42, 0],
  [5.2, 0.62, 0],
] as const;
/** Keyframes of the held part of the body, which follows the head: time [s], shift along x [m]. */
const BODY = [
  [2.2, 0],
  [5.2, 0.36],
] as const;
/** Time at which the apple is released [s]. */
const RELEASE = 5.4;

/** Path methods that the check compares, the scene's own first. */
const METHODS: readonly PathMethod[] = ['flood', 'distance-field'];
/** The squeezed apple keeps trembling inside of the snake, by less than a millimetre: hence the bound of the energy. */
const BOUNDS: OverlapBounds = { deep: 0.01, deepAtRest: 0, interpenetrating: 0.5, inverted: 0, energy: 0.05 };
/** Least way from the mouth to the apple along the gullet at the end [m], and least radius of the snake around it [radii at rest there]. */
const LEAST_WAY = 0.3;
const LEAST_BULGE = 1.08;

export const snakeApple: Scene = {
  name: 'snake-apple',
  title: 'A snake swallows an apple',
  description:
    'A hollow snake opens its mouth, strikes at an apple that hangs in front of it, and swallows it: its jaws, its cheeks and the apple are ' +
    'driven by keyframes, and then the apple is let go. The gullet is narrower than the apple, so the snake bulges around it. Nothing may ' +
    'turn blue at the end, which marks penetration. Cut the snake open with the section tool. After figure 5 of Fisher and Lin (2001).',
  size: { meaning: 'tetrahedra', default: 7500, min: 5000, max: 200_000, small: 7500, medium: 12_000, paper: 23_000 },
  frames: 430,
  // The mouth is wide open in front of the apple.
  poster: 0.25,
  parameters: {
    // With steps twice as long and more iterations, elements of the gullet's wall are inverted where the apple enters it.
    timeStep: 5e-4,
    stepsPerFrame: 32,
    iterations: 3,
    gravity: 3,
    youngsModulus: 8e4,
    poissonRatio: 0.35,
    density: 1000,
    materialDamping: 1e-2,
    velocityDamping: 6,
    staticFriction: 0.03,
    dynamicFriction: 0.02,
    contactOffset: 3e-4,
    contactPasses: 1,
    crossedEdges: 'part',
  },
  camera: { position: [0.85, 0.6, 0.95], target: [-0.2, 0.1, 0] },
  build(size, progress) {
    const line = restLine();
    const snake = makeSnake(size, line, progress);
    const fruit = apple({ tetrahedra: Math.round(size * APPLE_SHARE), radius: APPLE_RADIUS });
    const hinge = [-(1 - HINGE) * (lengthsAlong(line).at(-1) ?? 0), HEIGHT, 0] as const;
    const opened = (gape: number, axis: Vector, test: (up: number, aside: number) => boolean) => ({
      body: 0,
      vertices: verticesAt(snake, (place, up, aside) => place > JAWS && test(up, aside)),
      motion: throughKeyframes(
        HEAD.map(([time, x, share]) => ({ time, shift: [x, 0, 0] as const, turns: share * gape })),
        { axis, centre: hinge },
      ),
      bare: true,
    });
    return {
      placements: [
        {
          model: createModel('hollow-snake', snake.mesh, R / 3),
          positions: snake.mesh.positions,
          skin: snakeSkin(snake, EYES),
        },
        {
          model: createModel('apple', fruit, APPLE_RADIUS),
          positions: place(fruit.positions, APPLE_TURN, APPLE),
          skin: appleSkin(fruit.positions, APPLE_RADIUS),
          material: { youngsModulus: 3e5, poissonRatio: 0.4, density: 1500 },
        },
      ],
      colliders: [{ normal: [0, 1, 0], offset: 0 }],
      script: {
        drivers: [
          {
            body: 0,
            vertices: heldVertices(snake),
            motion: throughKeyframes(BODY.map(([time, x]) => ({ time, shift: [x, 0, 0] }))),
            bare: true,
          },
          opened(GAPE, [0, 0, 1], (up) => up > JAW_COSINE),
          opened(-GAPE, [0, 0, 1], (up) => up < -JAW_COSINE),
          opened(-CHEEK_GAPE, [0, 1, 0], (up, aside) => Math.abs(up) <= JAW_COSINE && aside > 0),
          opened(CHEEK_GAPE, [0, 1, 0], (up, aside) => Math.abs(up) <= JAW_COSINE && aside < 0),
          { body: 1, vertices: core(fruit.positions), motion: { times: [0] }, until: RELEASE, bare: true },
        ],
      },
      notes: [],
    };
  },
  check: checkSwallowed,
};

/** Lists the vertices whose place along the body and direction from its centre line (HollowSnakeModel.sites) pass a test. */
const verticesAt = (
  { sites }: HollowSnakeModel,
  test: (place: number, up: number, aside: number) => boolean,
): Uint32Array =>
  Uint32Array.from(
    Array.from({ length: sites.length / 3 }, (_, v) => v).filter((v) =>
      test(sites[3 * v], sites[3 * v + 1], sites[3 * v + 2]),
    ),
  );

/** Lists the inner vertices of the held part. The gullet doesn't reach it, so its cross-sections have an inner ring. */
const heldVertices = ({ sites, sides, walls }: HollowSnakeModel): Uint32Array =>
  Uint32Array.from(
    Array.from({ length: sites.length / 3 }, (_, v) => v).filter(
      (v) => sites[3 * v] >= HELD[0] && sites[3 * v] <= HELD[1] && v % (1 + (walls + 1) * sides) <= walls * sides,
    ),
  );

/** Lists the vertices near the apple's centre. @param positions at rest [m] */
const core = (positions: Float32Array): Uint32Array =>
  Uint32Array.from(
    Array.from({ length: positions.length / 3 }, (_, v) => v).filter((v) => {
      const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
      return x * x + y * y + z * z < (CORE * APPLE_RADIUS) ** 2;
    }),
  );

const makeSnake = (
  size: number,
  line: Float64Array,
  progress: (fraction: number) => void = () => {},
): HollowSnakeModel => hollowSnake({ tetrahedra: Math.round(size * (1 - APPLE_SHARE)), line, progress });

/** Returns the centre line at rest, from the tail's tip to the mouth [m]. It winds on the ground, and its front rises to the head. */
function restLine(): Float64Array {
  const line = new Float64Array(3 * (LINE_PIECES + 1));
  for (let i = 0; i <= LINE_PIECES; i++) {
    const place = i / LINE_PIECES;
    const along = (place - WAVES[0]) / (WAVES[1] - WAVES[0]);
    const [, sine] = cosineAndSine(WAVE_COUNT * along);
    const envelope = along > 0 && along < 1 ? smooth(3 * along) * smooth(3 * (1 - along)) : 0;
    line[3 * i] = EXTENT * (place - 1);
    line[3 * i + 1] = R + 1e-3 + (HEIGHT - R) * smooth((place - RISE[0]) / (RISE[1] - RISE[0]));
    line[3 * i + 2] = WAVE_HEIGHT * envelope * sine;
  }
  return line;
}

/** Runs the scene to its end. The apple has to lie in the gullet, far behind the mouth, without overlaps. */
async function checkSwallowed(runner: CheckRunner): Promise<readonly Figure[]> {
  const line = restLine();
  const snake = makeSnake(runner.size, line);
  const length = lengthsAlong(line).at(-1) ?? 0;
  return checkMethods(runner, METHODS, BOUNDS, () => ({
    figures: (_, { world, positions }) => {
      const positionsOf = (placement: number) => {
        const body = world.bodies.findIndex((candidate) => candidate.placement === placement);
        return positions.subarray(3 * world.bodies[body].vertexBase, 3 * vertexEnd(world, body));
      };
      const inside = whereInside(snake, positionsOf(0), meanOf(positionsOf(1)));
      return [
        {
          name: 'way from the mouth to the apple',
          value: (1 - inside.place) * length,
          unit: 'm',
          relation: '>=',
          bound: LEAST_WAY,
        },
        {
          name: "distance of the apple's centre from the gullet's axis, over the gullet's radius",
          value: inside.aside / inside.gullet,
          relation: '<',
          bound: 0.5,
        },
        {
          name: 'radius of the snake around the apple, over that at rest',
          value: inside.bulge,
          relation: '>=',
          bound: LEAST_BULGE,
        },
      ];
    },
  }));
}
