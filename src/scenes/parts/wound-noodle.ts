import { disc } from '../../mesh/model/cross-sections.ts';
import { lengthsAlong, resample } from '../models/knot-curve.ts';
import { noodle } from '../models/noodle.ts';
import { sweptPositions } from '../../mesh/model/sweep.ts';
import { createModel } from '../../simulation/world/create-model.ts';
import type { Placement } from '../../simulation/world/world.ts';

/**
 * Curve of a noodle at the start: loops in the air, each above the previous one. The centre of the loops moves around the y axis in
 * a circle. All lengths are in radii of the noodle.
 */
export interface Winding {
  /** Length of the noodle. */
  readonly length: number;
  /** Minimum and maximum radius of a loop. */
  readonly loops: readonly [number, number];
  /** Number of loops in which the radius grows from its minimum to its maximum. In as many loops it shrinks again. */
  readonly swing: number;
  /** Distance of the loops' centre from the y axis. */
  readonly wander: number;
  /** Number of loops in which the loops' centre goes around the y axis once. */
  readonly wanderLoops: number;
  /** Height that the curve gains per loop. It must be above 2, the noodle's thickness, or loops touch. */
  readonly rise: number;
  /** Height of the noodle's lower end above the origin. */
  readonly height: number;
}

/**
 * Tangent of half the angle between two successive points of a loop. A rotation can be computed from this tangent without a sine,
 * whose bits differ between JavaScript engines.
 */
const HALF_ANGLE_TANGENT = 1 / 32;
/** [rad] */
const FULL_TURN = 6.283185307179586;

/**
 * Makes a noodle whose rest shape is straight and whose starting positions follow the winding.
 * @param tetrahedra approximate number
 * @param radius of the noodle [m]
 */
export function woundNoodle(tetrahedra: number, radius: number, winding: Winding): Placement {
  const bar = noodle({ tetrahedra, radius, length: winding.length * radius });
  const section = disc(radius, bar.sides);
  const { positions: rest } = bar.mesh;
  const verticesPerLayer = section.points.length / 2;
  // Scale of each layer's cross-section. A layer's second vertex is its first one off the centre line, in direction y, so the
  // vertex' y gives the scale.
  const scales = Float64Array.from(
    { length: bar.layers },
    (_, layer) => rest[3 * (verticesPerLayer * layer + 1) + 1] / section.points[2],
  );
  const line = resample(
    windingLine(winding).map((x) => x * radius),
    bar.layers,
  );
  return { model: createModel('noodle', bar.mesh, radius), positions: sweptPositions(section, line, scales) };
}

/** Polyline along the winding, 3 numbers per point [noodle radii]. */
export function windingLine({ length, loops, swing, wander, wanderLoops, rise, height }: Winding): Float64Array {
  const [least, greatest] = loops;
  // Full turns from one point to the next. An angle is about twice the tangent of half the angle, with an error of third order.
  const turnsPerPoint = (2 * HALF_ANGLE_TANGENT) / FULL_TURN;
  const loop = new CirclingPoint(HALF_ANGLE_TANGENT);
  const centre = new CirclingPoint(HALF_ANGLE_TANGENT / wanderLoops);
  const points: number[] = [];
  let total = 0;
  for (let turns = 0; ; turns += turnsPerPoint) {
    const phase = (turns / swing) % 2;
    const radius = least + (greatest - least) * (phase < 1 ? phase : 2 - phase);
    const next = [
      radius * loop.x + wander * centre.x,
      height + rise * turns,
      radius * loop.z + wander * centre.z,
    ] as const;
    const step = points.length > 0 ? distance(points.slice(-3), next) : 0;
    points.push(...next);
    total += step;
    if (total >= length) break;
    loop.advance();
    centre.advance();
  }
  return cutToLength(Float64Array.from(points), length);
}

/** A point that moves around the unit circle by equal angles. */
class CirclingPoint {
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
function cutToLength(line: Float64Array, length: number): Float64Array {
  const lengths = lengthsAlong(line);
  const last = lengths.length - 1;
  const keptShare = (length - lengths[last - 1]) / (lengths[last] - lengths[last - 1]);
  for (let k = 3 * last; k < 3 * last + 3; k++) line[k] = line[k - 3] + keptShare * (line[k] - line[k - 3]);
  return line;
}
