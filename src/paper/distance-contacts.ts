import { runScene } from '../cli/recordings/run-scene.ts';
import { tell } from '../node/print.ts';
import { markdownTable } from '../record/markdown-table.ts';
import { collidingBalls } from '../scenes/colliding-balls.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import { twistedRods } from '../scenes/twisted-rods.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { PathChoice } from './path-errors.ts';

/** Scenes run by contacts of one method alone: what is left inside, by shortest paths and by distance fields. */

const SCENES = [twistedRods, collidingBalls] as const;
const METHODS: readonly { readonly name: string; readonly choice: PathChoice }[] = [
  { name: 'shortest path (flood)', choice: { pathMethod: 'flood' } },
  { name: 'Euclidean', choice: { pathMethod: 'euclidean' } },
  { name: 'rest shape', choice: { pathMethod: 'rest-shape' } },
  { name: 'field', choice: { pathMethod: 'distance-field' } },
  { name: 'field, update on tetrahedra', choice: { pathMethod: 'distance-field', fieldUpdate: 'tetrahedra' } },
];

const HEADER = [
  'method',
  'contacts',
  'without a way',
  'inside',
  'deep',
  'deepest [mm]',
  'edges that pierce',
  'path [ms]',
];

/** Runs the scenes at size small in mode dcd, once per method. @returns lines in Markdown */
export async function distanceContacts(): Promise<readonly string[]> {
  const lines = [
    '## Contacts by distance fields alone',
    '',
    'Whole scenes at size small in mode dcd, so that all contacts are made by the method. Means over all frames: contacts and points without a ' +
      'way out per step, surface vertices inside a body and those deeper than 1 % of a thin part, the deepest, surface edges that pierce ' +
      'triangles, and the time of paths per frame. What is left inside is measured by exact shortest paths.',
    '',
  ];
  for (const scene of SCENES) {
    const rows: string[][] = [];
    for (const { name, choice } of METHODS) {
      tell(`${scene.name}, ${name}`);
      const size = scene.size.small;
      const parameters = { ...startParameters(scene, size), mode: 'dcd' as const, ...choice };
      const run = { scene, size, backend: 'cpu' as const, workers: 1, parameters, frames: scene.frames };
      const { recording, broke } = await runScene(run);
      const note = broke ? `, broke in step ${broke.step}` : '';
      rows.push([name + note, ...figures(recording.frames)]);
    }
    lines.push(`### ${scene.name}`, '', ...markdownTable(HEADER, rows, [1, 2, 3, 4, 5, 6, 7]), '');
  }
  return lines;
}

function figures(frames: readonly FrameRow[]): string[] {
  const mean = (figure: (row: FrameRow) => number) => frames.reduce((sum, row) => sum + figure(row), 0) / frames.length;
  const percent = (figure: (row: FrameRow) => number) => `${(100 * mean(figure)).toPrecision(2)} %`;
  return [
    mean((row) => row.contactsDcd).toFixed(0),
    mean((row) => row.pathsMissing).toFixed(1),
    percent((row) => row.penetratingShare),
    percent((row) => row.deepShare),
    (1000 * Math.max(...frames.map((row) => row.deepest))).toFixed(1),
    percent((row) => row.piercingShare ?? Number.NaN),
    mean((row) => row.stages.path).toFixed(1),
  ];
}
