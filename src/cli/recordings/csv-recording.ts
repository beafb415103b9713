import { csvParseRows } from 'd3-dsv';
import { readPieces } from '../../node/files.ts';
import type { Json } from '../../node/checked-json.ts';
import { UsageError } from '../../node/errors.ts';
import { decimal, quoted } from '../../math/text.ts';
import { COMMENT } from '../../record/csv.ts';
import { STAGE_SERIES } from '../../record/stage-colours.ts';

/** Names of recordings as CSV. */
export const CSV_NAME = /\.csv$/i;

/** Most characters of a line. A row's inputs may be long: pulls of some hundred steps. */
const MAX_LINE = 64 * 1024 * 1024;

/** Settings of a recording that are no parameters, as its CSV names them. */
const ORIGIN = [
  'scene',
  'size',
  'bodies',
  'vertices',
  'tetrahedra',
  'backend',
  'adapter',
  'workers',
  'host',
  'version',
];
/** Settings that are always words, even if they look like numbers. */
const WORDS = ['scene', 'backend', 'adapter', 'host', 'version'];
/** Lines above the table that are no settings a chart needs. */
const OTHERS = ['switches', 'broke'];

/**
 * Reads a recording that `run --record out.csv` or the page wrote, as far as a chart needs it: settings, the times of each frame's stages, and its overlap.
 * Values are not checked.
 * @throws UsageError for a file without a table of frames
 */
export function readCsvRecording(path: string): Json {
  const origin: Record<string, unknown> = {};
  const parameters: Record<string, unknown> = {};
  const frames: unknown[] = [];
  let columns: readonly string[] | undefined;
  for (const line of linesOf(path)) {
    if (line.trim() === '') continue;
    const [cells] = csvParseRows(line);
    if (line.startsWith(COMMENT)) takeSetting(cells, origin, parameters);
    else if (columns) frames.push(rowOf(cells, columns));
    else columns = checkedColumns(cells, path);
  }
  if (!columns) throw new UsageError(`${quoted(path)} has no table; expected ${EXPECTED}`);
  return { ...origin, parameters, frames };
}

const EXPECTED = "a recording, as `run SCENE --record out.csv` or the page's recorder writes it";

/** Takes the name and the value of a line above the table. Units are left out. */
function takeSetting([first, value]: readonly string[], origin: Json, parameters: Json): void {
  const name = first
    .slice(COMMENT.length)
    .trim()
    .replace(/ \[.*\]$/, '');
  if (value === undefined || value === '' || OTHERS.includes(name)) return;
  const target = (ORIGIN.includes(name) ? origin : parameters) as Record<string, unknown>;
  target[name] = WORDS.includes(name) ? value : jsonValue(value);
}

/** Returns the value that JSON would have. */
function jsonValue(cell: string): unknown {
  if (cell === 'true' || cell === 'false') return cell === 'true';
  const number = decimal(cell);
  return Number.isNaN(number) ? cell : number;
}

function checkedColumns(cells: readonly string[], path: string): readonly string[] {
  if (cells.includes('frame')) return cells;
  throw new UsageError(`${quoted(path)} has no column 'frame'; expected ${EXPECTED}`);
}

const COLUMNS = STAGE_SERIES.map(({ stage }) => ({ stage, column: `${stage} [ms]` }));

function rowOf(cells: readonly string[], columns: readonly string[]): Json {
  const stages: Record<string, unknown> = {};
  for (const { stage, column } of COLUMNS) {
    const cell = cells[columns.indexOf(column)];
    if (cell !== undefined) stages[stage] = jsonValue(cell);
  }
  const overlapShare = cells[columns.indexOf('overlapShare')];
  return {
    frame: jsonValue(cells[columns.indexOf('frame')] ?? ''),
    stages,
    ...(overlapShare !== undefined && { overlapShare: jsonValue(overlapShare) }),
  };
}

/** Yields the lines of a file, which may be longer than the longest string. */
function* linesOf(path: string): Generator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (const piece of readPieces(path)) {
    // The decoder leaves out a byte order mark.
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    if (rest.length > MAX_LINE)
      throw new UsageError(`${quoted(path)} has a line of more than ${MAX_LINE} characters; expected ${EXPECTED}`);
    yield* lines;
  }
  yield rest.replace(/\r$/, '');
}
