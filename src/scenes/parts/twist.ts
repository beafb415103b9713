import type { Driver } from '../../simulation/script/script.ts';
import { countCrossings } from '../../geometry/centreline-crossings.ts';
import { type CheckRunner, deeperThan, type Figure, type Moment, type RunResult } from '../check.ts';

/** How two clamps move that hold a body's ends: turned about x in opposite directions and drawn together, at even speed. */
export interface Twist {
  /** Full turns of each end. */
  readonly turns: number;
  /** How much nearer to one another they come [m]. */
  readonly nearer: number;
  /** How long it takes [s]; then they hold still. */
  readonly duration: number;
}

/** The drivers of one body's ends. @param ends vertices of its ends at least and at greatest x */
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

/** Deeper than this share of the thickness counts. */
const DEEP = 0.05;
/** What may be deeper at any time, as the paper's figure shows it: nothing that can be seen. */
const DEEP_BOUND = 0.005;
/** The same of vertices in foreign tetrahedra, by however little: an exact count that isn't the collision code's. */
const FOREIGN_BOUND = 0.01;
/** Share of the frames at the end over which contacts are counted: all is coiled up by then. */
const COILED = 0.1;

/** The worst moments of a run. */
class Worst {
  deep = 0;
  foreign = 0;
  piercing = 0;
  /** Farthest that a line has been from the axis of the twist [m]. */
  aside = 0;

  /** @param thickness [m]    @param lines vertices */
  look(moment: Moment, thickness: number, lines: Uint32Array): void {
    const { row, world, positions } = moment;
    this.deep = Math.max(this.deep, deeperThan(moment, DEEP * thickness));
    this.foreign = Math.max(this.foreign, (row.foreign ?? 0) / world.surfaceVertexCount);
    this.piercing = Math.max(this.piercing, row.piercingShare ?? 0);
    for (const v of lines) this.aside = Math.max(this.aside, Math.hypot(positions[3 * v + 1]!, positions[3 * v + 2]!));
  }
}

/** What is asked of a twisted scene. */
export interface Wanted {
  /** Yardstick of depths [m]. */
  readonly thickness: number;
  /** Lines along the bodies, well inside, as one line: where it runs from one to the next, a clamp holds both. */
  readonly lines: Uint32Array;
  /** Least distance that it buckles from the axis [m]. */
  readonly aside: number;
  /** Least contacts a step when it has coiled up. */
  readonly contacts: number;
}

/** Runs a twisted scene and measures whether it came out untangled all along, and coiled. */
export async function checkTwisted(runner: CheckRunner, wanted: Wanted): Promise<readonly Figure[]> {
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
      name: 'deeper than 5 % of the thickness, at worst',
      value: worst.deep,
      unit: '%',
      relation: '<',
      bound: DEEP_BOUND,
    },
    { name: 'foreign vertices, at worst', value: worst.foreign, unit: '%', relation: '<', bound: FOREIGN_BOUND },
    { name: 'crossings of inner lines between steps', value: crossings, relation: '=', bound: 0 },
    { name: 'buckled from the axis', value: worst.aside, unit: 'm', relation: '>', bound: wanted.aside },
    { name: 'contacts a step, coiled', value: lastContacts(result), relation: '>', bound: wanted.contacts },
    { name: 'piercing surface edges, at worst', value: worst.piercing, unit: '%' },
  ];
}

function lastContacts({ rows }: RunResult): number {
  const last = rows.slice(-Math.ceil(COILED * rows.length));
  return last.reduce((sum, row) => sum + row.contactsCcd + row.contactsDcd, 0) / last.length;
}
