import { availableParallelism, cpus, loadavg } from 'node:os';
import { type Command, wholeNumber } from '../cli/command.ts';
import { EXIT } from '../node/errors.ts';
import { saveText } from '../node/files.ts';
import { print } from '../node/print.ts';
import { checkWritable } from '../node/targets.ts';
import { airTable, MOST_FRAMES } from './air-table.ts';

const DEFAULT_FRAMES = 200;

export const airMeshesCommand: Command = {
  name: 'air-meshes',
  positionals: [],
  summary: 'measures the scenes of air meshes, and prints Table 1 of Mueller et al. 2015 beside ours, in Markdown',
  options: {
    frames: {
      value: 'n',
      meaning: `frames measured of each scene; ${DEFAULT_FRAMES} by default, at most ${MOST_FRAMES}`,
    },
    out: { value: 'air-meshes.md', meaning: 'file for the report; standard output only by default' },
  },
  async run(args) {
    const frames = wholeNumber('--frames', args.text('frames') ?? String(DEFAULT_FRAMES), 1, MOST_FRAMES);
    const out = args.text('out');
    if (out !== undefined) checkWritable(out);
    const lines = ["# Air meshes, ours and the paper's", '', origin(frames), '', ...(await airTable(frames))];
    const report = `${lines.join('\n').trimEnd()}\n`;
    print(report);
    if (out !== undefined) saveText(out, report);
    return EXIT.ok;
  },
};

/** Tells machine, version and date of the measurements. */
function origin(frames: number): string {
  const processor = cpus()[0]?.model.trim() || 'unnamed processor';
  return (
    `Ours: one core of ${processor} (${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)} before), Node ${process.version}, ` +
    `untangle ${__UNTANGLE_VERSION__}, ${new Date().toISOString().slice(0, 10)}; medians over ${frames} frames. ` +
    'The paper: one core of an Intel Core i7 at 3.1 GHz.'
  );
}
