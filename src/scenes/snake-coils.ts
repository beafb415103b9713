import { innerVertices, SNAKE_LENGTH, SNAKE_RADIUS, snake, type SnakeModel } from './models/snake.ts';
import { smooth, thicknessAt } from './models/snake-shape.ts';
import { beyond, type Coil, coilMotions, spiralPoints } from './parts/coil.ts';
import { snakeSkin } from './parts/snake-skin.ts';
import { CrossingCounter } from './parts/ablations.ts';
import { type CheckRunner, type Figure, lastMean } from './check.ts';
import { checkMethods, type OverlapBounds } from './parts/methods-check.ts';
import type { PathMethod } from '../simulation/path/tables.ts';
import type { Scene } from './scene.ts';
import { createModel } from '../simulation/world/create-model.ts';
import { cosineAndSine } from '../simulation/script/motion.ts';

/** Part of the body that lies curled up at the start. The body is wound around it [lengths]. */
const CURLED = 0.3;
/** Part of that whose inner vertices are driven, as places along the body. The thin tail before it is free, so that it can give way. */
const HELD = [0.17, 0.27] as const;
/** Part of the head whose inner vertices are driven, as places along the body: 0 at the tail's tip, 1 at the snout. */
const HEAD = [0.93, 0.985] as const;
/** Place of the eyes along the body. */
const EYES = 0.955;
/** Radius of the innermost turn [m]. */
const HOLE = 0.045;
/** Distance of neighbouring turns over the body's breadth. */
const LOOSENESS = 1.2;
/** Waves of the body that isn't curled up: their number, and how far they reach to either side [m]. */
const WAVES = 2;
const WAVE_HEIGHT = 0.05;
/** Share of that body in which the waves begin, and in which they end. */
const WAVE_RISE = 0.25;
/** Number of pieces of that body's centre line. */
const WAVE_PIECES = 400;
/** Height of the centre line over the ground [m]: the thickest part hardly touches it. */
const HEIGHT = SNAKE_RADIUS + 5e-4;

const COIL: Coil = {
  spiral: {
    hole: HOLE,
    breadth: (distance) => 2 * LOOSENESS * SNAKE_RADIUS * thicknessAt(distance / SNAKE_LENGTH),
  },
  length: ((HEAD[0] + HEAD[1]) / 2) * SNAKE_LENGTH,
  wound: [CURLED * SNAKE_LENGTH, 0.84 * SNAKE_LENGTH],
  pull: [0, 0.015],
  headShare: 0.5,
  rest: { turns: 0.5, distance: 0.075, height: 0.056, inwards: 0.17 },
  speed: 0.8,
  rise: 1.3,
  start: 0.5,
};

/** Path methods that the check compares, the scene's own first. */
const METHODS: readonly PathMethod[] = ['flood', 'distance-field'];
const BOUNDS: OverlapBounds = { deep: 0.005, deepAtRest: 0, interpenetrating: 0, inverted: 0, energy: 0.01 };
/** Least number of turns of the body around the y axis when it is coiled up, and greatest breadth of the coil [m]. */
const LEAST_TURNS = 2.5;
const GREATEST_BREADTH = 0.4;
/** Least number of contacts per step when the snake is coiled up, and number of last frames, in which it lies still. */
const LEAST_CONTACTS = 20;
const COILED_FRAMES = 20;

export const snakeCoils: Scene = {
  name: 'snake-coils',
  title: 'A snake coils up',
  description:
    'A snake lies on the ground, its tail curled up. Keyframes turn its tail and lead its head around it, and the body winds itself up: turn ' +
    'lies against turn, until the head comes to rest on top. Watch the turns where they touch: nothing may turn blue, which marks penetration. ' +
    'After figure 4 of Fisher and Lin (2001).',
  size: { meaning: 'tetrahedra', default: 7500, min: 4000, max: 200_000, small: 7500, medium: 10_000, paper: 14_000 },
  frames: 340,
  poster: 0.95,
  parameters: {
    timeStep: 1e-3,
    stepsPerFrame: 16,
    iterations: 3,
    gravity: 9.81,
    youngsModulus: 2e5,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 1e-2,
    velocityDamping: 1,
    staticFriction: 0.2,
    dynamicFriction: 0.15,
    contactOffset: 3e-4,
    contactPasses: 1,
    crossedEdges: 'part',
  },
  camera: { position: [0.55, 1.1, 0.85], target: [0, 0, 0] },
  build(size, progress) {
    const body = makeSnake(size, progress);
    const { middle, head } = coilMotions(COIL);
    return {
      placements: [
        { model: createModel('snake', body.mesh, SNAKE_RADIUS), positions: body.laid, skin: snakeSkin(body, EYES) },
      ],
      colliders: [{ normal: [0, 1, 0], offset: 0 }],
      script: {
        drivers: [
          { body: 0, vertices: innerVertices(body, ...HELD), motion: middle, bare: true },
          { body: 0, vertices: innerVertices(body, ...HEAD), motion: head, bare: true },
        ],
      },
      notes: [],
    };
  },
  check: checkCoil,
};

const makeSnake = (tetrahedra: number, progress: (fraction: number) => void = () => {}): SnakeModel =>
  snake({ tetrahedra, line: coiledLine(), laidLine: laidLine(), progress });

/** Returns the centre line at rest [m]: the whole body is coiled up. */
const coiledLine = (): Float64Array =>
  Float64Array.from(spiralPoints(COIL.spiral, SNAKE_LENGTH).flatMap((point) => withHeight(beyond(point, 0))));

/** Returns the centre line at the start [m]: the tail is coiled up, and waves about the tangent follow. */
function laidLine(): Float64Array {
  const points = spiralPoints(COIL.spiral, COIL.wound[0]);
  const line = points.flatMap((point) => withHeight(beyond(point, 0)));
  const free = SNAKE_LENGTH - COIL.wound[0];
  for (let i = 1; i <= WAVE_PIECES; i++) {
    const share = i / WAVE_PIECES;
    const [, sine] = cosineAndSine(WAVES * share);
    const aside = WAVE_HEIGHT * sine * smooth(share / WAVE_RISE) * smooth((1 - share) / WAVE_RISE);
    line.push(...withHeight(beyond(points[points.length - 1], free * share, aside)));
  }
  return Float64Array.from(line);
}

const withHeight = ([x, z]: readonly [number, number]): [number, number, number] => [x, HEIGHT, z];

/** Runs the scene until the snake is coiled up. It has to lie against itself, and must not have passed through itself. */
async function checkCoil(runner: CheckRunner): Promise<readonly Figure[]> {
  const { centreline } = makeSnake(runner.size);
  return checkMethods(runner, METHODS, BOUNDS, () => {
    const crossings = new CrossingCounter(centreline);
    return {
      receivers: { eachStep: (positions) => crossings.add(positions) },
      figures: ({ rows }, { positions }) => [
        { name: 'times that the centre line passed through itself', value: crossings.count, relation: '=', bound: 0 },
        {
          name: 'turns of the centre line around the coil',
          value: turnsAround(positions, centreline),
          relation: '>=',
          bound: LEAST_TURNS,
        },
        {
          name: 'breadth of the coil at the end',
          value: breadthOf(positions),
          unit: 'm',
          relation: '<',
          bound: GREATEST_BREADTH,
        },
        {
          name: 'contacts per step when coiled up',
          value: lastMean(rows, COILED_FRAMES, (row) => row.contactsCcd + row.contactsDcd),
          relation: '>=',
          bound: LEAST_CONTACTS,
        },
      ],
    };
  });
}

/** Number of turns that a line makes around the y axis. */
function turnsAround(positions: Float32Array, line: Uint32Array): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) {
    const [x0, z0] = [positions[3 * line[i - 1]], positions[3 * line[i - 1] + 2]];
    const [x1, z1] = [positions[3 * line[i]], positions[3 * line[i] + 2]];
    sum += Math.atan2(z0 * x1 - x0 * z1, x0 * x1 + z0 * z1);
  }
  return sum / (2 * Math.PI);
}

/** Extent along x or z, the greater one [m]. */
function breadthOf(positions: Float32Array): number {
  const extents = [0, 2].map((k) => {
    const along = positions.filter((_, i) => i % 3 === k);
    return along.reduce((a, b) => Math.max(a, b), -Infinity) - along.reduce((a, b) => Math.min(a, b), Infinity);
  });
  return Math.max(...extents);
}
