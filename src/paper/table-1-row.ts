import type { StageClock } from '../simulation/program/stage.ts';
import { hasContacts, type MeasuredFrame, type MeasuredScene } from './table-1-measure.ts';

/** Simulated time of a frame in the paper's Table 1 [s]. Our times are converted to frames of this length. */
const PAPER_FRAME_TIME = 1 / 60;

/** A row of Table 1 that we measured: the paper's columns, and absolute times, since shares alone don't show how fast a solver is. */
export interface OurRow {
  readonly vertices: number;
  readonly tetrahedra: number;
  /** Index of the first frame that counts. */
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
  /** Contacts per step. Undefined if the mode has no contacts of this kind; the optional fields below are undefined likewise. */
  readonly ccd?: number;
  readonly dcd?: number;
  /** Means per query: numbers of boundary faces whose nearest point was computed, of lines followed (traversals), of tetrahedra visited. */
  readonly bvhQueries?: number;
  readonly traversals?: number;
  readonly tetsVisited?: number;
  /** Time steps [s] and iterations of the counted frames, in order of appearance. */
  readonly stepping: readonly { readonly timeStep: number; readonly iterations: number }[];
  /** Mean and maximum of the frames' wall times, each converted to 1/60 s of simulated time [s]. */
  readonly meanFrame: number;
  readonly maxFrame: number;
  /** Shares of the wall time of the steps [%]. `rest` is the time that no stage's clock measures, such as readback. */
  readonly percent: {
    readonly xpbd: number;
    readonly ccd?: number;
    readonly dcd?: number;
    readonly ours?: number;
    readonly rest: number;
  };
  /** Time of the shortest-path stage per query, and per penetrating point [us]. */
  readonly perQuery?: number;
  readonly perPoint?: number;
}

/** Returns the frames that count: from the first frame with a contact on, or none if no frame has a contact. */
function countedFrames(frames: readonly MeasuredFrame[]): readonly MeasuredFrame[] {
  const first = frames.findIndex(hasContacts);
  return first < 0 ? [] : frames.slice(first);
}

/** Computes a row's figures from the frames that count. If no frame had a contact, the figures cover all frames. */
export function ourRow({ frames, vertices, tetrahedra, broke }: MeasuredScene): OurRow {
  const countingFrames = countedFrames(frames);
  const rows = countingFrames.length > 0 ? countingFrames : frames;
  const first = frames.length - rows.length;
  const parameters = rows.at(-1)?.parameters;
  const mode = parameters?.mode ?? 'off';
  const hasCcd = mode === 'hybrid' || mode === 'ccd';
  const hasDcd = mode === 'hybrid' || mode === 'dcd';
  const sum = (figure: (frame: MeasuredFrame) => number) => rows.reduce((total, frame) => total + figure(frame), 0);
  const queryCount = sum((frame) => frame.queriesAsked);
  const steps = sum((frame) => frame.steps);
  const perStep = (figure: 'contactsCcd' | 'contactsDcd') => sum(({ row, steps }) => row[figure] * steps) / steps;
  const meanPerQuery = (figure: 'candidates' | 'traversals' | 'tetsVisited') =>
    sum(({ row, queriesAsked }) => row[figure] * queriesAsked) / queryCount;
  const pathUs = 1000 * sum(({ row }) => row.stages.path);
  const points = sum((frame) => frame.points);
  return {
    vertices,
    tetrahedra,
    firstFrame: first,
    counted: countingFrames.length,
    ran: frames.length,
    ...(broke && { brokeAt: broke.step }),
    mode,
    contacts: parameters?.contacts ?? '',
    pathMethod: parameters?.pathMethod ?? '',
    ...(hasCcd && { ccd: perStep('contactsCcd') }),
    ...(hasDcd && { dcd: perStep('contactsDcd') }),
    ...(hasDcd &&
      queryCount > 0 && {
        bvhQueries: meanPerQuery('candidates'),
        traversals: meanPerQuery('traversals'),
        tetsVisited: meanPerQuery('tetsVisited'),
        perQuery: pathUs / queryCount,
        // Points are counted in one detection per frame. The other detections are assumed to have as many queries per point.
        ...(points > 0 && { perPoint: ((pathUs / queryCount) * sum((frame) => frame.queries)) / points }),
      }),
    stepping: steppings(rows),
    ...frameTimes(rows, frames[first - 1]?.row.time ?? 0),
    percent: percentOf(rows, hasCcd, hasDcd),
  };
}

/** Computes the mean and the maximum frame time. @param startTime simulated time at the start of the first frame [s] */
function frameTimes(rows: readonly MeasuredFrame[], startTime: number): Pick<OurRow, 'meanFrame' | 'maxFrame'> {
  let wall = 0;
  let maxFrame = 0;
  let frameStart = startTime;
  for (const { row, stepsMs } of rows) {
    const seconds = stepsMs / 1000;
    wall += seconds;
    maxFrame = Math.max(maxFrame, (seconds / (row.time - frameStart)) * PAPER_FRAME_TIME);
    frameStart = row.time;
  }
  return { meanFrame: (wall / (frameStart - startTime)) * PAPER_FRAME_TIME, maxFrame };
}

/**
 * Computes the paper's four shares from the stages' clocks. The refit of trees counts as DCD. On the gpu backend, CCD runs in the worker pool at the same time as the device's work, so
 * the shares may sum to over 100.
 */
function percentOf(rows: readonly MeasuredFrame[], hasCcd: boolean, hasDcd: boolean): OurRow['percent'] {
  const wall = rows.reduce((sum, { stepsMs }) => sum + stepsMs, 0);
  const share = (...clocks: readonly StageClock[]) =>
    (100 * rows.reduce((sum, { row }) => sum + clocks.reduce((part, clock) => part + row.stages[clock], 0), 0)) / wall;
  const xpbd = share('solve', 'projection');
  const ccd = share('ccd');
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

/** Returns the different pairs of time step and iterations of the frames, since a run may change its parameters. */
function steppings(rows: readonly MeasuredFrame[]): OurRow['stepping'] {
  const found: { timeStep: number; iterations: number }[] = [];
  for (const { parameters } of rows) {
    const { timeStep, iterations } = parameters;
    if (found.some((known) => known.timeStep === timeStep && known.iterations === iterations)) continue;
    found.push({ timeStep, iterations });
  }
  return found;
}
