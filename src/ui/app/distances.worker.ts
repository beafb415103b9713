import { expose } from 'comlink';
import { marchedDistances } from '../../simulation/path/distance-field/node-distances.ts';
import type { RestShape } from '../../simulation/path/distance-field/rest-shape-of.ts';
import type { NamedArrays } from '../../simulation/world/model.ts';

/** Marches the distances of rest shapes in a worker, so that frames go on meanwhile, and so that it can be ended. */
const marcher = {
  march: (shape: RestShape, order: 1 | 2, progress: (share: number) => void): NamedArrays =>
    marchedDistances(shape, order, (share) => {
      progress(share);
      return true;
    }),
};

export type Marcher = typeof marcher;
expose(marcher);
