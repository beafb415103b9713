import { type CheckRunner, type Figure, type FrameState, lastMean } from '../check.ts';
import type { World } from '../../simulation/world/world.ts';

/** Bounds of a cloth scene's check. */
export interface ClothBounds {
  /** Greatest stretch of any edge of a cloth in the last frame, and its mean over all edges [1]. */
  readonly stretch: number;
  readonly meanStretch: number;
  /** Mean speed of the cloths' vertices over the last frames [m/s]. */
  readonly speed: number;
}

/** Number of last frames in which the cloths lie still. */
const REST_FRAMES = 10;

/** Vertices of one body: world ids from `begin` to `end` (exclusive). */
interface Range {
  readonly begin: number;
  readonly end: number;
}

const rangeOf = ({ bodies, models }: World, body: number): Range => {
  const { vertexBase, model } = bodies[body];
  return { begin: vertexBase, end: vertexBase + models[model].topology.vertexCount };
};

/** Returns the world's body of a placement. */
export const bodyOf = ({ bodies }: World, placement: number): number =>
  bodies.findIndex((body) => body.placement === placement);

/** Returns the positions of a placement's body [m], 3 per vertex: a view of the state's. */
export function positionsOf({ world, positions }: FrameState, placement: number): Float32Array {
  const { begin, end } = rangeOf(world, bodyOf(world, placement));
  return positions.subarray(3 * begin, 3 * end);
}

/** Returns the least and the greatest coordinate of positions along an axis [m]. @param axis 0, 1, 2 for x, y, z */
export function extent(positions: Float32Array, axis: number): { readonly least: number; readonly greatest: number } {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = axis; i < positions.length; i += 3) {
    least = Math.min(least, positions[i]);
    greatest = Math.max(greatest, positions[i]);
  }
  return { least, greatest };
}

/** Returns by how much the edges of a placement's body are longer than at rest, as a share: the greatest one, and the mean of all. */
function stretchOf(state: FrameState, placement: number): { readonly greatest: number; readonly mean: number } {
  const { world } = state;
  const { mesh, topology } = world.models[world.bodies[bodyOf(world, placement)].model];
  const { edges, edgeCount } = topology;
  const own = positionsOf(state, placement);
  const lengthIn = (x: Float32Array, e: number): number => {
    const [a, b] = [3 * edges[2 * e], 3 * edges[2 * e + 1]];
    return Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]);
  };
  let greatest = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let e = 0; e < edgeCount; e++) {
    const stretch = lengthIn(own, e) / lengthIn(mesh.positions, e) - 1;
    greatest = Math.max(greatest, stretch);
    sum += Math.abs(stretch);
  }
  return { greatest, mean: sum / edgeCount };
}

/** Measures how fast vertices move between frames, from their positions alone. */
class Speedometer {
  private before = new Float32Array();
  private time = 0;

  /** Returns the mean speed of a placement's vertices since the last call [m/s]; NaN at the first one. */
  read(state: FrameState, placement: number): number {
    const now = positionsOf(state, placement);
    const { before } = this;
    let sum = 0;
    for (let i = 0; i < before.length; i += 3)
      sum += Math.hypot(now[i] - before[i], now[i + 1] - before[i + 1], now[i + 2] - before[i + 2]);
    const mean = sum / (before.length / 3) / (state.row.time - this.time);
    this.before = now.slice();
    this.time = state.row.time;
    return mean;
  }
}

/**
 * Runs a scene with cloths. In no frame may an edge cross a triangle, or a vertex be inside a body: both counts are exact.
 * @param cloths placements of the cloths
 * @param own the scene's own measurements: `observe` is called after each frame, then `figures` with the last one
 */
export async function checkCloth(
  runner: CheckRunner,
  cloths: readonly number[],
  bounds: ClothBounds,
  own: { observe?(state: FrameState): void; figures(last: FrameState): readonly Figure[] },
): Promise<readonly Figure[]> {
  let last: FrameState | undefined;
  let greatestStretch = 0;
  const speedometers = cloths.map(() => new Speedometer());
  const speeds: number[] = [];
  const { rows } = await runner.run('cloth', {
    observe: (state) => {
      last = state;
      greatestStretch = Math.max(greatestStretch, ...cloths.map((cloth) => stretchOf(state, cloth).greatest));
      speeds.push(Math.max(...cloths.map((cloth, i) => speedometers[i].read(state, cloth))));
      own.observe?.(state);
    },
  });
  if (!last) throw new Error('The check ran 0 frames, expected at least 1');
  const atEnd = last;
  const stretches = cloths.map((cloth) => stretchOf(atEnd, cloth));
  const most = (values: readonly number[]) => Math.max(...values);
  return [
    {
      name: 'edges that cross triangles, in the worst frame',
      value: most(rows.map((row) => row.piercingShare ?? Number.NaN)),
      unit: '%',
      relation: '=',
      bound: 0,
    },
    {
      name: 'vertices inside bodies, in the worst frame',
      value: most(rows.map((row) => row.interpenetrating ?? Number.NaN)),
      relation: '=',
      bound: 0,
    },
    {
      name: 'mean speed of the cloth, in the last frames',
      value: most(speeds.slice(1).slice(-REST_FRAMES)),
      unit: 'm/s',
      relation: '<',
      bound: bounds.speed,
    },
    {
      name: 'mean change of the edges’ lengths, at the end',
      value: most(stretches.map(({ mean }) => mean)),
      unit: '%',
      relation: '<',
      bound: bounds.meanStretch,
    },
    {
      name: 'greatest stretch of an edge, at the end',
      value: most(stretches.map(({ greatest }) => greatest)),
      unit: '%',
      relation: '<',
      bound: bounds.stretch,
    },
    { name: 'greatest stretch of an edge, in the worst frame', value: greatestStretch, unit: '%' },
    ...own.figures(atEnd),
    { name: 'contacts per step by CCD', value: lastMean(rows, rows.length, (row) => row.contactsCcd) },
  ];
}
