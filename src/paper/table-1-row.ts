import type { StageClock } from '../simulation/stage.ts';
import { hasContacts, type MeasuredFrame, type MeasuredScene } from './table-1-measure.ts';

/** Simulated time of a frame in the paper's table [s]. Our times are converted to it. */
const PAPER_FRAME = 1 / 60;

/** A measured row: the paper's columns, and absolute times, since shares alone don't show how fast a solver is. */
export interface OurRow {
  readonly vertices: number;
  readonly tetrahedra: number;
  /** The first frame that counts. */
  readonly firstFrame: number;
  /** Number of frames that count; 0 if no frame had a contact. */
  readonly counted: number;
  /** Number of frames that ran. */
  readonly ran: number;
  /** Step in which the simulation broke, if it did. */
  readonly brokeAt?: number;
  /** Mode, contact schedule and path method of the last counted frame. */
  readonly mode: string;
  readonly contacts: string;
  readonly pathMethod: string;
  /** Contacts per step. Undefined if the mode has no contacts of the kind; so are the fields below. */
  readonly ccd?: number;
  readonly dcd?: number;
  /** Means per query: boundary faces whose nearest point was computed, traversals, tetrahedra visited. */
  readonly bvhQueries?: number;
  readonly traversals?: number;
  readonly tetsVisited?: number;
  /** Time steps [s] and iterations of the counted frames, in order of appearance. */
  readonly stepping: readonly { readonly timeStep: number; readonly iterations: number }[];
  /** Mean and longest wall time of 1/60 s of simulated time [s]. */
  readonly meanFrame: number;
  readonly maxFrame: number;
  /** Shares of the wall time of the steps [%]; `rest` is the time outside all stages' clocks, such as readback. */
  readonly percent: {
    readonly xpbd: number;
    readonly ccd?: number;
    readonly dcd?: number;
    readonly ours?: number;
    readonly rest: number;
  };
  /** Time of the shortest paths' clock per query, and per penetrating point [us]. */
  readonly perQuery?: number;
  readonly perPoint?: number;
}

/** The frames that count: from the first with a contact on; none if no frame has one. */
function countedFrames(frames: readonly MeasuredFrame[]): readonly MeasuredFrame[] {
  const first = frames.findIndex(hasContacts);
  return first < 0 ? [] : frames.slice(first);
}

/** Computes a row's figures. If no frame had a contact, all frames are used. */
export function ourRow({ frames, vertices, tetrahedra, broke }: MeasuredScene): OurRow {
  const counted = countedFrames(frames);
  const rows = counted.length > 0 ? counted : frames;
  const first = frames.length - rows.length;
  const parameters = rows.at(-1)?.parameters;
  const mode = parameters?.mode ?? 'off';
  const hasCcd = mode === 'hybrid' || mode === 'ccd';
  const hasDcd = mode === 'hybrid' || mode === 'dcd';
  const sum = (figure: (frame: MeasuredFrame) => number) => rows.reduce((total, frame) => total + figure(frame), 0);
  const asked = sum((frame) => frame.queriesAsked);
  const steps = sum((frame) => frame.steps);
  const aStep = (figure: 'contactsCcd' | 'contactsDcd') => sum(({ row, steps }) => row[figure] * steps) / steps;
  const aQuery = (figure: 'candidates' | 'traversals' | 'tetsVisited') =>
    sum(({ row, queriesAsked }) => row[figure] * queriesAsked) / asked;
  const pathUs = 1000 * sum(({ row }) => row.stages.path);
  const points = sum((frame) => frame.points);
  return {
    vertices,
    tetrahedra,
    firstFrame: first,
    counted: counted.length,
    ran: frames.length,
    ...(broke && { brokeAt: broke.step }),
    mode,
    contacts: parameters?.contacts ?? '',
    pathMethod: parameters?.pathMethod ?? '',
    ...(hasCcd && { ccd: aStep('contactsCcd') }),
    ...(hasDcd && { dcd: aStep('contactsDcd') }),
    ...(hasDcd &&
      asked > 0 && {
        bvhQueries: aQuery('candidates'),
        traversals: aQuery('traversals'),
        tetsVisited: aQuery('tetsVisited'),
        perQuery: pathUs / asked,
        // Points are counted in one detection per frame; the number of queries per point is taken to be the same in all.
        ...(points > 0 && { perPoint: ((pathUs / asked) * sum((frame) => frame.queries)) / points }),
      }),
    stepping: steppings(rows),
    ...frameTimes(rows, frames[first - 1]?.row.time ?? 0),
    percent: percentOf(rows, hasCcd, hasDcd),
  };
}

/** @param began simulated time at the start of the first frame [s] */
function frameTimes(rows: readonly MeasuredFrame[], began: number): Pick<OurRow, 'meanFrame' | 'maxFrame'> {
  let wall = 0;
  let maxFrame = 0;
  let since = began;
  for (const { row, stepsMs } of rows) {
    const seconds = stepsMs / 1000;
    wall += seconds;
    maxFrame = Math.max(maxFrame, (seconds / (row.time - since)) * PAPER_FRAME);
    since = row.time;
  }
  return { meanFrame: (wall / (since - began)) * PAPER_FRAME, maxFrame };
}

/**
 * The paper's four shares by our clocks. The refit of trees counts as DCD. In mode ccd, the refit and the test that sorts points
 * into inside and outside count as CCD. On the GPU CCD runs in the pool beside the device's work, so shares may sum to over 100.
 */
function percentOf(rows: readonly MeasuredFrame[], hasCcd: boolean, hasDcd: boolean): OurRow['percent'] {
  const wall = rows.reduce((sum, { stepsMs }) => sum + stepsMs, 0);
  const share = (...clocks: readonly StageClock[]) =>
    (100 * rows.reduce((sum, { row }) => sum + clocks.reduce((part, clock) => part + row.stages[clock], 0), 0)) / wall;
  const xpbd = share('solve', 'projection');
  const ccd = hasDcd ? share('ccd') : share('ccd', 'refit', 'dcd');
  const dcd = share('refit', 'dcd');
  const ours = share('path');
  const known = xpbd + (hasCcd ? ccd : 0) + (hasDcd ? dcd + ours : 0);
  return {
    xpbd,
    ...(hasCcd && { ccd }),
    ...(hasDcd && { dcd, ours }),
    rest: Math.max(0, 100 - known),
  };
}

function steppings(rows: readonly MeasuredFrame[]): OurRow['stepping'] {
  const found: { timeStep: number; iterations: number }[] = [];
  for (const { parameters } of rows) {
    const { timeStep, iterations } = parameters;
    if (found.some((known) => known.timeStep === timeStep && known.iterations === iterations)) continue;
    found.push({ timeStep, iterations });
  }
  return found;
}
