import { disc } from '../../mesh/model/cross-sections.ts';
import { lengthsAlong, resample } from '../models/knot-curve.ts';
import { noodle } from '../models/noodle.ts';
import { sweptPositions } from '../../mesh/model/sweep.ts';
import { createModel } from '../../simulation/create-model.ts';
import type { Placement } from '../../simulation/world.ts';

/**
 * Starting curve of a noodle: loops in the air, each above the previous one, around a centre that moves in a circle. Lengths are
 * in radii of the noodle.
 */
export interface Winding {
  /** Length of the noodle. */
  readonly length: number;
  /** Minimum and maximum radius of a loop; `swing` is the number of loops in which the radius goes from one to the other. */
  readonly loops: readonly [number, number];
  readonly swing: number;
  /** Distance of the loops' centre from the axis, and the number of loops in which it goes around the axis once. */
  readonly wander: number;
  readonly wanderLoops: number;
  /** Height difference of one loop: above 2, or loops touch. */
  readonly rise: number;
  /** Height of the noodle's lower end above the origin. */
  readonly height: number;
}

/**
 * Tangent of half the angle between two points of a loop. A rotation made from it needs no sine, which differs between engines.
 */
const HALF_ANGLE = 1 / 32;
const TURN = 6.283185307179586;

/**
 * A noodle that is straight at rest and starts wound up.
 * @param tetrahedra approximate number
 * @param radius [m]
 */
export function woundNoodle(tetrahedra: number, radius: number, winding: Winding): Placement {
  const bar = noodle({ tetrahedra, radius, length: winding.length * radius });
  const section = disc(radius, bar.sides);
  const { positions: rest } = bar.mesh;
  const perLayer = section.points.length / 2;
  // Scale of each layer's cross-section, from its second vertex, the first one off the axis. It lies along y.
  const scales = Float64Array.from(
    { length: bar.layers },
    (_, layer) => rest[3 * (perLayer * layer + 1) + 1] / section.points[2],
  );
  const line = resample(
    windingLine(winding).map((x) => x * radius),
    bar.layers,
  );
  return { model: createModel('noodle', bar.mesh, radius), positions: sweptPositions(section, line, scales) };
}

/** Polyline along the winding, 3 numbers per point. */
export function windingLine({ length, loops, swing, wander, wanderLoops, rise, height }: Winding): Float64Array {
  const [least, greatest] = loops;
  // Turns from one point to the next. An angle is about twice the tangent of its half, with an error of third order.
  const turn = (2 * HALF_ANGLE) / TURN;
  const loop = new Turning(HALF_ANGLE);
  const centre = new Turning(HALF_ANGLE / wanderLoops);
  const points: number[] = [];
  let done = 0;
  for (let turns = 0; ; turns += turn) {
    const phase = (turns / swing) % 2;
    const radius = least + (greatest - least) * (phase < 1 ? phase : 2 - phase);
    const next = [
      radius * loop.x + wander * centre.x,
      height + rise * turns,
      radius * loop.z + wander * centre.z,
    ] as const;
    const step = points.length > 0 ? distance(points.slice(-3), next) : 0;
    points.push(...next);
    done += step;
    if (done >= length) break;
    loop.advance();
    centre.advance();
  }
  return cut(Float64Array.from(points), length);
}

/** A point that moves around the unit circle by equal angles. */
class Turning {
  x = 1;
  z = 0;
  private readonly cosine: number;
  private readonly sine: number;

  constructor(halfTangent: number) {
    const scale = 1 / (1 + halfTangent * halfTangent);
    this.cosine = (1 - halfTangent * halfTangent) * scale;
    this.sine = 2 * halfTangent * scale;
  }

  advance(): void {
    const { x, z, cosine, sine } = this;
    this.x = cosine * x - sine * z;
    this.z = sine * x + cosine * z;
  }
}

function distance(a: readonly number[], b: readonly number[]): number {
  const [x, y, z] = [0, 1, 2].map((k) => b[k] - a[k]);
  return Math.sqrt(x * x + y * y + z * z);
}

/** Shortens the last segment of a polyline until it has the given length. */
function cut(line: Float64Array, length: number): Float64Array {
  const lengths = lengthsAlong(line);
  const last = lengths.length - 1;
  const share = (length - lengths[last - 1]) / (lengths[last] - lengths[last - 1]);
  for (let k = 3 * last; k < 3 * last + 3; k++) line[k] = line[k - 3] + share * (line[k] - line[k - 3]);
  return line;
}
