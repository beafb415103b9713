import { cuboid } from '../mesh/model/cuboid.ts';
import { createModel } from '../simulation/create-model.ts';
import { cosineAndSine } from '../simulation/script/motion.ts';
import { type CheckRunner, type Figure, lastMean, type FrameState } from './check.ts';
import type { Scene } from './scene.ts';

/** Size of the cuboid in its rest shape [m]: a slab that stands upright. */
const WIDTH = 0.5;
const HEIGHT = 6;
const DEPTH = 1.2;
/**
 * The bent slab is a sector around an axis on the ground. The slab's height runs outwards from the axis and its width around it,
 * between these two angles from the vertical [turns]. The narrow top of the rest shape becomes the long round slope.
 */
const FIRST_ANGLE = 25 / 360;
const LAST_ANGLE = 90 / 360;
/** Inner radius of the sector [m]. */
const INNER = 0.3;
/**
 * The cube's edge [m], the angle on the slope at which its lower edge lands [turns from the vertical], and its height above the
 * slope at the start [m].
 */
const SIDE = 0.35;
const LANDING_ANGLE = 27.5 / 360;
const DROP_HEIGHT = 0.1;

/** Bending angle per length of the slab's width [1/m], and the outer radius that keeps every volume [m]. */
const CURVATURE = ((LAST_ANGLE - FIRST_ANGLE) * 6.283185307179586) / WIDTH;
const OUTER = Math.sqrt(INNER * INNER + (2 * HEIGHT) / CURVATURE);
const GRAVITY = 9.81;
const DENSITY = 1000;
/** Number of frames after which a cube that is pulled uphill has reached its highest place. */
const PULLED_FRAMES = 50;
/**
 * Least rise of a cube that is pulled uphill [m]. It was 0.29 m at size small, and 0.08 m at medium, where many more vertices
 * share a pull that leads more along the slope than upwards.
 */
const MIN_PULLED_RISE = 0.05;

export const restShapeSlide: Scene = {
  name: 'rest-shape-slide',
  title: 'A cube slides down a bent slab',
  description:
    'A slab is bent into a round slope and held there; a cube drops onto its upper end and slides down. Now choose the path ' +
    'method rest-shape and start again: if the cube penetrates the slope, this method searches the way out in the undeformed slab. ' +
    'There the slope was a narrow end, and the nearest side was the one behind the ridge. So the cube is ' +
    'pulled uphill, against gravity, and over the edge.',
  figure: '22',
  size: {
    meaning: 'cells across the slab', // n cells give 36 n^3 tetrahedra; the paper gives no number
    default: 7,
    min: 4,
    max: 24,
    small: 7,
    medium: 14,
    paper: 19,
  },
  frames: 80,
  poster: 0.3,
  parameters: {
    mode: 'dcd',
    // Algorithm 5 as written: vertices penetrate the slope, and only the path method determines the direction in which they
    // leave.
    contacts: 'end-of-step',
    timeStep: 3.3e-3,
    stepsPerFrame: 5,
    iterations: 10,
    density: DENSITY,
    gravity: GRAVITY,
    youngsModulus: 2e5,
    materialDamping: 1e-2,
    staticFriction: 0.2,
    dynamicFriction: 0.2,
    // Without a limit, the long wrong paths shoot the cube away at 7 m/s. At 4 m/s one can see what happens.
    depenetrationSpeed: 10,
  },
  camera: { position: [2.2, 2.6, 6.4], target: [1.2, 1.2, 0] },
  check: checkSlide,
  build(size, progress = () => {}) {
    const slab = cuboid({ size: [WIDTH, HEIGHT, DEPTH], cells: [2 * size, 3 * size, size] });
    progress(0.5);
    const box = cuboid({ size: [SIDE, SIDE, SIDE], cells: [size - 1, size - 1, size - 1] });
    const [cosine, sine] = cosineAndSine(LANDING_ANGLE);
    const middle = [OUTER * sine + SIDE / 2, OUTER * cosine + SIDE / 2 + DROP_HEIGHT, 0];
    return {
      placements: [
        { model: createModel('slab', slab.mesh, WIDTH / 2), positions: bend(slab.mesh.positions) },
        {
          model: createModel('cube', box.mesh, SIDE / 2),
          positions: box.mesh.positions.map((x, i) => x + middle[i % 3]),
        },
      ],
      colliders: [{ normal: [0, 1, 0], offset: 0 }],
      script: {
        drivers: [
          {
            body: 0,
            vertices: Uint32Array.from({ length: slab.mesh.positions.length / 3 }, (_, v) => v),
            motion: { times: [0] },
          },
        ],
      },
      notes: [],
    };
  },
};

/**
 * Bends the slab into a sector around the z axis. Radial lengths shrink where circumferential ones grow, so that each part keeps
 * its volume.
 */
function bend(rest: Float32Array): Float32Array {
  const bent = rest.slice();
  for (let i = 0; i < rest.length; i += 3) {
    const [cosine, sine] = cosineAndSine(FIRST_ANGLE + (LAST_ANGLE - FIRST_ANGLE) * (rest[i] / WIDTH + 0.5));
    const radius = Math.sqrt(INNER * INNER + (2 * (rest[i + 1] + HEIGHT / 2)) / CURVATURE);
    bent[i] = radius * sine;
    bent[i + 1] = radius * cosine;
  }
  return bent;
}

/** The cube's centre at the end of a frame [m], and its total energy as the height to which it could lift the cube [m]. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly energy: number;
}

/** Runs the fall with both path methods. */
async function checkSlide(runner: CheckRunner): Promise<readonly Figure[]> {
  const ours = await watch(runner, 'flood', restShapeSlide.frames);
  const rest = await watch(runner, 'rest-shape', PULLED_FRAMES);
  const sunk = ours.places[0].y - Math.min(...ours.places.map(({ y }) => y));
  return [
    { name: 'our paths: the cube descends by', value: sunk, unit: 'm', relation: '>', bound: 2 },
    { name: 'our paths: the cube is carried downhill by', value: drift(ours), unit: 'm', relation: '>', bound: 1 },
    {
      name: "our paths: the cube's energy gain, as a height",
      value: gain(ours),
      unit: 'm',
      relation: '<',
      bound: 0.01,
    },
    { name: 'our paths: contacts per step', value: contacts(ours) },
    { name: 'our paths: interpenetrating vertices at most', value: foreign(ours) },
    {
      name: 'rest-shape paths: the cube is pulled uphill by',
      value: rise(rest),
      unit: 'm',
      relation: '>',
      bound: MIN_PULLED_RISE,
    },
    {
      name: 'rest-shape paths: the cube is carried downhill by',
      value: drift(rest),
      unit: 'm',
      relation: '<',
      bound: -0.3,
    },
    {
      name: "rest-shape paths: the cube's energy gain, as a height",
      value: gain(rest),
      unit: 'm',
      relation: '>',
      bound: 0.2,
    },
    { name: 'rest-shape paths: contacts per step', value: contacts(rest) },
    { name: 'rest-shape paths: interpenetrating vertices at most', value: foreign(rest) },
  ];
}

async function watch(runner: CheckRunner, pathMethod: 'flood' | 'rest-shape', frames: number) {
  const places: Place[] = [];
  const { rows } = await runner.run(pathMethod, {
    parameters: { pathMethod },
    frames,
    observe(state) {
      places.push(placeOf(state));
    },
  });
  return { places, rows };
}
type Watched = Awaited<ReturnType<typeof watch>>;

function placeOf({ row, world, positions }: FrameState): Place {
  const { model, vertexBase } = world.bodies[1];
  const { vertexVolumes } = world.models[model];
  let volume = 0;
  let x = 0;
  let y = 0;
  for (let v = 0; v < vertexVolumes.length; v++) {
    volume += vertexVolumes[v];
    x += vertexVolumes[v] * positions[3 * (vertexBase + v)];
    y += vertexVolumes[v] * positions[3 * (vertexBase + v) + 1];
  }
  // The slab stands still, so all kinetic energy is the cube's.
  return { x: x / volume, y: y / volume, energy: y / volume + row.kineticEnergy / (DENSITY * volume * GRAVITY) };
}

const drift = ({ places }: Watched): number => places[places.length - 1].x - places[0].x;
const gain = ({ places }: Watched): number => Math.max(...places.map(({ energy }) => energy)) - places[0].energy;
const contacts = ({ rows }: Watched): number => lastMean(rows, rows.length, (row) => row.contactsDcd);
const foreign = ({ rows }: Watched): number => Math.max(...rows.map((row) => row.foreign ?? Number.NaN));

/** Greatest rise of the cube after its lowest point so far [m]. */
function rise({ places }: Watched): number {
  let lowest = Infinity;
  let most = 0;
  for (const { y } of places) {
    lowest = Math.min(lowest, y);
    most = Math.max(most, y - lowest);
  }
  return most;
}
