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

/** Number of rows in each part of a finished recording. */
const ROWS_PER_PART = 1000;

/** Writes a finished recording in parts, one after the other, since the whole may be longer than the longest string (512 MB). */
export function* partsOf({ head, row, tail }: GrowingFormat, { frames }: Recording): Generator<string> {
  yield head;
  for (let i = 0; i < frames.length; i += ROWS_PER_PART) {
    const rows = frames.slice(i, i + ROWS_PER_PART);
    yield rows.map((frame, k) => row(frame, i + k)).join('');
  }
  yield tail;
}

/** Writes JSON with one line per frame, so that people can read the file and a diff shows the frames that differ. */
export const toJson = (recording: Recording): string => [...jsonParts(recording)].join('');

/** Writes JSON like `toJson`, in parts. */
export const jsonParts = (recording: Recording): Iterable<string> => partsOf(growingJson(recording), recording);
