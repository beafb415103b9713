import { buildOrder } from '../src/bvh/build.ts';
import { REFIT_FACES } from '../src/cpu/programs.ts';
import { interleave, type Timing } from './interleave.ts';
import { coiledNoodle } from './generated-cases.ts';
import { OneThread } from './one-thread.ts';
import { Rival } from './rival.ts';

export interface TreeTimings {
  readonly triangles: number;
  readonly refit: Timing;
  readonly build: Timing;
  readonly rivalRefit: Timing;
  readonly rivalBuild: Timing;
}

/** The noodle's half length at which it has some 40 K boundary triangles [m]. */
const HALF_LENGTH = 107;

/** Build and refit of a tree over boundary triangles, ours and three-mesh-bvh's, in turn. */
export async function timeTriangleTrees(): Promise<TreeTimings> {
  const pathCase = coiledNoodle(HALF_LENGTH);
  const { world, positions } = pathCase;
  const { faces, faceCount } = world.models[0].topology;
  const thread = new OneThread(pathCase);
  const rival = new Rival(positions, faces, false);
  const build = () => {
    buildOrder(world.faceTrees[0], centresOf(positions, faces), thread.state.faceOrder);
    thread.run([REFIT_FACES]);
  };
  const [ours, theirs] = await interleave([
    { name: 'refit', run: () => thread.run([REFIT_FACES]) },
    { name: 'three-mesh-bvh refit', run: () => rival.refit() },
  ]);
  const [oursBuilt, theirsBuilt] = await interleave([
    { name: 'build', run: build },
    { name: 'three-mesh-bvh build', run: () => void new Rival(positions, faces, false) },
  ]);
  return { triangles: faceCount, refit: ours, rivalRefit: theirs, build: oursBuilt, rivalBuild: theirsBuilt };
}

function centresOf(positions: Float32Array, faces: Uint32Array): Float32Array {
  const centres = new Float32Array(faces.length);
  for (let i = 0; i < faces.length; i += 3)
    for (let axis = 0; axis < 3; axis++)
      centres[i + axis] =
        (positions[3 * faces[i] + axis] + positions[3 * faces[i + 1] + axis] + positions[3 * faces[i + 2] + axis]) / 3;
  return centres;
}
