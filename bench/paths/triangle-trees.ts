import { buildElements } from '../../src/simulation/detect/rebuild.ts';
import { refitForPaths } from '../../src/simulation/path/passes.ts';
import { interleave, type Timing } from '../measure/interleave.ts';
import { coiledNoodle } from './generated-cases.ts';
import { OneThread } from '../measure/threads.ts';
import { buildRival, Rival } from '../collision/rival.ts';

export interface TreeTimings {
  readonly triangles: number;
  readonly refit: Timing;
  readonly build: Timing;
  readonly rivalRefit: Timing;
  readonly rivalBuild: Timing;
}

/** Half length of a noodle with about 40 K boundary triangles [m]. */
const HALF_LENGTH = 107;

/** Times building and refitting a tree over boundary triangles, by Untangle and by three-mesh-bvh in turn. */
export async function timeTriangleTrees(): Promise<TreeTimings> {
  const pathCase = coiledNoodle(HALF_LENGTH);
  const { world, positions } = pathCase;
  const { faces, faceCount } = world.models[0].topology;
  const thread = new OneThread(pathCase);
  const rival = new Rival(positions, faces, false);
  const build = () => {
    buildElements(world.faceTrees[0], faces, 3, positions, 0, thread.state.faceOrder);
    thread.run([refitForPaths('tree')]);
  };
  const [ours, theirs] = await interleave([
    { name: 'refit', run: () => thread.run([refitForPaths('tree')]) },
    { name: 'three-mesh-bvh refit', run: () => rival.refit() },
  ]);
  const [oursBuilt, theirsBuilt] = await interleave([
    { name: 'build', run: build },
    { name: 'three-mesh-bvh build', runElsewhere: () => buildRival(positions, faces) },
  ]);
  return { triangles: faceCount, refit: ours, rivalRefit: theirs, build: oursBuilt, rivalBuild: theirsBuilt };
}
