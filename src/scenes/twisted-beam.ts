import { type BeamModel, beam } from '../mesh/model/beam.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { Scene, SceneBuild } from './scene.ts';
import { finerSteps } from './start-parameters.ts';
import { paperSetting } from './parts/ablations.ts';
import { checkTwisted, type Twist, twist } from './parts/twist.ts';

/** Length, width and thickness of the beam [m]. */
const LENGTH = 2;
const WIDTH = 0.1;
const THICKNESS = 0.02;
/** Number of cross-sections that each clamp holds. */
const CLAMPED_SECTIONS = 2;
/**
 * Motion of the clamps, just enough to coil the beam up. An earlier version of the scene had a shorter and wider beam and half a turn
 * more. Its cells were too coarse for this: they were pressed through one another.
 */
const TWIST: Twist = { turns: 3, approach: 0.9, duration: 1.35 };
/**
 * Distance of the two outer test lines from the beam's middle [half widths]. The check requires that the test lines never cross one
 * another. They lie inside the beam, so that its surfaces may touch.
 */
const LINE_OFFSET = 0.5;

export const twistedBeam: Scene = {
  name: 'twisted-beam',
  title: 'A thin beam is twisted',
  description:
    'Two clamps turn the ends of a thin beam in opposite directions while they approach each other. The beam winds up into a screw, ' +
    'buckles to the side, and coils up on itself; it is hard to predict which parts will meet. Where the beam penetrates itself, it ' +
    'turns blue. With mode off, the coils pass through one another.',
  figure: '13',
  size: {
    meaning: 'tetrahedra',
    default: 8000,
    min: 5000,
    max: 2_000_000,
    small: 8000,
    medium: 80_000,
    paper: 1_900_000,
  },
  frames: 140,
  poster: 0.77,
  parameters: {
    // The paper has steps of 3.3e-4 s with 3 iterations, for elements a sixth as long.
    timeStep: 1e-3,
    iterations: 3,
    stepsPerFrame: 10,
    gravity: 0,
    youngsModulus: 5e5,
    poissonRatio: 0.4,
    materialDamping: 2e-4,
    velocityDamping: 1,
    // A twenty-fifth of the thickness. Without this offset, surfaces under pressure would penetrate, because of float32 rounding and
    // since three iterations do not converge.
    contactOffset: 8e-4,
    contactPasses: 1,
  },
  parametersAt: (size) => finerSteps(twistedBeam, size),
  camera: { position: [0.1, 0.8, 1.7], target: [0, 0, 0] },
  build: (size, progress) => buildTwistedBeam(size, TWIST, progress).build,
  async check(runner) {
    const { model } = buildTwistedBeam(runner.size, TWIST);
    return checkTwisted(runner, {
      thickness: THICKNESS / 2,
      lines: innerLines(model),
      minAxisDistance: WIDTH,
      minContacts: 100,
      paperSetting: paperSetting(twistedBeam, runner.size),
      ablationBounds: { hybrid: 0.001, ccd: 0.002 },
    });
  },
};

/** Makes the scene for a given motion of the clamps. @returns the beam, and the scene's content */
export function buildTwistedBeam(
  tetrahedra: number,
  clampMotion: Twist,
  progress: (fraction: number) => void = () => {},
): { model: BeamModel; build: SceneBuild } {
  const model = beam({
    tetrahedra,
    length: LENGTH,
    width: WIDTH,
    thickness: THICKNESS,
    clampLayers: CLAMPED_SECTIONS,
    progress,
  });
  const build = {
    placements: [{ model: createModel('beam', model.mesh, THICKNESS / 2), positions: model.mesh.positions }],
    colliders: [],
    script: { drivers: twist(0, model.endVertices, clampMotion) },
    notes: [],
  };
  return { model, build };
}

/** Returns the vertices of the test lines as one polyline: along one side, back along the middle, and along the other side. */
export function innerLines({ mesh, layers }: BeamModel): Uint32Array {
  const a = lineNearest(mesh.positions, layers, (-LINE_OFFSET * WIDTH) / 2);
  const b = lineNearest(mesh.positions, layers, 0).reverse();
  const c = lineNearest(mesh.positions, layers, (LINE_OFFSET * WIDTH) / 2);
  return Uint32Array.of(...a, ...b, ...c);
}

/** Returns the vertices of the line along the beam that is nearest to y = 0 and the given z [m]. */
function lineNearest(positions: Float32Array, layers: number, z: number): Uint32Array {
  const count = positions.length / 3 / layers;
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let v = 0; v < count; v++) {
    const distance = Math.hypot(positions[3 * v + 1]!, positions[3 * v + 2]! - z);
    if (distance >= least) continue;
    least = distance;
    nearest = v;
  }
  return Uint32Array.from({ length: layers }, (_, layer) => layer * count + nearest);
}
