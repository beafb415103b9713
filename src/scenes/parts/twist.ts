import type { Driver } from '../../simulation/script/script.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import {
  type AblationBounds,
  type CountBounds,
  ablationFigures,
  countFigures,
  CrossingCounter,
  runCountedAblations,
} from './ablations.ts';
import {
  type CheckRunner,
  shareDeeperThan,
  type Figure,
  type FrameState,
  type RunResult,
  lastMean,
  PIERCING_AT_REST,
} from '../check.ts';

/**
 * Motion of two clamps that hold a body's ends. At constant speed, the clamps rotate about x in opposite directions and approach
 * each other.
 */
export interface Twist {
  /** Full turns of each clamp. */
  readonly turns: number;
  /** Distance by which the clamps approach each other [m]. */
  readonly approach: number;
  /** Duration of the motion [s]. Afterwards the clamps stand still. */
  readonly duration: number;
}

/**
 * Makes the drivers (scripted motions) of one body's ends.
 * @param ends vertices of the end at minimum x, then of the end at maximum x
 */
export const twist = (
  body: number,
  ends: readonly [Uint32Array, Uint32Array],
  { turns, approach, duration }: Twist,
): Driver[] =>
  ends.map((vertices, end) => {
    const sign = end === 0 ? 1 : -1;
    const shifts = [[0, 0, 0] as const, [(sign * approach) / 2, 0, 0] as const];
    return { body, vertices, motion: { times: [0, duration], axis: [1, 0, 0], turns: [0, sign * turns], shifts } };
  });

/** A vertex counts as deep if its penetration depth exceeds this share of the body's thickness. */
const DEEP_SHARE = 0.05;
/** Maximum share of deep vertices at any time. So few are not visible, as in the paper's figure. */
const DEEP_BOUND = 0.005;
/** Maximum share of interpenetrating vertices, of any depth. They are counted exactly and independently of collision detection. */
const INTERPENETRATING_BOUND = 0.01;
/** Share of the frames, at the end of the run, that contacts are averaged over. The body is coiled up by then. */
const COILED_SHARE = 0.1;
/** Number of frames at the end of a run in which the clamps stand still: 50 ms. */
const STILL_FRAMES = 5;

/** Maxima over the frames of a run. */
class RunMaxima {
  /** Share of deep vertices. */
  deep = 0;
  /** Share of interpenetrating vertices. */
  interpenetrating = 0;
  /** Share of surface edges that pierce triangles. */
  piercing = 0;
  /** Distance of the lines' vertices from the x axis, about which the clamps rotate [m]. */
  axisDistance = 0;

  /**
   * Takes a frame into account.
   * @param thickness reference length for depths [m]
   * @param lines vertices of the lines
   */
  include(state: FrameState, thickness: number, lines: Uint32Array): void {
    const { row, world, positions } = state;
    this.deep = Math.max(this.deep, shareDeeperThan(state, DEEP_SHARE * thickness));
    this.interpenetrating = Math.max(this.interpenetrating, (row.interpenetrating ?? 0) / world.surfaceVertexCount);
    this.piercing = Math.max(this.piercing, row.piercingShare ?? 0);
    for (const v of lines)
      this.axisDistance = Math.max(this.axisDistance, Math.hypot(positions[3 * v + 1]!, positions[3 * v + 2]!));
  }
}

const PASSED = 'times that inner lines passed through one another';
/** With CCD alone the bodies pass through themselves or one another. */
const CROSSING_BOUNDS: CountBounds = { hybrid: { relation: '=', bound: 0 }, ccd: { relation: '>=', bound: 1 } };

/** Requirements of a twisted scene. */
interface TwistRequirements {
  /** Reference length for depths [m]. */
  readonly thickness: number;
  /**
   * Vertices of a polyline that consists of lines along the bodies, one after the other. The lines run well inside the bodies. Where
   * one line ends and the next one begins, a clamp holds both vertices.
   */
  readonly lines: Uint32Array;
  /** Distance from the x axis that some vertex of the lines must exceed in some frame, as the body buckles [m]. */
  readonly minAxisDistance: number;
  /** Number of contacts per step that must be exceeded when the body is coiled up. */
  readonly minContacts: number;
  /** Parameters of the paper's own setting, and bounds for the runs with it, as means over the whole run. */
  readonly paperSetting: Partial<SimulationParameters>;
  readonly ablationBounds: AblationBounds;
}

/** Runs a twisted scene. Its bodies have to coil up without passing through themselves or one another. */
export async function checkTwisted(runner: CheckRunner, requirements: TwistRequirements): Promise<readonly Figure[]> {
  const maxima = new RunMaxima();
  const crossings = new CrossingCounter(requirements.lines);
  const result = await runner.run('twisted', {
    observe: (state) => maxima.include(state, requirements.thickness, requirements.lines),
    eachStep: (positions) => crossings.add(positions),
  });
  const ablation = await runCountedAblations(runner, { setting: requirements.paperSetting }, requirements.lines);
  return [
    {
      name: 'surface vertices deeper than 5 % of the thickness, at worst',
      value: maxima.deep,
      unit: '%',
      relation: '<',
      bound: DEEP_BOUND,
    },
    {
      name: 'interpenetrating vertices, at worst',
      value: maxima.interpenetrating,
      unit: '%',
      relation: '<',
      bound: INTERPENETRATING_BOUND,
    },
    { name: PASSED, value: crossings.count, relation: '=', bound: 0 },
    {
      name: 'greatest distance of inner lines from the axis',
      value: maxima.axisDistance,
      unit: 'm',
      relation: '>',
      bound: requirements.minAxisDistance,
    },
    {
      name: 'contacts per step when coiled up',
      value: coiledContacts(result),
      relation: '>',
      bound: requirements.minContacts,
    },
    { name: 'surface edges that pierce triangles, at worst', value: maxima.piercing, unit: '%' },
    {
      name: 'surface edges that pierce triangles, when the clamps stand still',
      value: lastMean(result.rows, STILL_FRAMES, (row) => row.piercingShare ?? Number.NaN),
      unit: '%',
      ...PIERCING_AT_REST,
    },
    ...ablationFigures(ablation.rows, result.rows.length, requirements.ablationBounds),
    ...countFigures({ name: PASSED, counts: ablation.counts, bounds: CROSSING_BOUNDS }),
  ];
}

/** Mean number of contacts per step over the last frames, when the body is coiled up. */
function coiledContacts({ rows }: RunResult): number {
  const last = rows.slice(-Math.ceil(COILED_SHARE * rows.length));
  return last.reduce((sum, row) => sum + row.contactsCcd + row.contactsDcd, 0) / last.length;
}
