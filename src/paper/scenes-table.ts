import { markdownTable } from '../record/markdown-table.ts';
import { SCENES, sceneByName } from '../scenes/scenes.ts';
import { PAPER_HYBRID } from '../scenes/parts/ablations.ts';
import { PAPER_ROWS } from '../scenes/table-1.ts';
import { UsageError } from '../node/errors.ts';
import { type CheckedRun, type CheckResult, holds, valueText } from './check-results.ts';
import { settingsTables } from './settings-table.ts';

/** Lines of the Markdown file that `check all --table` names. `scenesTable` replaces the text between them. */
const BEGIN = '<!-- begin: written by check all --table -->';
const END = '<!-- end -->';

/**
 * Replaces the tables in a Markdown file: the scenes' sizes, their contacts beside the paper's, the figures that their checks measured, and
 * their settings beside the paper's.
 * @param text the file's text, with the lines BEGIN and END
 * @returns the text with the new tables between these lines
 * @throws UsageError if one of the lines is missing
 */
export function scenesTable(text: string, results: readonly CheckResult[]): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  const missingLine = begin < 0 ? BEGIN : end < begin ? END : undefined;
  if (missingLine)
    throw new UsageError(`found no line '${missingLine}' in the table's file; expected '${BEGIN}', then '${END}'`);
  const tables = [
    ...sizeRows(results),
    '',
    ...contactRows(results),
    '',
    ...figureRows(results),
    '',
    ...settingsTables(SCENES),
  ].join('\n');
  return `${text.slice(0, begin + BEGIN.length)}\n\n${tables}\n\n${text.slice(end)}`;
}

const count = (value: number | undefined): string => (value === undefined ? '' : value.toLocaleString('en'));

/** Says how a scene's steps are iterated. */
const iterationsText = (scene: string, iterations: number): string =>
  sceneByName(scene)?.parameters.integrator === 'implicit-euler' ? ', implicit Euler' : ` x ${iterations}`;

/** Writes the table of the scenes' sizes, beside the sizes in the paper. */
function sizeRows(results: readonly CheckResult[]): string[] {
  const names = ['scene', 'figure', 'tetrahedra', 'paper', 'step x iterations at the start', 'paper'];
  const rows = results.map(({ scene, runs: [run] }) => {
    const paper = PAPER_ROWS[scene];
    return [
      scene,
      sceneByName(scene)?.figure ?? '',
      count(run?.tetrahedra),
      count(paper?.tetrahedra),
      run ? `${Number(run.timeStep.toPrecision(3))} s${iterationsText(scene, run.iterations)}` : '',
      paper ? `${paper.timeStep} s x ${paper.iterations}` : '',
    ];
  });
  return markdownTable(names, rows);
}

/** Numbers of contacts per step by CCD and by DCD. */
interface Contacts {
  readonly ccd: number;
  readonly dcd: number;
}

/** Writes the table of contacts per step and thousand vertices: in our setting, in the paper's (parts/ablations.ts), and in the paper. */
function contactRows(results: readonly CheckResult[]): string[] {
  const rows = results.flatMap(({ scene, runs }) => {
    const ours = runs[0];
    const published = runs.find(({ label }) => label === PAPER_HYBRID);
    const paper = PAPER_ROWS[scene];
    if (!ours || !paper) return [];
    return [
      [
        scene,
        perThousand(contactsOf(ours), ours.vertices),
        published ? perThousand(contactsOf(published), published.vertices) : '',
        perThousand({ ccd: paper.ccd ?? 0, dcd: paper.dcd ?? 0 }, paper.vertices),
      ],
    ];
  });
  const names = ['contacts per step and thousand vertices, ccd + dcd', 'ours', 'ours as in the paper', 'the paper'];
  return markdownTable(names, rows);
}

const contactsOf = ({ contactsCcd, contactsDcd }: CheckedRun): Contacts => ({ ccd: contactsCcd, dcd: contactsDcd });

function perThousand({ ccd, dcd }: Contacts, vertices: number): string {
  const [first, second] = [ccd, dcd].map((contacts) => Number(((1000 * contacts) / vertices).toPrecision(2)));
  return `${first} + ${second}`;
}

/** Writes the table of all figures with their bounds. */
function figureRows(results: readonly CheckResult[]): string[] {
  const rows = results.flatMap(({ scene, figures, coreSeconds }) => [
    ...figures.map((figure) => {
      const { name, value, unit, relation, bound } = figure;
      const rule = relation === undefined || bound === undefined ? '' : `${relation} ${valueText(bound, unit)}`;
      const verdict = holds(figure);
      return [scene, name, valueText(value, unit), rule, verdict === undefined ? '' : verdict ? 'holds' : '**missed**'];
    }),
    [scene, "the check's time", `${coreSeconds.toFixed(0)} core-seconds`, '', ''],
  ]);
  return markdownTable(['scene', 'figure measured', 'value', 'bound', ''], rows);
}
