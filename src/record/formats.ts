import { csvFormat, csvFormatBody, csvFormatRow } from 'd3-dsv';
import type { FrameRow } from '../simulation/statistics.ts';
import type { Recording } from './recording.ts';

/**
 * Text format of a recording's file that grows during the run. The head, the rows so far and the tail together are a valid file after
 * every row, so that a run that is cut off leaves a valid file.
 */
export interface GrowingFormat {
  readonly head: string;
  readonly tail: string;
  /** @param index number of rows before this one */
  row(row: FrameRow, index: number): string;
}

/**
 * Returns the JSON format of a recording.
 * @param recording gives the run's origin (scene, parameters, backend and so on); its frames are not used
 */
export function growingJson({ frames: _, ...origin }: Recording): GrowingFormat {
  // Without the last two characters, a line break and the closing brace: the frames follow.
  const head = JSON.stringify(origin, undefined, 1).slice(0, -2);
  return {
    head: `${head},\n "frames": [\n`,
    tail: '\n ]\n}\n',
    row: (row, index) => `${index === 0 ? '' : ',\n'}  ${JSON.stringify(row)}`,
  };
}

/** Writes JSON with one line per frame, so that people can read the file and a diff shows the frames that differ. */
export function toJson(recording: Recording): string {
  const { head, row, tail } = growingJson(recording);
  return `${head}${recording.frames.map(row).join('')}${tail}`;
}

/**
 * Replaces a row's nested stage times by one column per stage: `ms_solve` and so on.
 * `ms_render` is the page's drawing time and is included in `ms`; without a page it is 0. If the GPU has timestamp queries,
 * `ms_render` is the GPU time of the last frame whose time is known, usually the previous frame, since no frame waits for its
 * time. Otherwise it is the CPU time spent on recording this frame's commands.
 */
export function flatRow(row: FrameRow): Record<string, number | string> {
  const { stages, ...figures } = row;
  const times = Object.entries(stages).map(([stage, ms]) => [`ms_${stage}`, ms]);
  return { ...figures, ...Object.fromEntries(times) };
}

/**
 * Writes CSV for spreadsheets: a header, and one row per frame. The last columns of each row repeat the run's origin (scene,
 * parameters, backend), so that a copied row still tells where it came from. The column `inputs` holds, as JSON, the inputs that
 * took effect in the row's steps. In the first row it also holds all earlier inputs, since the parameter columns have the values
 * at the run's start.
 */
export function toCsv(recording: Recording): string {
  const cells = csvCells(recording);
  return `${csvFormat(recording.frames.map(cells))}\n`;
}

/**
 * Returns the CSV format of a recording. All rows must have the same columns as the first.
 * @param recording gives the run's origin; its frames are not used
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

/**
 * Returns a function that fills a row's cells. Call that function for the rows in order: it gives each row the inputs since the
 * row before.
 */
function csvCells({ frames: _, parameters, inputs, switches, broke, ...origin }: Recording) {
  const context = {
    ...origin,
    ...parameters,
    ...(switches && { switches: JSON.stringify(switches) }),
    ...(broke && { broke: JSON.stringify(broke) }),
  };
  let next = 0;
  const inputsBefore = (step: number) => {
    const first = next;
    while (next < inputs.length && inputs[next]!.step < step) next++;
    return JSON.stringify(inputs.slice(first, next));
  };
  return (row: FrameRow) => ({ ...flatRow(row), ...context, inputs: inputsBefore(row.step) });
}
