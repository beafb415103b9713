import { csvFormat, csvFormatBody, csvFormatRow } from 'd3-dsv';
import { onOneLine } from '../math/text.ts';
import { FRAME_COUNTERS } from '../simulation/counters.ts';
import { PARAMETERS, type SimulationParameters } from '../simulation/parameters.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { GrowingFormat } from './formats.ts';
import type { Recording } from './recording.ts';

/** Begins each line that says how the run was made. Most readers of CSV skip such lines if they are told so. */
export const COMMENT = '#';
const EXPLANATION = `${COMMENT} Lines that begin with ${COMMENT} say how the run was made: name and value. Then one row per frame follows.`;

/** Units of a row's figures. Figures without unit are counts, shares or words. */
const UNITS: Readonly<Partial<Record<keyof FrameRow, string>>> = {
  ...Object.fromEntries(
    FRAME_COUNTERS.filter(({ inFrame }) => inFrame !== 'share').map(({ name, inFrame }) => [name, inFrame]),
  ),
  time: 's',
  ms: 'ms',
  rebuildsWaited: 'steps',
  penetrating: 'vertices',
  interpenetrating: 'vertices',
  deepest: 'm',
  inverted: 'elements',
  kineticEnergy: 'J',
};
/** Names of columns that differ from the names in JSON, where the unit is the name. */
const NAMES: Readonly<Partial<Record<keyof FrameRow, string>>> = { ms: 'duration' };

/**
 * Significant digits of figures: as many as tell every float32 from its neighbours. Sums of float64 numbers have some digits more, which are
 * rounding: 0.26399999999999996 s after 66 steps of 4 ms.
 */
const DIGITS = 9;
/** Decimals of measured times [ms]: a microsecond, since clocks resolve no less than some microseconds. */
const TIME_DECIMALS = 3;

const withUnit = (name: string, unit: string | undefined): string => (unit ? `${name} [${unit}]` : name);

const rounded = (value: number, unit: string | undefined): number =>
  Number(unit === 'ms' ? value.toFixed(TIME_DECIMALS) : value.toPrecision(DIGITS));

/**
 * Returns a row's cells by the names of their columns: figures with their units, one column per stage, numbers without the digits that
 * are only rounding. `render [ms]` is the page's drawing time and is included in `duration [ms]`; without a page it is 0. If the GPU has
 * timestamp queries, `render [ms]` is the GPU time of the last frame whose time is known, usually the previous frame, since no frame waits
 * for its time. Otherwise it is the CPU time spent on recording this frame's commands.
 */
export function csvCells(row: FrameRow): Record<string, number | string> {
  const cells = Object.entries(row).flatMap(([name, value]: [string, number | string | FrameRow['stages']]) => {
    if (typeof value === 'object')
      return Object.entries(value).map(([stage, ms]) => [withUnit(stage, 'ms'), rounded(ms, 'ms')]);
    const figure = name as keyof FrameRow;
    const unit = UNITS[figure];
    return [[withUnit(NAMES[figure] ?? name, unit), typeof value === 'number' ? rounded(value, unit) : value]];
  });
  return Object.fromEntries(cells);
}

/** Returns the lines above the table: what is the same in all rows, once. */
function headOf({ frames: _, inputs: __, parameters, switches, broke, ...origin }: Recording): string {
  const constants: [string, unknown][] = [
    ...Object.entries(origin),
    ...Object.entries(parameters).map(([name, value]): [string, unknown] => [withUnit(name, unitOf(name)), value]),
    ...(switches ? [['switches', JSON.stringify(switches)] as [string, unknown]] : []),
    ...(broke ? [['broke', JSON.stringify(broke)] as [string, unknown]] : []),
  ];
  const lines = constants.map(([name, value]) => csvFormatRow([`${COMMENT} ${name}`, onOneLine(String(value))]));
  return `${[EXPLANATION, ...lines].join('\n')}\n`;
}

function unitOf(name: string): string | undefined {
  const definition = PARAMETERS[name as keyof SimulationParameters];
  return definition && 'unit' in definition ? definition.unit : undefined;
}

/**
 * Writes CSV for spreadsheets: lines that say how the run was made (scene, parameters, backend), a header with units, and one row per
 * frame. The column `inputs` holds, as JSON, the inputs that took effect in the row's steps. In the first row it also holds all earlier
 * inputs, since the lines above have the parameters at the run's start.
 */
export function toCsv(recording: Recording): string {
  const cells = cellsWithInputs(recording);
  return `${headOf(recording)}${csvFormat(recording.frames.map(cells))}\n`;
}

/**
 * Returns the CSV format of a recording. All rows must have the same columns as the first.
 * @param recording gives the run's origin; its frames are not used
 */
export function growingCsv(recording: Recording): GrowingFormat {
  const cells = cellsWithInputs(recording);
  let columns: string[] = [];
  const row = (frame: FrameRow, index: number) => {
    const filled: Record<string, unknown> = cells(frame);
    if (index === 0) columns = Object.keys(filled);
    return `${index === 0 ? csvFormatRow(columns) : ''}\n${csvFormatBody([filled], columns)}`;
  };
  return { head: headOf(recording), tail: '\n', row };
}

/**
 * Returns a function that fills a row's cells. Call that function for the rows in order: it gives each row the inputs since the
 * row before.
 */
function cellsWithInputs({ inputs }: Recording) {
  let next = 0;
  const inputsBefore = (step: number) => {
    const first = next;
    while (next < inputs.length && inputs[next]!.step < step) next++;
    return JSON.stringify(inputs.slice(first, next));
  };
  return (row: FrameRow) => ({ ...csvCells(row), inputs: inputsBefore(row.step) });
}
