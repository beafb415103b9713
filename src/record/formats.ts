import { csvFormat } from 'd3-dsv';
import type { FrameRow } from '../simulation/statistics.ts';
import type { Recording } from './recording.ts';

/** JSON with a line a frame, so that a person can read it and a diff shows the frames that differ. */
export function toJson({ frames, ...origin }: Recording): string {
  const head = JSON.stringify(origin, undefined, 1).slice(0, -2);
  const rows = frames.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
  return `${head},\n "frames": [\n${rows}\n ]\n}\n`;
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
  const { frames, parameters, inputs, switches, broke, ...origin } = recording;
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
  return csvFormat(frames.map((row) => ({ ...flatRow(row), ...context, inputs: inputsUpTo(row.step) })));
}
