import { toJson } from '../record/formats.ts';
import type { Figure } from '../scenes/check.ts';
import { SIZE_NAMES } from '../scenes/scene.ts';
import { choice, wholeNumber } from './arguments.ts';
import { GPU_MEANING } from './backends.ts';
import type { Command } from './command.ts';
import { EXIT } from './errors.ts';
import { makeFolder, writeText } from './files.ts';
import { holds, runCheck } from './run-check.ts';
import { defaultWorkers, requireScene } from './run.ts';
import { MAX_WORKERS } from '../simulation/pool.ts';

export const checkCommand: Command = {
  name: 'check',
  positionals: ['SCENE'],
  summary:
    "runs a scene's check: prints each figure with its bound, and fails where one is missed; `scenes` lists them",
  options: {
    size: { value: SIZE_NAMES.join('|'), meaning: "the scene's own size of that name; small by default" },
    backend: { value: 'cpu|gpu', meaning: `where the steps run; cpu by default; ${GPU_MEANING}` },
    workers: { value: 'n', meaning: `worker threads, 1 to ${MAX_WORKERS}; one a core by default` },
    record: { value: 'folder', meaning: 'where the recordings of its runs go; nowhere by default' },
    json: { value: 'out.json', meaning: 'where the figures go; nowhere by default' },
  },
  async run(args) {
    const scene = requireScene(args.positionals[0]!);
    const sizeName = choice('--size', args.text('size') ?? 'small', SIZE_NAMES);
    const size = scene.size[sizeName];
    const backend = choice('--backend', args.text('backend') ?? 'cpu', ['cpu', 'gpu']);
    const workers = wholeNumber('--workers', args.text('workers') ?? String(defaultWorkers()), 1, MAX_WORKERS);
    const folder = args.text('record');
    if (folder !== undefined) makeFolder(folder);
    const before = process.cpuUsage();
    const figures = await runCheck({
      scene,
      size,
      backend,
      workers,
      recorded(label, recording) {
        if (folder !== undefined) writeText(`${folder}/${scene.name}-${label}.json`, toJson(recording));
      },
    });
    const { user, system } = process.cpuUsage(before);
    const coreSeconds = (user + system) / 1e6;
    process.stdout.write(`${scene.name}, ${sizeName}: ${size} ${scene.size.meaning}, ${backend}\n`);
    for (const figure of figures) process.stdout.write(`${figureLine(figure)}\n`);
    const missed = figures.filter((figure) => holds(figure) === false).length;
    const held = figures.filter((figure) => holds(figure)).length;
    process.stdout.write(`${held} hold, ${missed} missed, ${coreSeconds.toFixed(0)} core-seconds\n`);
    const out = args.text('json');
    if (out !== undefined) {
      const result = { scene: scene.name, size: sizeName, backend, coreSeconds, figures };
      writeText(out, `${JSON.stringify(result, undefined, 1)}\n`);
    }
    return missed === 0 ? EXIT.ok : EXIT.failed;
  },
};

/** A number as a person reads it: shares in percent, four digits. */
export function readable(value: number, unit = ''): string {
  const shown = unit === '%' ? 100 * value : value;
  const digits = Number.isInteger(shown) ? String(shown) : String(Number(shown.toPrecision(4)));
  return unit === '' ? digits : `${digits} ${unit}`;
}

function figureLine(figure: Figure): string {
  const { name, value, unit, relation, bound } = figure;
  const verdict = holds(figure);
  const word = verdict === undefined ? '      ' : verdict ? 'holds ' : 'MISSED';
  const rule = relation === undefined || bound === undefined ? '' : ` ${relation} ${readable(bound, unit)}`;
  return `  ${word} ${name}: ${readable(value, unit)}${rule}`;
}
