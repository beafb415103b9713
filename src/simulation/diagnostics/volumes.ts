import { sixVolumes } from '../../geometry/tetrahedron.ts';
import { lower, type Stage } from '../program/stage.ts';
import { COUNTERS, firstChunk, type State, SUM_CHUNK } from '../state.ts';
import { VOLUME_SHARE_UNIT } from './tables.ts';
import type { Model } from '../world/model.ts';
import { elementBase, type World } from '../world/world.ts';

/** Greatest value of that counter, which is a 32-bit word: a body 4,000 times as large as at rest. */
const MOST_SHARE_UNITS = 4e9;

/** Elements with a volume or, in the plane, with an area: 4 or 3 vertex ids each. */
export interface Elements {
  readonly ids: Uint32Array;
  readonly corners: 3 | 4;
}

/** Returns a model's tetrahedra or, in the plane, its triangles. Sheets, cloth and ropes have neither. */
export const elementsOf = ({ dimension, topology }: Model): Elements =>
  dimension === 2 ? { ids: topology.faces, corners: 3 } : { ids: topology.tets, corners: 4 };

/** Returns a model's volume at rest [m^3] or, in the plane, its area [m^2]; 0 without such elements. */
export const restVolumeOf = ({ dimension, areas, volume }: Model): number =>
  dimension === 2 ? areas.restAreas.reduce((sum, area) => sum + area, 0) : volume;

/**
 * Measures volumes, in the plane areas: counts the elements that are flat or inverted (`inverted`), and finds the least volume of a body over its rest
 * volume (`leastVolume`). A body that is turned inside out has a negative volume, which counts as 0.
 */
export const volumes: Stage = {
  phases: () => 2,
  count: ({ world, state }, phase) =>
    state.volumeSums.length === 0 ? 0 : phase === 0 ? state.volumeSums.length : world.bodies.length,
  run({ world, state }, begin, end, phase) {
    if (phase === 0) sumChunks(world, state, begin, end);
    else for (let body = begin; body < end; body++) compare(world, state, body);
  },
};

/** Writes the sums `begin` to `end` - 1 of volumes. */
function sumChunks(world: World, state: State, begin: number, end: number): void {
  const { bodies, models } = world;
  let inverted = 0;
  let body = 0;
  for (let chunk = begin; chunk < end; chunk++) {
    while (body + 1 < bodies.length && chunkOf(world, body + 1) <= chunk) body++;
    const { model, vertexBase } = bodies[body];
    const { ids, corners } = elementsOf(models[model]);
    const first = SUM_CHUNK * (chunk - chunkOf(world, body));
    const last = Math.min(first + SUM_CHUNK, ids.length / corners);
    let sum = 0;
    for (let element = first; element < last; element++) {
      const volume = signedVolume(state.positions, ids, corners, element, vertexBase);
      if (!(volume > 0)) inverted++;
      sum += volume;
    }
    state.volumeSums[chunk] = sum;
  }
  Atomics.add(state.counters, COUNTERS.inverted, inverted);
}

/** Compares a body's volume with that at rest. */
function compare(world: World, { volumeSums, counters }: State, body: number): void {
  const model = world.models[world.bodies[body].model];
  const { ids, corners } = elementsOf(model);
  const rest = restVolumeOf(model);
  if (!(rest > 0)) return;
  const first = chunkOf(world, body);
  const end = first + Math.ceil(ids.length / corners / SUM_CHUNK);
  let sum = 0;
  for (let chunk = first; chunk < end; chunk++) sum += volumeSums[chunk];
  const units = Math.min(MOST_SHARE_UNITS, Math.max(0, Math.round(sum / rest / VOLUME_SHARE_UNIT)));
  // The counter's 0 means that no body has a volume.
  lower(counters, COUNTERS.leastVolume, 1 + units);
}

/** Index of the first of a body's sums. */
const chunkOf = (world: World, body: number): number => firstChunk(elementBase(world, world.bodies[body]), body);

/** Returns the signed volume of a tetrahedron [m^3], or the signed area of a triangle in the plane z = 0 [m^2]. */
export function signedVolume(
  x: Float32Array,
  ids: Uint32Array,
  corners: 3 | 4,
  element: number,
  vertexBase: number,
): number {
  const at = corners * element;
  const a = 3 * (vertexBase + ids[at]);
  const b = 3 * (vertexBase + ids[at + 1]);
  const c = 3 * (vertexBase + ids[at + 2]);
  if (corners === 3) return ((x[b] - x[a]) * (x[c + 1] - x[a + 1]) - (x[b + 1] - x[a + 1]) * (x[c] - x[a])) / 2;
  return sixVolumes(x, a, b, c, 3 * (vertexBase + ids[at + 3])) / 6;
}

/** Returns the number of elements that are inverted or flat. @param x positions of the world's vertices */
export function countInverted({ bodies, models }: World, x: Float32Array): number {
  let count = 0;
  for (const { model, vertexBase } of bodies) {
    const { ids, corners } = elementsOf(models[model]);
    for (let i = 0; i < ids.length / corners; i++) if (!(signedVolume(x, ids, corners, i, vertexBase) > 0)) count++;
  }
  return count;
}
