import { revolve } from '../mesh/model/revolution.ts';
import { upright } from './models/funnel-wall.ts';
import { skirtLayers } from './models/skirt-layers.ts';
import type { CheckRunner, Figure } from './check.ts';
import { clothOf } from './parts/cloth.ts';
import { checkCloth, extent, positionsOf } from './parts/cloth-check.ts';
import { plainSkin } from './parts/cloth-skin.ts';
import { throughKeyframes } from './parts/keyframes.ts';
import { rigidDriver, rigidPlacement } from './parts/rigid-surface.ts';
import type { Scene } from './scene.ts';

/** Layers from the top one down, each with its colour. Waistbands keep clear of the dress form. */
const LAYERS = [
  { height: 1.01, waist: 0.146, length: 0.27, colour: 0xf7dfae },
  { height: 0.985, waist: 0.151, length: 0.36, colour: 0xf29a4c },
  { height: 0.96, waist: 0.157, length: 0.45, colour: 0xcf4a5c },
] as const;
/** Profile of the dress form on its stand: radius and height [m]. */
const FORM = [
  [0, 0.004],
  [0.16, 0.004],
  [0.16, 0.016],
  [0.02, 0.03],
  [0.015, 0.3],
  [0.015, 0.64],
  [0.06, 0.665],
  [0.12, 0.7],
  [0.156, 0.76],
  [0.168, 0.82],
  [0.163, 0.88],
  [0.15, 0.93],
  [0.137, 0.98],
  [0.131, 1.03],
  [0.136, 1.09],
  [0.152, 1.17],
  [0.16, 1.24],
  [0.152, 1.31],
  [0.12, 1.37],
  [0.06, 1.405],
  [0.048, 1.43],
  [0.046, 1.47],
  [0, 1.475],
] as const;
const SLICES = 32;
const LINEN = 0xd9c7a8;
/** Time at which the form begins to turn, and times and places of its steps: s, m, full turns. */
const STEPS = [
  { time: 1.1, shift: [0, 0, 0], turns: 0 },
  { time: 1.9, shift: [0.12, 0, 0], turns: 0.8 },
  { time: 2.7, shift: [-0.1, 0, 0.06], turns: -0.1 },
  { time: 3.2, shift: [0, 0, 0], turns: 0 },
] as const;
const FORM_PLACEMENT = 0;
const CLOTHS = LAYERS.map((_, i) => i + 1);

export const skirt: Scene = {
  name: 'skirt',
  title: 'A skirt of three layers twirls',
  description:
    'Three rings of cloth, cut as for a circle skirt, fall around a dress form and lie down in folds, layer on layer. Then the form steps aside ' +
    'and twirls, one way and back: the layers lag behind, fly out, and wind themselves around it. Watch the hems, and what shows below them when ' +
    'the skirt rises: no layer may come through another one.',
  size: {
    meaning: 'triangles of the cloth',
    default: 5000,
    min: 2000,
    max: 130_000,
    small: 5000,
    medium: 20_000,
    paper: 49_000,
  },
  frames: 230,
  poster: 0.72,
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
  camera: { position: [1.2, 1.2, 1.9], target: [0, 0.78, 0] },
  focus: { centre: [0, 0.85, 0], radius: 0.62 },
  build(size) {
    const form = upright(revolve(FORM, SLICES), 0);
    const motion = throughKeyframes(STEPS);
    const layers = skirtLayers(LAYERS, size);
    return {
      placements: [
        rigidPlacement('dress form', form, LINEN),
        ...layers.map(({ mesh }, i) => ({
          ...clothOf(`layer ${i + 1}`, mesh),
          positions: mesh.positions,
          skin: plainSkin(LAYERS[i].colour),
        })),
      ],
      colliders: [{ normal: [0, 1, 0], offset: 0 }],
      script: {
        drivers: [
          rigidDriver(FORM_PLACEMENT, form, motion),
          ...layers.map(({ waistband }, i) => ({ body: CLOTHS[i], vertices: waistband, motion, bare: true })),
        ],
      },
      notes: [],
    };
  },
  check: checkSkirt,
};

/** Frames per second of the scene's time. */
const FRAMES_PER_SECOND = 62.5;
/** Frame before the form begins to turn. */
const STANDING = Math.floor(STEPS[0].time * FRAMES_PER_SECOND);

/** Runs the scene. The skirt has to hang before the form turns, to fly out while it turns, and to hang again at the end, where it still swings. */
async function checkSkirt(runner: CheckRunner): Promise<readonly Figure[]> {
  const longest = CLOTHS[CLOTHS.length - 1];
  const breadths: number[] = [];
  return checkCloth(
    runner,
    CLOTHS,
    { stretch: 0.3, meanStretch: 0.02, speed: 0.5 },
    {
      observe: (state) => {
        const { least, greatest } = extent(positionsOf(state, longest), 0);
        breadths.push(greatest - least);
      },
      figures: (last) => {
        const standing = breadths[STANDING - 1];
        const flying = Math.max(...breadths.slice(STANDING));
        const hem = extent(positionsOf(last, longest), 1).least;
        return [
          {
            name: 'breadth of the longest layer before the form turns',
            value: standing,
            unit: 'm',
            relation: '<',
            bound: 1,
          },
          { name: 'breadth while it turns, over that', value: flying / standing, relation: '>', bound: 1.1 },
          { name: 'height of the lowest hem at the end', value: hem, unit: 'm', relation: '<', bound: 0.75 },
        ];
      },
    },
  );
}
