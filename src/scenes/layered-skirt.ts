import type { Switch } from '../simulation/script/script.ts';
import type { Motion } from '../simulation/script/motion.ts';
import { legLayers } from './models/leg-layers.ts';
import { countAirViolations } from './parts/air-violations.ts';
import { clothOf } from './parts/cloth.ts';
import { plainSkin } from './parts/cloth-skin.ts';
import { throughKeyframes } from './parts/keyframes.ts';
import { rigidDriver, rigidPlacement, STILL } from './parts/rigid-surface.ts';
import type { CheckRunner, Figure } from './check.ts';
import type { Scene } from './scene.ts';

/** Colours of the layers, from the innermost one, and of the legs. */
const COLOURS = [0xf7dfae, 0xf29a4c, 0xcf4a5c] as const;
const SKIN = 0xd9b79a;
/** Height of the hips' axis, about which legs swing [m]. */
const HIPS = 1;
/** Greatest angle of a leg from the vertical [full turns]; times of the first step, and of each one [s]. */
const SWING = 0.06;
const FIRST_STEP = 0.5;
const STRIDE = 0.6;
const STEPS = 6;
/** Times when the air is switched off and on again [s]. */
const OFF_TIME = 2;
const ON_TIME = 3;

export const layeredSkirt: Scene = {
  name: 'layered-skirt',
  title: 'Three layers around walking legs',
  description:
    'Two legs walk in a skirt of three layers of cloth. Tetrahedra of air, drawn as thin lines, fill the space between the legs and the first ' +
    'layer, and between one layer and the next. After two seconds the air is switched off for a second: the skirt falls through the legs, and ' +
    'layers through one another. Then it is switched on, and knows which layer is above which. Watch the colours: after a few steps each ' +
    'layer is back in its place. Detection of collisions in time can only keep the tangle as it finds it.',
  size: { meaning: 'vertices around a layer', default: 32, min: 24, max: 256, small: 32, medium: 64, paper: 160 },
  frames: 375,
  poster: 0.5,
  parameters: {
    mode: 'off',
    timeStep: 1 / 120,
    stepsPerFrame: 2,
    iterations: 10,
    // As in the dancer of the paper, Table 1: 10 iterations of the cloth, 20 of the air, and a mesh that stays as it is.
    airIterations: 2,
    airFlips: 0,
    velocityDamping: 1,
    contactOffset: 2e-3,
  },
  camera: { position: [1.2, 1.1, 1.9], target: [0, 0.6, 0] },
  check: checkLayeredSkirt,
  build(size) {
    const around = 4 * Math.round(size / 4);
    const { legs, layers, air } = legLayers({
      around,
      aroundLeg: Math.max(8, Math.round(around / 3)),
      levels: Math.max(4, Math.round(around / 4)),
    });
    return {
      placements: [
        ...legs.map((leg, i) => rigidPlacement(['left leg', 'right leg'][i], leg, SKIN)),
        ...layers.map(({ mesh }, i) => ({
          ...clothOf(`layer ${i + 1}`, mesh),
          positions: mesh.positions,
          skin: plainSkin(COLOURS[i]),
        })),
      ],
      air,
      colliders: [],
      script: {
        drivers: [
          ...legs.map((leg, i) => rigidDriver(i, leg, walk(i === 0 ? 1 : -1))),
          ...layers.map(({ waistband }, i) => ({
            body: legs.length + i,
            vertices: waistband,
            motion: STILL,
            bare: true,
          })),
        ],
        switches: [
          { time: OFF_TIME, parameters: { air: 'off' } },
          { time: ON_TIME, parameters: { air: 'on' } },
        ],
      },
      notes: [],
    };
  },
};
/** Returns the steps of a leg: straight down at first and in the end. @param side 1 for the leg that first goes forwards */
const walk = (side: 1 | -1): Motion =>
  throughKeyframes(
    Array.from({ length: STEPS + 2 }, (_, n) => ({
      time: FIRST_STEP + n * STRIDE,
      shift: [0, 0, 0] as const,
      turns: n === 0 || n > STEPS ? 0 : n % 2 === 0 ? side * SWING : -side * SWING,
    })),
    { axis: [1, 0, 0], centre: [0, HIPS, 0] },
  );

/** Counts violations of the layers' order by the air, and independently of it by edges that pierce triangles; and what CCD makes of the tangle. */
async function checkLayeredSkirt(runner: CheckRunner): Promise<readonly Figure[]> {
  const withAir = await watch(runner, 'air');
  const withCcd = await watch(runner, 'ccd', [
    { time: OFF_TIME, parameters: { air: 'off' } },
    { time: ON_TIME, parameters: { mode: 'ccd' } },
  ]);
  const atRest = { relation: '=', bound: 0 } as const;
  const tangled = { relation: '>', bound: 0 } as const;
  const piercing = 'edges that pierce triangles';
  return [
    {
      name: 'elements of air that violate the order, just before the air is on',
      value: withAir.tangle.violations,
      ...tangled,
    },
    { name: `${piercing}, just before the air is on`, value: withAir.tangle.piercing, unit: '%', ...tangled },
    { name: 'elements of air that violate the order, at the end', value: withAir.end.violations, ...atRest },
    { name: `${piercing}, at the end`, value: withAir.end.piercing, unit: '%', ...atRest },
    { name: 'elements of air that violate the order, at the end, by CCD', value: withCcd.end.violations, ...tangled },
    { name: `${piercing}, at the end, by CCD`, value: withCcd.end.piercing, unit: '%', ...tangled },
  ];
}

async function watch(runner: CheckRunner, label: string, switches?: readonly Switch[]) {
  let [tangle, end] = [
    { violations: Number.NaN, piercing: Number.NaN },
    { violations: Number.NaN, piercing: Number.NaN },
  ];
  await runner.run(label, {
    ...(switches && { switches }),
    observe: (state) => {
      end = { violations: countAirViolations(state), piercing: state.row.piercingShare ?? Number.NaN };
      if (state.row.time < ON_TIME) tangle = end;
    },
  });
  return { tangle, end };
}
