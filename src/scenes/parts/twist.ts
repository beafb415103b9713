import type { Driver } from '../../simulation/script/script.ts';
import { countCrossings } from '../../geometry/centreline-crossings.ts';
import { type CheckRunner, deeperThan, type Figure, type Moment, type RunResult } from '../check.ts';

/**
 * Motion of two clamps that hold a body's ends: at constant speed they turn about x in opposite directions and approach one
 * another.
 */
export interface Twist {
  /** Full turns per end. */
  readonly turns: number;
  /** Distance by which they approach one another [m]. */
  readonly nearer: number;
  /** Duration of the motion [s]; then they stand still. */
  readonly duration: number;
}

/**
 * Drivers of one body's ends.
 * @param ends vertices of the ends at least and at greatest x
 */
export const twist = (
  body: number,
  ends: readonly [Uint32Array, Uint32Array],
  { turns, nearer, duration }: Twist,
): Driver[] =>
  ends.map((vertices, end) => {
    const sign = end === 0 ? 1 : -1;
    const shifts = [[0, 0, 0] as const, [(sign * nearer) / 2, 0, 0] as const];
    return { body, vertices, motion: { times: [0, duration], axis: [1, 0, 0], turns: [0, sign * turns], shifts } };
  });

/** A vertex counts as deep if its penetration depth is above this share of the thickness. */
const DEEP_SHARE = 0.05;
/** Greatest share of deep vertices at any time: too few to be visible, as in the paper's figure. */
const DEEP_BOUND = 0.005;
/** Greatest share of interpenetrating vertices, of any depth, counted exactly and independently of collision detection. */
const FOREIGN_BOUND = 0.01;
/** Contacts are averaged over this share of the frames, at the end, when the body is coiled up. */
const COILED_SHARE = 0.1;

/** Maxima over a run. */
class Worst {
  deep = 0;
  foreign = 0;
  piercing = 0;
  /** Greatest distance of the lines from the axis of the twist [m]. */
  aside = 0;

  /**
   * @param thickness reference for depths [m]
   * @param lines vertices of the lines
   */
  look(moment: Moment, thickness: number, lines: Uint32Array): void {
    const { row, world, positions } = moment;
    this.deep = Math.max(this.deep, deeperThan(moment, DEEP_SHARE * thickness));
    this.foreign = Math.max(this.foreign, (row.foreign ?? 0) / world.surfaceVertexCount);
    this.piercing = Math.max(this.piercing, row.piercingShare ?? 0);
    for (const v of lines) this.aside = Math.max(this.aside, Math.hypot(positions[3 * v + 1]!, positions[3 * v + 2]!));
  }
}

/** Requirements of a twisted scene. */
interface TwistRequirements {
  /** Reference length for depths [m]. */
  readonly thickness: number;
  /** Vertices of lines along the bodies, well inside them, joined into one polyline. A clamp holds both ends of each joint. */
  readonly lines: Uint32Array;
  /** Least buckling distance from the axis [m]. */
  readonly aside: number;
  /** Least number of contacts per step when coiled up. */
  readonly contacts: number;
}

/** Runs a twisted scene and measures whether it stayed untangled throughout and coiled up. */
export async function checkTwisted(runner: CheckRunner, wanted: TwistRequirements): Promise<readonly Figure[]> {
  const worst = new Worst();
  let before: Float32Array | undefined;
  let crossings = 0;
  const result = await runner.run('twisted', {
    observe: (moment) => worst.look(moment, wanted.thickness, wanted.lines),
    eachStep(positions) {
      if (before) crossings += countCrossings(wanted.lines, before, positions, 1);
      before ??= new Float32Array(positions.length);
      before.set(positions);
    },
  });
  return [
    {
      name: 'surface vertices deeper than 5 % of the thickness, at worst',
      value: worst.deep,
      unit: '%',
      relation: '<',
      bound: DEEP_BOUND,
    },
    {
      name: 'interpenetrating vertices, at worst',
      value: worst.foreign,
      unit: '%',
      relation: '<',
      bound: FOREIGN_BOUND,
    },
    { name: 'times that inner lines passed through one another', value: crossings, relation: '=', bound: 0 },
    {
      name: 'greatest distance of inner lines from the axis',
      value: worst.aside,
      unit: 'm',
      relation: '>',
      bound: wanted.aside,
    },
    { name: 'contacts per step when coiled up', value: lastContacts(result), relation: '>', bound: wanted.contacts },
    { name: 'surface edges that pierce triangles, at worst', value: worst.piercing, unit: '%' },
  ];
}

function lastContacts({ rows }: RunResult): number {
  const last = rows.slice(-Math.ceil(COILED_SHARE * rows.length));
  return last.reduce((sum, row) => sum + row.contactsCcd + row.contactsDcd, 0) / last.length;
}
