import { cuboid, MAX_TETRAHEDRA, MIN_TETRAHEDRA } from '../mesh/model/cuboid.ts';
import { signedVolumes } from '../mesh/quality.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { Model } from '../simulation/world/model.ts';
import type { World } from '../simulation/world/world.ts';
import type { CheckRunner, Figure, FrameState } from './check.ts';
import type { Scene } from './scene.ts';

/** Side of each cube [m], and distance of the two cubes' centres from the middle. */
const SIDE = 0.6;
const ASIDE = 0.55;
/** Height of the cubes above the floor, and of the plate above the cubes, at the start [m]. */
const GAP = 0.01;
/** Height of the plate over the floor when it presses most [sides]. */
const PRESSED = 0.45;
/** Half of the plate's side [m]. */
const PLATE = 1.05;
/** Height of the plate at key times: s, m. */
const HEIGHTS = [
  [0, SIDE + 2 * GAP],
  [0.1, SIDE + 2 * GAP],
  [0.7, PRESSED * SIDE],
  [1, PRESSED * SIDE],
  [1.6, 1.3 * SIDE],
] as const;
const FRAMES_PER_SECOND = 60;
/** Last frame before the plate rises. */
const PRESSED_FRAME = 60;
const FRAMES = 150;
const YOUNGS_MODULUS = 4e4;

export const massSpring: Scene = {
  name: 'mass-spring',
  title: 'A cube of springs is crushed, a solid one recovers',
  description:
    'A plate presses two cubes of the same mesh to less than half of their height. The left one is the solid of all other scenes: it ' +
    'bulges, keeps most of its volume, and recovers when the plate rises. The right one has a spring along each edge, and nothing that ' +
    'measures volume. It hardly bulges, loses most of its volume, and folds inside out: springs have the same lengths in a mirror ' +
    'image. So it stays crushed. Contacts are off: only the materials differ.',
  size: {
    meaning: 'tetrahedra per cube',
    default: 3000,
    min: MIN_TETRAHEDRA,
    max: MAX_TETRAHEDRA / 2,
    small: 3000,
    medium: 30_000,
    paper: 300_000,
  },
  frames: FRAMES,
  // The solid has risen, the springs have not.
  poster: 0.75,
  parameters: {
    // The material alone acts. (With contacts the springs fold inside out all the same.)
    mode: 'off',
    timeStep: 1 / (5 * FRAMES_PER_SECOND),
    stepsPerFrame: 5,
    iterations: 10,
    youngsModulus: YOUNGS_MODULUS,
    poissonRatio: 0.45,
    density: 1000,
    materialDamping: 4e-3,
    velocityDamping: 2,
    staticFriction: 0.5,
    dynamicFriction: 0.4,
  },
  camera: { position: [0.6, 0.8, 2.6], target: [0, 0.3, 0] },
  focus: { centre: [0, 0.32, 0], radius: 1.2 },
  check: checkMassSpring,
  build(size, progress) {
    const cube = cuboid({ size: [SIDE, SIDE, SIDE], tetrahedra: size, ...(progress ? { progress } : {}) });
    const model = createModel('cube', cube.mesh, SIDE / 2);
    const at = (x: number) => {
      const shift = [x, SIDE / 2 + GAP, 0];
      return cube.mesh.positions.map((value, i) => value + shift[i % 3]);
    };
    const springStiffness = stiffnessLike(YOUNGS_MODULUS, model);
    const times = HEIGHTS.map(([time]) => time);
    const [[, start]] = HEIGHTS;
    return {
      placements: [
        { model, positions: at(-ASIDE) },
        { model, positions: at(ASIDE), material: { material: 'mass-spring', springStiffness } },
      ],
      colliders: [
        { normal: [0, 1, 0], offset: 0 },
        { normal: [0, -1, 0], offset: -start },
      ],
      plates: [{ collider: 1, centre: [0, start, 0], halfWidth: PLATE }],
      script: {
        colliders: [
          { collider: 1, motion: { times, shifts: HEIGHTS.map(([, height]) => [0, height - start, 0] as const) } },
        ],
      },
      notes: [],
    };
  },
};

/**
 * Returns the stiffness of springs that resist a small stretch as a solid with Young's modulus E does [N/m]. Springs of stiffness k and
 * lengths l whose directions are even in a volume V have E = sum(k l^2) / (6 V). Their Poisson ratio is 1/4, whatever k is.
 */
function stiffnessLike(youngsModulus: number, { springs, elasticTets }: Model): number {
  const squares = springs.restLengths.reduce((total, length) => total + length * length, 0);
  return (6 * sum(elasticTets.restVolumes) * youngsModulus) / squares;
}

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, value) => total + value, 0);

/** Measures one cube. */
interface Cube {
  /** Volume [rest volumes]. */
  readonly volume: number;
  /** Greatest extent along x [sides]. */
  readonly width: number;
  /** Height above the floor [sides]. */
  readonly height: number;
  readonly inverted: number;
}

function measureCube(world: World, positions: Float32Array, body: number): Cube {
  const { model, vertexBase } = world.bodies[body];
  const { mesh, topology, elasticTets } = world.models[model];
  const own = positions.subarray(3 * vertexBase, 3 * (vertexBase + topology.vertexCount));
  const volumes = signedVolumes({ positions: own, tets: mesh.tets });
  const xs = own.filter((_, i) => i % 3 === 0);
  const ys = own.filter((_, i) => i % 3 === 1);
  return {
    volume: sum(volumes) / sum(elasticTets.restVolumes),
    width: (Math.max(...xs) - Math.min(...xs)) / SIDE,
    height: Math.max(...ys) / SIDE,
    inverted: volumes.reduce((count, volume) => count + Number(volume <= 0), 0),
  };
}

/** Returns the body of each cube: the solid, and the springs. */
const bodiesOf = ({ bodies }: World) => [0, 1].map((placement) => bodies.findIndex((b) => b.placement === placement));

async function checkMassSpring(runner: CheckRunner): Promise<readonly Figure[]> {
  const frames: (readonly Cube[])[] = [];
  const { rows } = await runner.run('both', {
    observe: ({ world, positions }: FrameState) => {
      frames.push(bodiesOf(world).map((body) => measureCube(world, positions, body)));
    },
  });
  const pressed = frames[PRESSED_FRAME - 1];
  const end = frames.at(-1)!;
  const most = (figure: (cube: Cube) => number, i: number) => Math.max(...frames.map((cubes) => figure(cubes[i])));
  const [solid, springs] = [0, 1];
  return [
    { name: 'solid: volume while pressed', value: pressed[solid].volume, unit: '%', relation: '>=', bound: 0.8 },
    { name: 'springs: volume while pressed', value: pressed[springs].volume, unit: '%', relation: '<=', bound: 0.6 },
    { name: 'solid: width while pressed, in sides', value: pressed[solid].width },
    { name: 'springs: width while pressed, in sides', value: pressed[springs].width },
    { name: 'height of the plate while pressed, in sides', value: PRESSED },
    { name: 'solid: height while pressed, in sides', value: pressed[solid].height, relation: '<=', bound: 0.46 },
    { name: 'springs: height while pressed, in sides', value: pressed[springs].height, relation: '<=', bound: 0.46 },
    { name: 'solid: volume at the end', value: end[solid].volume, unit: '%', relation: '>=', bound: 0.98 },
    { name: 'springs: volume at the end', value: end[springs].volume, unit: '%' },
    { name: 'solid: height at the end, in sides', value: end[solid].height, relation: '>=', bound: 0.9 },
    { name: 'springs: height at the end, in sides', value: end[springs].height, relation: '<=', bound: 0.8 },
    { name: 'solid: maximum of inverted elements', value: most(({ inverted }) => inverted, solid) },
    { name: 'springs: maximum of inverted elements', value: most(({ inverted }) => inverted, springs) },
    { name: 'solid: inverted elements at the end', value: end[solid].inverted, relation: '=', bound: 0 },
    { name: 'springs: inverted elements at the end', value: end[springs].inverted, relation: '>=', bound: 100 },
    { name: 'kinetic energy at the end', value: rows.at(-1)?.kineticEnergy ?? Number.NaN, unit: 'J' },
  ];
}
