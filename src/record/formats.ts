import { csvFormat, csvFormatBody, csvFormatRow } from 'd3-dsv';
import type { FrameRow } from '../simulation/statistics.ts';
import type { Recording } from './recording.ts';

/**
 * The text of a recording in pieces, for a file that grows during the run. After every row, the head, all rows so far and the tail
 * together form a valid file.
 */
export interface GrowingFormat {
  readonly head: string;
  readonly tail: string;
  /** @param index number of rows before this one */
  row(row: FrameRow, index: number): string;
}

/** Returns the pieces of a recording in the format of toJson. @param recording its frames are not used */
export function growingJson({ frames: _, ...origin }: Recording): GrowingFormat {
  const head = JSON.stringify(origin, undefined, 1).slice(0, -2);
  return {
    head: `${head},\n "frames": [\n`,
    tail: '\n ]\n}\n',
    row: (row, index) => `${index === 0 ? '' : ',\n'}  ${JSON.stringify(row)}`,
  };
}

/** Returns JSON with one line per frame, so that people can read it and a diff shows which frames differ. */
export function toJson(recording: Recording): string {
  const { head, row, tail } = growingJson(recording);
  return `${head}${recording.frames.map(row).join('')}${tail}`;
}

/**
 * Returns a frame's row without nesting, with one column per stage: `ms_solve` and so on. `ms_render` is the page's drawing time. With
 * timestamp queries, it is the GPU time of the last frame whose time is known, mostly the previous frame, since no frame waits for its
 * GPU time. Without timestamp queries, it is the CPU time of recording this frame's commands. The total `ms` includes `ms_render`. Runs
 * without a page have `ms_render` 0.
 */
export function flatRow(row: FrameRow): Record<string, number | string> {
  const { stages, ...figures } = row;
  const times = Object.entries(stages).map(([stage, ms]) => [`ms_${stage}`, ms]);
  return { ...figures, ...Object.fromEntries(times) };
}

/**
 * Returns CSV for spreadsheets: a header and a row per frame. The last columns of each row repeat the run's origin (scene, parameters,
 * backend), so that a copied row still tells where it came from. The column `inputs` holds, as JSON, the inputs that took effect in the
 * row's steps. In the first row, `inputs` also holds all earlier inputs, since the parameter columns are those at the run's start.
 */
export function toCsv(recording: Recording): string {
  const cells = csvCells(recording);
  return `${csvFormat(recording.frames.map(cells))}\n`;
}

/**
 * Returns the pieces of a recording as CSV. All rows of the run must have the same columns as the first row.
 * @param recording its frames are not used
 */
export function growingCsv(recording: Recording): GrowingFormat {
  const cells = csvCells(recording);
  let columns: string[] = [];
  const row = (frame: FrameRow, index: number) => {
    const filled: Record<string, unknown> = cells(frame);
    if (index === 0) columns = Object.keys(filled);
    return `${index === 0 ? csvFormatRow(columns) : ''}\n${csvFormatBody([filled], columns)}`;
  };
  return { head: '', tail: '\n', row };
}

/** Makes the function that fills a row's cells. Call it for the rows in order, since it counts the inputs. */
function csvCells({ frames: _, parameters, inputs, switches, broke, ...origin }: Recording) {
  const context = {
    ...origin,
    ...parameters,
    ...(switches && { switches: JSON.stringify(switches) }),
    ...(broke && { broke: JSON.stringify(broke) }),
  };
  let next = 0;
  const inputsUpTo = (step: number) => {
    const first = next;
    while (next < inputs.length && inputs[next]!.step < step) next++;
    return JSON.stringify(inputs.slice(first, next));
  };
  return (row: FrameRow) => ({ ...flatRow(row), ...context, inputs: inputsUpTo(row.step) });
}
