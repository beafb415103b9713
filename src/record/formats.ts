import { csvFormat, csvFormatBody, csvFormatRow } from 'd3-dsv';
import type { FrameRow } from '../simulation/statistics.ts';
import type { Recording } from './recording.ts';

/** A recording's text in pieces, for a file that grows with the run: head, rows and tail are whole after every row. */
export interface GrowingFormat {
  readonly head: string;
  readonly tail: string;
  /** @param index how many came before */
  row(row: FrameRow, index: number): string;
}

/** @param recording its frames aren't read */
export function growingJson({ frames: _, ...origin }: Recording): GrowingFormat {
  const head = JSON.stringify(origin, undefined, 1).slice(0, -2);
  return {
    head: `${head},\n "frames": [\n`,
    tail: '\n ]\n}\n',
    row: (row, index) => `${index === 0 ? '' : ',\n'}  ${JSON.stringify(row)}`,
  };
}

/** JSON with a line a frame, so that a person can read it and a diff shows the frames that differ. */
export function toJson(recording: Recording): string {
  const { head, row, tail } = growingJson(recording);
  return `${head}${recording.frames.map(row).join('')}${tail}`;
}

/**
 * A row a frame, stages spread into columns `ms_solve` and so on. `ms_render` is the page's drawing: with a device's timestamps
 * that of the last frame known, mostly the one before, since no frame waits for them; else the time to record this one's commands.
 * It is part of `ms`; what runs without a page draws nothing and has 0.
 */
export function flatRow(row: FrameRow): Record<string, number | string> {
  const { stages, ...figures } = row;
  const times = Object.entries(stages).map(([stage, ms]) => [`ms_${stage}`, ms]);
  return { ...figures, ...Object.fromEntries(times) };
}

/**
 * CSV that opens in a spreadsheet: a header, a row a frame, and in each row's last columns what made the run, so
 * that a row copied elsewhere still says where it came from. `inputs` holds, as JSON, those that took effect in the
 * row's steps; in the first row also those before, since the parameters are those at the run's start.
 */
export function toCsv(recording: Recording): string {
  const cells = csvCells(recording);
  return `${csvFormat(recording.frames.map(cells))}\n`;
}

/** The same for a run whose rows all have the figures of the first. @param recording its frames aren't read */
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

/** Writes the rows, one after another. */
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
