import type { Machine, Run } from './machine.ts';
import { digits, holds, quantity, spread, tableLines, type Verdict, verdictWord, withoutUnit } from './report.ts';
import type { ResultsFile, SuiteRecord } from './results.ts';
import type { Workload } from '../suite.ts';

/** Marker lines in docs/benchmarks.md. `npm run bench -- table` writes the tables of bench/results between them. */
export const BEGIN = '<!-- bench:begin -->';
export const END = '<!-- bench:end -->';

/** Replaces the text between the marker lines. @param path names the document in the message @throws Error if a marker is missing */
export function fill(text: string, body: string, path: string): string {
  const [begin, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  if (begin < BEGIN.length || end < begin) throw new Error(`${path} lacks the lines '${BEGIN}' and '${END}'`);
  return `${text.slice(0, begin)}\n\n${body.trim()}\n\n${text.slice(end)}`;
}

/**
 * Returns the tables in Markdown. Per machine: the headline workloads and the missed bounds, then per suite a table of workloads and one
 * of bounds.
 * @param headlines match the names of the headline workloads
 */
export const allTables = (files: readonly ResultsFile[], headlines: readonly RegExp[]): string =>
  files.map((file) => machineTables(file, headlines)).join('\n');

function machineTables(file: ResultsFile, headlines: readonly RegExp[]): string {
  const suites = Object.entries(file.suites).map(suiteTables);
  return `## ${machineName(file.machine)}\n\n${[glance(file, headlines), ...suites].join('\n')}`;
}

function suiteTables([name, record]: [string, SuiteRecord]): string {
  const { workloads, verdicts, machine } = record;
  const parts = [`### ${name}\n\n${runLine(machine)}\n`];
  if (workloads.length > 0) parts.push(workloadTable(workloads));
  if (verdicts.length > 0) parts.push(verdictTable(verdicts));
  return parts.join('\n');
}

/** Returns a table with one row per figure. Rows of the same work are adjacent, and only the first one names the work. */
export function workloadTable(workloads: readonly Workload[]): string {
  const rows = byWork(workloads).flatMap(([what, same]) =>
    same.map(({ who, unit, median, low, high, note }, i) => [
      i === 0 ? what : '',
      who,
      quantity(median, unit),
      spread(low, high, unit),
      note ?? '',
    ]),
  );
  return tableLines(['what', 'who', 'median', 'lowest to highest round', 'note'], rows, [2, 3]);
}

/** Formats a value, with more digits if it would otherwise look equal to its bound. */
const valueBeside = ({ value, bound }: Verdict): string =>
  digits(value) === digits(bound) && value !== bound ? value.toPrecision(5) : digits(value);

export function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map((verdict) => [
    verdict.what,
    valueBeside(verdict),
    `${verdict.relation} ${digits(verdict.bound)}`,
    holds(verdict) ? 'holds' : `**${verdictWord(verdict)}**`,
    holds(verdict) ? '' : (verdict.why ?? 'no reason is known'),
  ]);
  return tableLines(['bound', 'measured', 'asked for', '', 'why'], rows, [1, 2]);
}

/** Returns the section 'At a glance': the headline workloads, one row each, and the missed bounds. */
function glance({ suites }: ResultsFile, headlines: readonly RegExp[]): string {
  const records = Object.values(suites);
  const workloads = records.flatMap((record) => record.workloads);
  const chosen = headlines.flatMap((headline) => workloads.filter(({ what }) => headline.test(what)));
  const verdicts = records.flatMap((record) => record.verdicts);
  const missed = verdicts.filter((verdict) => !holds(verdict));
  const parts = [`### At a glance\n\n${datesOf(records)}.\n`];
  if (chosen.length > 0) parts.push(lineTable(chosen));
  const held = verdicts.length - missed.length;
  parts.push(`${held} of ${verdicts.length} bounds hold${missed.length > 0 ? '; missed:' : '.'}\n`);
  if (missed.length > 0) parts.push(verdictTable(missed));
  return parts.join('\n');
}

/** Returns a table with one row per work: Untangle's figures, the other programs' figures, and caveats. */
function lineTable(workloads: readonly Workload[]): string {
  const told = (same: readonly Workload[], isOurs: boolean) =>
    same
      .filter(({ who }) => isOurs === OURS.test(who))
      .map(({ who, median, unit }) => {
        const how = isOurs ? who.replace(OURS, '') : who;
        return `${withoutUnit(median, unit)}${how ? ` (${how})` : ''}`;
      })
      .join('; ');
  const rows = byWork(workloads).map(([what, same]) => [
    what,
    same[0].unit,
    told(same, true),
    told(same, false),
    caveats(same),
  ]);
  return tableLines(['', '', 'Untangle', 'others', 'what differs'], rows, []);
}

/** Returns the notes of a work's figures, each once, with the programs that the note applies to. */
function caveats(same: readonly Workload[]): string {
  const whose = new Map<string, string[]>();
  for (const { who, note } of same) if (note) whose.set(note, [...(whose.get(note) ?? []), who]);
  return [...whose]
    .map(([note, who]) => (who.length === same.length ? note : `${who.join(' and ')}: ${note}`))
    .join('; ');
}

/** Matches the `who` of Untangle's figures. The rest of `who` says how Untangle ran. */
const OURS = /^untangle(, )?/;

/** Groups figures by work and unit, in the order of first appearance. */
function byWork(workloads: readonly Workload[]): (readonly [what: string, same: readonly Workload[]])[] {
  const found = new Map<string, Workload[]>();
  for (const workload of workloads) {
    const key = `${workload.what} [${workload.unit}]`;
    found.set(key, [...(found.get(key) ?? []), workload]);
  }
  return [...found.values()].map((same) => [same[0].what, same]);
}

const machineName = ({ processor, cores, memory, platform, gpu }: Machine): string =>
  [processor, `${cores} cores`, `${memory} GiB`, platform, ...(gpu ? [gpu] : [])].join(', ');

/** Returns the line with date, versions, adapter and load of a run. */
function runLine({ date, untangle, node, packages, adapter, load }: Run): string {
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
  const gpu = adapter
    ? `adapter ${adapter.name}, ${adapter.driver}${adapter.emulated ? ' (software: its timings say nothing about a GPU)' : ''}`
    : 'no WebGPU adapter';
  return `${date}; Untangle ${untangle}, Node ${node}, ${versions.join(', ')}; ${gpu}; load before it ${load.toFixed(1)}.`;
}

function datesOf(records: readonly SuiteRecord[]): string {
  const dates = records.map(({ machine }) => machine.date).sort();
  const [first, last] = [dates[0], dates[dates.length - 1]];
  const adapters = records.flatMap(({ machine: { adapter } }) =>
    adapter ? [`WebGPU on ${adapter.name}, ${adapter.driver}${adapter.emulated ? ' (software)' : ''}`] : [],
  );
  const when = first === last ? first : `${first} to ${last}`;
  return [when, ...new Set(adapters)].join('; ');
}
