import type { CheckRunner, Figure } from './check.ts';
import { MAX_TETRAHEDRA, MIN_TETRAHEDRA } from './models/octopus.ts';
import { buildThrow, SPAN } from './parts/octopi-throw.ts';
import { HYBRID_BOUNDS, pileFigures, wholeRunFigures } from './parts/pile.ts';
import type { Scene } from './scene.ts';

/** Initial downward speed in the check [m/s], and its number of frames: as for octopi-8. */
const CHECK_SPEED = 10;
const CHECK_FRAMES = 100;
/** Number of last frames that figures are averaged over. */
const REST_FRAMES = 10;

export const octopi6: Scene = {
  name: 'octopi-6',
  title: 'Six octopi, by implicit Euler',
  description:
    'Six octopi drop into a glass box, as in the scene with eight, but their motion is integrated by implicit Euler: contacts are penalty ' +
    'forces, and each step solves one linear system. They roll over one another, and settle in about four seconds. Watch the points of ' +
    'contact: penalties give way a little, so that arms lie tenths of a millimetre deep in one another, and single points a few ' +
    'millimetres. ‘Compare with’ shows XPBD beside it.',
  figure: '10',
  size: {
    meaning: 'tetrahedra per body',
    default: 2000,
    min: MIN_TETRAHEDRA,
    max: MAX_TETRAHEDRA,
    small: 2000,
    medium: 8000,
    paper: 14_700,
  },
  frames: 300,
  parameters: {
    integrator: 'implicit-euler',
    youngsModulus: 1e6,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 1e-4,
    velocityDamping: 0.5,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
    // As for octopi-8. (The paper has none.)
    contactOffset: 6e-4,
    // As in the paper. Contacts are found once per step, so edges need points of their own.
    contactPoints: 'edges',
  },
  camera: { position: [2.1 * SPAN, 1.8 * SPAN, 3.1 * SPAN], target: [0, 0.4 * SPAN, 0] },
  check: checkOctopi,
  build: (size, progress) => buildThrow({ pairs: 3, size, progress }),
};

async function checkOctopi(runner: CheckRunner): Promise<readonly Figure[]> {
  const parameters = { dropSpeed: CHECK_SPEED };
  const { rows } = await runner.run('implicit-euler', { parameters, frames: CHECK_FRAMES });
  return [...pileFigures('', rows, REST_FRAMES, HYBRID_BOUNDS), ...wholeRunFigures('', rows, REST_FRAMES)];
}
