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
