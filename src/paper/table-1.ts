import { availableParallelism, cpus, loadavg } from 'node:os';
import { quoted } from '../math/text.ts';
import { SIZE_NAMES } from '../scenes/scene.ts';
import { sceneByName } from '../scenes/scenes.ts';
import { paperSetting } from '../scenes/parts/ablations.ts';
import { PAPER_ROWS } from '../scenes/table-1.ts';
import { MAX_WORKERS } from '../simulation/program/pool.ts';
import { type Arguments, type Command, choice, wholeNumber } from '../cli/command.ts';
import { GPU_MEANING } from '../cli/backends.ts';
import { EXIT, UsageError } from '../node/errors.ts';
import { readJson, tellWritten, writeText } from '../node/files.ts';
import { checkOutputs } from '../node/outputs.ts';
import { defaultWorkers } from '../cli/commands/run.ts';
import { type KeptRows, type Table1, table1Markdown, type TableEntry, type TableMachine } from './table-1-markdown.ts';
import { measureScene, type RowSetUp } from './table-1-measure.ts';
import { type OurRow, ourRow } from './table-1-row.ts';
import { beforeInterruption } from '../node/interruption.ts';
import { print, tell } from '../node/print.ts';

/** Names of the rows of the paper's Table 1, in its order: the scene's name, and the mode if there are several rows of the scene. */
const ROW_NAMES = Object.keys(PAPER_ROWS);
/** Settings of a row: ours are the scene's own parameters, `paper` is the paper's setting (scenes/parts/ablations.ts). */
const SETTINGS = ['ours', 'paper', 'both'] as const;
/** Modes that follow the scene's name in ROW_NAMES; a row without a mode is in mode hybrid. */
const MODES = ['ccd', 'dcd'] as const;
/** The exact path methods, and the paper's. */
const METHODS = ['flood', 'tree', 'paper'] as const;

export const table1Command: Command = {
  name: 'table1',
  positionals: [],
  summary: "runs the scenes of the paper's Table 1 and prints its rows and ours, in Markdown",
  options: {
    size: { value: SIZE_NAMES.join('|'), meaning: "the scenes' own sizes of that name; small by default" },
    backend: { value: 'cpu|gpu', meaning: `where the steps run; cpu by default; ${GPU_MEANING}` },
    workers: { value: 'n', meaning: `worker threads, 1 to ${MAX_WORKERS}; one per core by default` },
    scene: { value: 'NAME', meaning: 'one scene or one row; may be repeated; all by default', repeated: true },
    frames: {
      value: 'n',
      meaning:
        "number of frames from a scene's first contact on; up to the scene's end by default; frames before that contact don't count",
    },
    method: {
      value: METHODS.join('|'),
      meaning: "path method of rows in our setting; the scene's own by default",
    },
    setting: {
      value: SETTINGS.join('|'),
      meaning:
        "ours: the scene's own parameters; paper: contacts, time step and iterations of the paper, and its search for paths; both by default",
    },
    keep: {
      value: 'table-1.json',
      meaning:
        "an earlier run's file of figures, on the same machine: its rows that this run doesn't measure stay in the table; none by default",
    },
    out: {
      value: 'table-1.md',
      meaning: 'file for the table, rewritten after each row; standard output only by default',
    },
    json: { value: 'table-1.json', meaning: 'file for the figures, rewritten after each row; none by default' },
  },
  async run(args) {
    const setUps = readSetUps(args);
    const outputs = readOutputs(args);
    const earlier = readEarlier(args.text('keep'), setUps[0]);
    let rows = earlier?.rows ?? [];
    let kept = earlier ? keptRows(earlier) : [];
    let table: Table1 | undefined;
    const load = loadavg()[0];
    const tellRows = () => table && print(table1Markdown(table));
    const removeHandler = beforeInterruption(tellRows);
    for (const [i, setUp] of setUps.entries()) {
      const title = titleOf(setUp);
      tell(`row ${i + 1} of ${setUps.length}, ${title}`);
      const startTime = performance.now();
      const measuredScene = await measureScene(setUp);
      const seconds = (performance.now() - startTime) / 1000;
      tell(`${title}: ${measuredScene.frames.length} frames in ${seconds.toFixed(0)} s`);
      const machine = thisMachine(setUp, measuredScene.adapter, load);
      if (earlier && earlier.machine.adapter !== machine.adapter)
        throw new UsageError(
          `--keep has rows of ${earlier.machine.adapter}; expected ${machine.adapter}, as in this run`,
        );
      rows = withRow(rows, setUp, ourRow(measuredScene));
      kept = kept
        .map((run) => ({ ...run, titles: run.titles.filter((other) => other !== title) }))
        .filter(({ titles }) => titles.length > 0);
      table = { machine, ...(kept.length > 0 && { kept }), rows };
      outputs.write(table);
    }
    removeHandler();
    tellRows();
    outputs.tell();
    const broke = rows.some(({ ours, published }) => [ours, published].some((row) => row?.brokeAt !== undefined));
    return broke ? EXIT.broken : EXIT.ok;
  },
};

/** Returns the entries with a row that was measured; entries are in the paper's order. */
function withRow(entries: readonly TableEntry[], setUp: RowSetUp, row: OurRow): TableEntry[] {
  const { name, scene, size, setting } = setUp;
  const known = entries.find((entry) => entry.name === name);
  const entry = known ?? { name, scene: scene.name, figure: figureOf(setUp), size, paper: PAPER_ROWS[name] };
  const others = entries.filter((other) => other !== known);
  const measured = { ...entry, [setting === 'ours' ? 'ours' : 'published']: row };
  return [...others, measured].sort((a, b) => ROW_NAMES.indexOf(a.name) - ROW_NAMES.indexOf(b.name));
}

/**
 * Reads the table of an earlier run.
 * @throws UsageError if that run was on another machine, so that its times can't stand beside those of this run
 */
function readEarlier(path: string | undefined, setUp: RowSetUp): Table1 | undefined {
  if (path === undefined) return undefined;
  const table = readJson(path, 'the figures of table1') as Table1;
  const { machine, rows } = table;
  if (!machine || !Array.isArray(rows) || rows.some((row) => typeof row !== 'object' || row === null))
    throw new UsageError(`${path} has no machine or no rows; expected a file that table1 --json wrote`);
  // The name of a GPU is known only once a row has been measured; `run` compares it.
  const now = thisMachine(setUp, '', 0);
  for (const name of ['processor', 'cores', 'backend', 'workers'] as const)
    if (machine[name] !== now[name])
      throw new UsageError(`${path} was measured with ${name} ${machine[name]}; expected ${now[name]}, as in this run`);
  const otherSize = rows.find(({ size }) => size !== setUp.size);
  if (otherSize)
    throw new UsageError(`${path} has rows of size ${otherSize.size}; expected ${setUp.size}, as in this run`);
  return table;
}

/** Returns which runs measured the rows of an earlier table. */
function keptRows({ machine, kept = [], rows }: Table1): KeptRows[] {
  const known = new Set(kept.flatMap(({ titles }) => titles));
  const titles = rows
    .flatMap(({ name, ours, published }) => [
      ...(ours ? [titleOf({ name, setting: 'ours' })] : []),
      ...(published ? [titleOf({ name, setting: 'paper' })] : []),
    ])
    .filter((title) => !known.has(title));
  return [...kept, { untangle: machine.untangle, date: machine.date, titles }];
}

/** Returns the number of the paper's figure. Figure 9 has a part for each of octopi-8's modes: a, b and c. */
function figureOf({ name, scene }: RowSetUp): string {
  const part = scene.name === 'octopi-8' ? ({ 'octopi-8 ccd': 'a', 'octopi-8 dcd': 'b' }[name] ?? 'c') : '';
  return `${scene.figure ?? ''}${part}`;
}

const titleOf = ({ name, setting }: Pick<RowSetUp, 'name' | 'setting'>): string =>
  setting === 'ours' ? name : `${name} as in the paper`;

function readSetUps(args: Arguments): RowSetUp[] {
  const size = choice('--size', args.text('size') ?? 'small', SIZE_NAMES);
  const backend = choice('--backend', args.text('backend') ?? 'cpu', ['cpu', 'gpu']);
  const workers = wholeNumber('--workers', args.text('workers') ?? String(defaultWorkers()), 1, MAX_WORKERS);
  const frameText = args.text('frames');
  const frames = frameText === undefined ? undefined : wholeNumber('--frames', frameText, 1, 1_000_000);
  const method = args.text('method');
  const pathMethod = method === undefined ? {} : { pathMethod: choice('--method', method, METHODS) };
  const setting = choice('--setting', args.text('setting') ?? 'both', SETTINGS);
  return rowsToMeasure(args.all('scene')).flatMap((name) => {
    const [sceneName, modeName] = name.split(' ');
    const scene = sceneByName(sceneName)!;
    const mode = MODES.find((known) => known === modeName);
    const common = { name, scene, size, backend, workers, frames };
    const ours = { ...common, setting: 'ours', parameters: { ...pathMethod, ...(mode && { mode }) } } as const;
    const published = {
      ...common,
      setting: 'paper',
      parameters: { ...paperSetting(scene, scene.size[size], name), pathMethod: 'paper', ...(mode && { mode }) },
    } as const;
    return [...(setting === 'paper' ? [] : [ours]), ...(setting === 'ours' ? [] : [published])];
  });
}

/** Returns the names of the rows to measure. @param requestedNames scenes or rows; empty for all @throws UsageError for an unknown name */
export function rowsToMeasure(requestedNames: readonly string[]): readonly string[] {
  const scenes = ROW_NAMES.map((name) => name.split(' ')[0]);
  const unknown = requestedNames.find((name) => !ROW_NAMES.includes(name) && !scenes.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`--scene is ${quoted(unknown)}, which isn't in Table 1; allowed are ${ROW_NAMES.join(', ')}`);
  }
  if (requestedNames.length === 0) return ROW_NAMES;
  return ROW_NAMES.filter((name, i) => requestedNames.includes(name) || requestedNames.includes(scenes[i]));
}

function readOutputs(args: Arguments) {
  const [out, json] = [args.text('out'), args.text('json')];
  const kept = args.text('keep');
  checkOutputs({ '--out': out, '--json': json });
  // The figures may replace those that are kept: they contain them.
  if (kept !== undefined) checkOutputs({ '--out': out }, [kept]);
  return {
    write(table: Table1) {
      if (out !== undefined) writeText(out, table1Markdown(table));
      if (json !== undefined) writeText(json, `${JSON.stringify(table, undefined, 1)}\n`);
    },
    tell() {
      for (const path of [out, json]) if (path !== undefined) tellWritten(path);
    },
  };
}

const thisMachine = ({ backend, workers }: RowSetUp, adapter: string, load: number): TableMachine => ({
  processor: cpus()[0]?.model.trim() || 'unnamed processor',
  ...(backend === 'gpu' && { adapter }),
  cores: availableParallelism(),
  load,
  backend,
  workers,
  node: process.version,
  untangle: __UNTANGLE_VERSION__,
  date: new Date().toISOString().slice(0, 10),
});
