import { partsRegions } from '../contacts/regions/tables.ts';
import { visitTetsAt } from '../detect/containing-tets.ts';
import { WATCH_INTERVAL, WATCH_STEPS } from '../detect/watch.ts';
import { NONE } from '../../mesh/topology.ts';
import type { Context, Stage } from '../program/stage.ts';
import { COUNTERS, type State } from '../state.ts';
import { MOST_SAMPLES } from './tables.ts';
import { elementsOf, restVolumeOf, signedVolume } from './volumes.ts';
import type { World } from '../world/world.ts';

/** Volumes are summed in units of this share of all rest volume, so that the sum is the same for any number of workers. */
export const VOLUME_UNIT = 2 ** -20;
/**
 * Greatest sum of such units, which fits into a counter whatever bodies have swollen to: a sample counts for at most its share of it, which is about all rest
 * volume if there are MOST_SAMPLES.
 */
export const MOST_UNITS = 2 ** 32 - 2 ** 13;

/**
 * Measures how much of the world's volume lies in other volume: sums the volumes of the elements whose centroid lies in another element that shares no
 * vertex with them (`overlapVolume`), and those of all elements that were looked at (`sampledVolume`). A centroid on a face between two elements lies in one of them.
 *
 * It is an estimate of twice the exact shared volume. It needs no search as long as watched points have been tested in turn and none was found inside:
 * then both sums are 0. Trees must be refitted.
 */
export const overlap: Stage = {
  chunk: 64,
  count: (context) => (isAnythingDeep(context) ? Math.min(MOST_SAMPLES, context.world.tetCount) : 0),
  run(context, begin, end) {
    const { world, state, scratch } = context;
    const { containing } = scratch.detect;
    const { strangers } = scratch;
    const samples = Math.min(MOST_SAMPLES, world.tetCount);
    const units = volumeUnits(world);
    const most = Math.floor(MOST_UNITS / samples);
    containing.isClosed = true;
    let inside = 0;
    let sampled = 0;
    let body = 0;
    for (let i = begin; i < end; i++) {
      const element = Math.floor((i * world.tetCount) / samples);
      while (body + 1 < world.bodies.length && world.bodies[body + 1].tetBase <= element) body++;
      const tet = element - world.bodies[body].tetBase;
      const volume = Math.min(most, Math.round(Math.abs(volumeOf(world, state, body, tet)) * units));
      sampled += volume;
      writeCentroid(containing.at, world, state, body, tet);
      strangers.begin(world, body, tet);
      if (visitTetsAt(containing, world, state, body, NONE, tet, strangers)) inside += volume;
    }
    Atomics.add(state.counters, COUNTERS.overlapVolume, inside);
    Atomics.add(state.counters, COUNTERS.sampledVolume, sampled);
  },
};

/** Whether some watched point was found inside in the last WATCH_INTERVAL steps; where not all were tested, it isn't known, so yes (measureProgram). */
function isAnythingDeep({ world, state, parameters }: Context): boolean {
  const { deepUntil, counters } = state;
  if (counters[COUNTERS.free] === 1) return false;
  if (!partsRegions(parameters, world)) return true;
  const step = counters[COUNTERS.step];
  for (let body = 0; body < deepUntil.length; body++)
    if (deepUntil[body] > 0 && deepUntil[body] - WATCH_STEPS + WATCH_INTERVAL > step) return true;
  return false;
}

/** Returns the number of units in which volumes are summed, per cubic metre; in the plane, per square metre. */
export const volumeUnits = ({ bodies, models }: Pick<World, 'bodies' | 'models'>): number =>
  1 / (VOLUME_UNIT * bodies.reduce((sum, { model }) => sum + restVolumeOf(models[model]), 0));

function volumeOf({ bodies, models }: World, { positions }: State, body: number, element: number): number {
  const { model, vertexBase } = bodies[body];
  const { ids, corners } = elementsOf(models[model]);
  return signedVolume(positions, ids, corners, element, vertexBase);
}

export function writeCentroid(
  out: Float32Array,
  { bodies, models }: World,
  { positions }: State,
  body: number,
  tet: number,
): void {
  const { model, vertexBase } = bodies[body];
  const { tets } = models[model].topology;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = 0; i < 4; i++) sum += 0.25 * positions[3 * (vertexBase + tets[4 * tet + i]) + k];
    out[k] = sum;
  }
}
