import { availableParallelism, cpus, loadavg } from 'node:os';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { choice, type Command, wholeNumber } from '../cli/command.ts';
import { EXIT } from '../node/errors.ts';
import { saveText } from '../node/files.ts';
import { print, tell } from '../node/print.ts';
import { checkOutputs } from '../node/outputs.ts';
import { DEFAULT_FOLDER } from './accept-paths.ts';
import { distanceContacts } from './distance-contacts.ts';
import { distanceErrors } from './distance-errors.ts';
import { CONVERGENCE_CELLS, convergence } from './distance-convergence.ts';
import { distanceTable1, distanceTable2, TABLE_1_SIZES } from './distance-tables.ts';

const DEFAULT_ROUNDS = 5;
const MAX_ROUNDS = 100;

/** Parts of the report, in its order. Each measures, and returns lines in Markdown. @param rounds runs of which the fastest counts @param folder of path cases */
const SECTIONS: Readonly<
  Record<string, (rounds: number, folder: string) => readonly string[] | Promise<readonly string[]>>
> = {
  'table-1': (rounds) => distanceTable1(TABLE_1_SIZES, rounds),
  'table-2': (rounds) => distanceTable2(rounds),
  convergence: () => convergence(CONVERGENCE_CELLS),
  errors: (rounds, folder) => distanceErrors(rounds, folder),
  contacts: () => distanceContacts(),
};
const SECTION_NAMES = Object.keys(SECTIONS);

export const distanceFieldsCommand: Command = {
  name: 'distance-fields',
  positionals: [],
  summary:
    'measures distance fields by fast marching, and prints Tables 1 and 2 of Fisher and Lin 2001 beside ours, in Markdown',
  options: {
    rounds: {
      value: 'n',
      meaning: `runs per time, of which the fastest counts; ${DEFAULT_ROUNDS} by default, at most ${MAX_ROUNDS}`,
    },
    section: {
      value: SECTION_NAMES.join('|'),
      meaning: 'one part of the report; may be repeated; all by default',
      repeated: true,
    },
    cases: {
      value: 'folder',
      meaning: `folder of path cases with exact answers, for the section errors; ${DEFAULT_FOLDER} by default`,
    },
    out: { value: 'distance-fields.md', meaning: 'file for the report; standard output only by default' },
  },
  async run(args) {
    const rounds = wholeNumber('--rounds', args.text('rounds') ?? String(DEFAULT_ROUNDS), 1, MAX_ROUNDS);
    const chosen = args.all('section').map((name) => choice('--section', name, SECTION_NAMES));
    const folder = args.text('cases') ?? DEFAULT_FOLDER;
    const out = args.text('out');
    checkOutputs({ '--out': out }, existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);
    const lines = ["# Distance fields, ours and the paper's", '', origin(rounds), ''];
    for (const [name, measure] of Object.entries(SECTIONS)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      tell(name);
      lines.push(...(await measure(rounds, folder)));
    }
    const report = `${lines.join('\n').trimEnd()}\n`;
    print(report);
    if (out !== undefined) saveText(out, report);
    return EXIT.ok;
  },
};

/** Tells machine, version and date of the measurements. */
function origin(rounds: number): string {
  const processor = cpus()[0]?.model.trim() || 'unnamed processor';
  return (
    `Ours: one core of ${processor} (${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)} before), Node ${process.version}, ` +
    `untangle ${__UNTANGLE_VERSION__}, ${new Date().toISOString().slice(0, 10)}; the fastest of ${rounds} ${rounds === 1 ? 'run' : 'runs'}.`
  );
}
