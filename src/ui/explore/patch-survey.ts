import { wrap } from 'comlink';
import type { SurveyedBody } from '../../render/explore/patch-layer.ts';
import type { PatchTree } from '../../simulation/self-collision/patch-tree.ts';
import type { Model } from '../../simulation/world/model.ts';
import type { StillFrame } from './still-frame.ts';
import type { Surveyor } from './patches.worker.ts';

/** Trees of patches, kept as long as their models are: a tree depends on the rest shape alone, and takes long to build. */
const TREES = new WeakMap<Model, PatchTree>();

/**
 * Divides the skins of all bodies into patches, in a worker of its own.
 * @param progress called with the number of bodies that are done
 * @param signal ends the worker
 * @throws the signal's reason if the signal aborts
 */
export async function surveyBodies(
  { world, positions }: StillFrame,
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<SurveyedBody[]> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./patches.worker.ts', import.meta.url), { type: 'module' });
  const failure = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message || 'the worker for patches could not be started'));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const surveyor = wrap<Surveyor>(worker);
  const surveyAll = async (): Promise<SurveyedBody[]> => {
    const bodies: SurveyedBody[] = [];
    for (const { model: id, vertexBase } of world.bodies) {
      const model = world.models[id];
      const { topology, mesh } = model;
      let tree = TREES.get(model);
      if (!tree) {
        const { faces, faceEdges, edgeFaces, faceCount, vertexCount } = topology;
        const needed = { faces, faceEdges, edgeFaces, faceCount, vertexCount };
        tree = await surveyor.buildTree({ topology: needed, restPositions: mesh.positions });
        TREES.set(model, tree);
      }
      const own = positions.subarray(3 * vertexBase, 3 * (vertexBase + topology.vertexCount));
      bodies.push({ tree, survey: await surveyor.survey(tree, own.slice()), positions: own });
      progress(bodies.length);
    }
    return bodies;
  };
  try {
    return await Promise.race([surveyAll(), failure]);
  } finally {
    worker.terminate();
  }
}
