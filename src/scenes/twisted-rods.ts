import type { RoundBarModel } from '../mesh/model/round-bar.ts';
import { rod } from './models/rod.ts';
import { createModel } from '../simulation/world/create-model.ts';
import { place } from './parts/place.ts';
import type { Scene } from './scene.ts';
import { finerSteps } from './start-parameters.ts';
import { paperSetting } from './parts/ablations.ts';
import { checkTwisted, type Twist, twist } from './parts/twist.ts';

/** Length and radius of each rod, and distance between them [m]. */
const LENGTH = 1.6;
const RADIUS = 0.035;
const GAP = 0.02;
/** Number of cross-sections that each clamp holds. */
const CLAMPED_SECTIONS = 2;
/** Motion of the clamps: far enough to wind the rods into a rope that buckles, not so far that the rope's loops lose their round shape. */
const TWIST: Twist = { turns: 2.6, approach: 0.5, duration: 1.35 };

export const twistedRods: Scene = {
  name: 'twisted-rods',
  title: 'Two rods are twisted around one another',
  description:
    'Two rods lie side by side between clamps that turn in opposite directions while they approach each other. The rods wind around ' +
    'one another into a rope, and each rod is twisted too. When the rope buckles, a rod jumps out of the rope and curls up into a loop. ' +
    'Where a rod penetrates the other rod or itself, it turns blue.',
  figure: '13',
  size: {
    meaning: 'tetrahedra',
    default: 8000,
    min: 5000,
    max: 2_000_000,
    small: 8000,
    medium: 80_000,
    paper: 1_300_000,
  },
  frames: 140,
  poster: 0.88,
  parameters: {
    // The paper has steps of 3.3e-4 s with 3 iterations, for elements a fifth as long.
    timeStep: 1e-3,
    iterations: 3,
    stepsPerFrame: 10,
    gravity: 0,
    youngsModulus: 1e6,
    poissonRatio: 0.4,
    materialDamping: 2e-4,
    velocityDamping: 1,
    // A fortieth of the radius. Without this offset, surfaces under pressure would penetrate, because of float32 rounding and since
    // three iterations do not converge.
    contactOffset: 8e-4,
    contactPasses: 1,
  },
  parametersAt: (size) => finerSteps(twistedRods, size),
  camera: { position: [0.1, 0.75, 1.5], target: [0, 0, 0] },
  build(size, progress) {
    const bar = makeRod(size, progress);
    const model = createModel('rod', bar.mesh, RADIUS);
    const offset = RADIUS + GAP / 2;
    return {
      placements: [-offset, offset].map((z) => ({
        model,
        positions: place(bar.mesh.positions, [0, 0, 0, 1], [0, 0, z]),
      })),
      colliders: [],
      script: { drivers: [0, 1].flatMap((body) => twist(body, bar.endVertices, TWIST)) },
      notes: [],
    };
  },
  async check(runner) {
    const { centreline, mesh } = makeRod(runner.size);
    const secondCentreline = centreline.map((v) => v + mesh.positions.length / 3).reverse();
    return checkTwisted(runner, {
      thickness: RADIUS,
      lines: Uint32Array.of(...centreline, ...secondCentreline),
      minAxisDistance: 2 * RADIUS,
      minContacts: 100,
      paperSetting: paperSetting(twistedRods, runner.size),
      ablationBounds: { hybrid: 0.001, ccd: 0.01 },
    });
  },
};

const makeRod = (tetrahedra: number, progress: (fraction: number) => void = () => {}): RoundBarModel =>
  rod({ tetrahedra: tetrahedra / 2, length: LENGTH, radius: RADIUS, clampLayers: CLAMPED_SECTIONS, progress });
