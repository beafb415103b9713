import { quoted } from '../../math/text.ts';
import {
  createImpact,
  edgeEdgeTimeOfImpact,
  QUERY_STRIDE,
  vertexFaceTimeOfImpact,
} from '../../geometry/time-of-impact.ts';
import { type Command, choice } from '../command.ts';
import { parseCcdQueries, type CcdQueries } from '../../queries/ccd-queries.ts';
import { EXIT, UsageError } from '../../node/errors.ts';
import { readText, saveText } from '../../node/files.ts';
import { checkOutputs } from '../../node/outputs.ts';
import { ProgressBar } from '../../node/progress-bar.ts';
import { plural, rate } from '../recordings/summary.ts';
import { print, tell } from '../../node/print.ts';

export const ccdCommand: Command = {
  name: 'ccd',
  positionals: ['queries.csv'],
  summary: 'answers continuous collision queries: one row per query, 0 or 1 and the time of impact (nan without one)',
  options: {
    type: { value: 'vf|ee', meaning: 'vertex-face or edge-edge', required: true },
    out: { value: 'out.csv', meaning: 'where the answers go', required: true },
  },
  async run(args) {
    const type = choice('--type', args.required('type'), ['vf', 'ee']);
    const out = args.required('out');
    checkOutputs({ '--out': out }, args.positionals);
    const queries = parse(args.positionals[0]!);
    const { rows, hits, wrongAnswers, ms } = answer(queries, type);
    saveText(out, rows.join(''));
    print(`${queries.count} queries, ${hits} collisions, ${rate(queries.count, ms / 1000)} queries/s\n`);
    if (!queries.truth) return EXIT.ok;
    print(`against the file's truth: ${wrongAnswers.missed} missed, ${wrongAnswers.falseAlarms} false alarms\n`);
    const contradictions = wrongAnswers.missed + wrongAnswers.falseAlarms;
    if (contradictions === 0) return EXIT.ok;
    const found = `${contradictions} of ${plural(queries.count, 'answer')} contradict the file's truth`;
    tell(`${found}; is it --type ${type === 'vf' ? 'ee' : 'vf'}?`);
    return EXIT.failed;
  },
};

/** Reads a file of continuous collision queries. @throws UsageError for a file without queries, or with a wrong row */
function parse(path: string): CcdQueries {
  const text = readText(path);
  if (text.trim() === '') throw new UsageError(`${quoted(path)} holds no rows; expected 8 rows per query`);
  let bar: ProgressBar | undefined;
  try {
    return parseCcdQueries(text, (done, rows) => {
      bar ??= new ProgressBar(process.stderr, rows, 'row');
      bar.show(done);
    });
  } catch (error) {
    throw new UsageError(`${quoted(path)}: ${(error as Error).message}`);
  } finally {
    bar?.clear();
  }
}

/** Number of queries between two updates of the progress bar. */
const PROGRESS_INTERVAL = 1024;

/** Answers all queries, and compares the answers with the file's truth (its column of correct answers) if the file has one. */
function answer({ count, points, inputErrors, truth }: CcdQueries, type: 'vf' | 'ee') {
  const timeOfImpact = type === 'vf' ? vertexFaceTimeOfImpact : edgeEdgeTimeOfImpact;
  const impact = createImpact();
  const rows: string[] = [];
  const wrongAnswers = { missed: 0, falseAlarms: 0 };
  let hits = 0;
  const bar = new ProgressBar(process.stderr, count, 'query');
  const started = performance.now();
  for (let q = 0; q < count; q++) {
    if (q % PROGRESS_INTERVAL === 0 && q > 0) bar.show(q);
    const hit = timeOfImpact(points, QUERY_STRIDE * q, impact, inputErrors[q]);
    rows.push(hit ? `1,${impact.t}\n` : '0,nan\n');
    if (hit) hits++;
    if (truth?.[q] === 1 && !hit) wrongAnswers.missed++;
    if (truth?.[q] === 0 && hit) wrongAnswers.falseAlarms++;
  }
  const ms = performance.now() - started;
  bar.clear();
  return { rows, hits, wrongAnswers, ms };
}
