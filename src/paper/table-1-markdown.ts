import { markdownTable } from '../record/markdown-table.ts';
import type { SizeName } from '../scenes/scene.ts';
import type { PaperRow } from '../scenes/table-1.ts';
import { emulationNote } from '../cli/backends.ts';
import type { OurRow } from './table-1-row.ts';

/** Machine, versions and date of the measurements. */
export interface TableMachine {
  /** The processor's name. */
  readonly processor: string;
  /** The GPU's name, if the steps ran on it. */
  readonly adapter?: string;
  readonly cores: number;
  /** Load average of the minute before the measurements [processes]. */
  readonly load: number;
  readonly backend: 'cpu' | 'gpu';
  readonly workers: number;
  readonly node: string;
  readonly untangle: string;
  readonly date: string;
}

/** One entry of our Table 1: rows that we measured, with the paper's row of the same scene and mode. */
export interface TableEntry {
  readonly name: string;
  readonly scene: string;
  readonly figure: string;
  readonly size: SizeName;
  /** In the scene's own setting. */
  readonly ours?: OurRow;
  /** In the paper's setting: its contacts, time step, iterations and search. */
  readonly published?: OurRow;
  readonly paper: PaperRow;
}

/** Rows that an earlier run on the same machine measured (`table1 --keep`). */
export interface KeptRows extends Pick<TableMachine, 'untangle' | 'date'> {
  /** Names of entries, such as 'octopi-8', followed by ' as in the paper' for the rows in the paper's setting. */
  readonly titles: readonly string[];
}

/** The content of `table1 --json`. */
export interface Table1 {
  /** Machine, version and date of the rows that aren't listed in `kept`. */
  readonly machine: TableMachine;
  readonly kept?: readonly KeptRows[];
  readonly rows: readonly TableEntry[];
}

/** Processor and GPU of the paper's measurements. */
const PAPER_MACHINE = 'Ryzen 5950X, RTX 3080 Ti';
/** Cell without a value. */
const NONE = '–';

/** Names of the table's columns. */
const HEAD = [
  'scene (figure)',
  'size',
  'machine',
  'vertices',
  'tetrahedra',
  'CCD a step',
  'DCD a step',
  'Q',
  'Tr',
  'Tet',
  'time step [s] x iterations',
  'mean frame [s]',
  'longest [s]',
  '% XPBD',
  '% CCD',
  '% DCD',
  '% ours',
  '% rest',
  'µs a query',
  'µs a point',
];
/** Number of columns with text, which come first. The other columns have numbers, aligned to the right. */
const TEXT_COLUMNS = 3;

/** Writes the table as Markdown: per entry, our rows and the paper's below them, then notes on the rows and columns. */
export function table1Markdown({ machine, kept = [], rows }: Table1): string {
  const cells = rows.flatMap((entry) => [
    ...(entry.ours ? [ourCells(`${entry.name} (${entry.figure})`, entry.size, entry.ours, machine)] : []),
    ...(entry.published
      ? [
          ourCells(
            `${entry.ours ? '' : `${entry.name} (${entry.figure}) `}as in the paper`,
            entry.size,
            entry.published,
            machine,
          ),
        ]
      : []),
    paperCells(entry),
  ]);
  const table = markdownTable(HEAD, cells, [...HEAD.keys()].slice(TEXT_COLUMNS));
  return [`# Table 1, ours and the paper's`, '', origin(machine), ...kept.flatMap(keptLines), '', ...table, '']
    .concat(rows.flatMap(note), '', NOTES)
    .join('\n');
}

function origin({ processor, adapter, cores, load, backend, workers, node, untangle, date }: TableMachine): string {
  const where = backend === 'gpu' ? `${adapter}, with ${processor}` : processor;
  const emulationWarning =
    adapter !== undefined && emulationNote(adapter)
      ? ' **This GPU is emulated in software: its times say nothing about a GPU.**'
      : '';
  return (
    `Ours: ${backend} on ${where} (${cores} cores, load ${load.toFixed(1)} before), ${workers} ${workers === 1 ? 'worker' : 'workers'}, Node ${node}, ` +
    `untangle ${untangle}, ${date}. The paper's: ${PAPER_MACHINE}; its material on the GPU, its collisions on the CPU.${emulationWarning}`
  );
}

const keptLines = ({ untangle, date, titles }: KeptRows): string[] => [
  '',
  `Measured by an earlier run (untangle ${untangle}, ${date}): ${titles.join(', ')}.`,
];

function ourCells(title: string, size: SizeName, ours: OurRow, machine: TableMachine): string[] {
  const workers = `${machine.workers} ${machine.workers === 1 ? 'worker' : 'workers'}`;
  return [
    title,
    size,
    `${machine.backend === 'gpu' ? machine.adapter : machine.processor}, ${workers}`,
    count(ours.vertices),
    count(ours.tetrahedra),
    collisions(ours.ccd),
    collisions(ours.dcd),
    ...[ours.bvhQueries, ours.traversals, ours.tetsVisited].map(threeDigits),
    ours.stepping.map(({ timeStep, iterations }) => stepText(timeStep, iterations)).join('; '),
    threeDigits(ours.meanFrame),
    threeDigits(ours.maxFrame),
    ...percentCells(ours.percent, ours.percent.rest),
    threeDigits(ours.perQuery),
    threeDigits(ours.perPoint),
  ];
}

const paperCells = ({ paper }: TableEntry): string[] => [
  'the paper',
  'its own',
  PAPER_MACHINE,
  count(paper.vertices),
  count(paper.tetrahedra),
  count(paper.ccd),
  count(paper.dcd),
  ...[paper.bvhQueries, paper.traversals, paper.tetsVisited].map(threeDigits),
  stepText(paper.timeStep, paper.iterations),
  threeDigits(paper.meanFrame),
  threeDigits(paper.maxFrame),
  ...percentCells(paper.percent, undefined),
  NONE,
  NONE,
];

const percentCells = (percent: PaperRow['percent'], rest: number | undefined): string[] =>
  [percent.xpbd, percent.ccd, percent.dcd, percent.ours, rest].map((share) =>
    share === undefined ? NONE : share.toFixed(1),
  );

const count = (value: number | undefined): string =>
  value === undefined ? NONE : Math.round(value).toLocaleString('en');
/** Writes a number with three digits, the precision of a timing. */
const threeDigits = (value: number | undefined): string =>
  value === undefined ? NONE : value >= 1000 ? count(value) : String(Number(value.toPrecision(3)));
/** Writes contacts per step: below 100 with three digits, otherwise as a whole number. */
const collisions = (value: number | undefined): string =>
  value === undefined || value >= 100 ? count(value) : threeDigits(value);
const stepText = (timeStep: number, iterations: number): string => `${threeDigits(timeStep)} x ${iterations}`;

/** Writes the notes on an entry's rows: which frames count, and the run's settings. */
function note({ name, ours, published }: TableEntry): string[] {
  return [
    ...(ours ? [rowNote(name, ours)] : []),
    ...(published ? [rowNote(`${name}, as in the paper`, published)] : []),
  ];
}

function rowNote(name: string, row: OurRow): string {
  const { firstFrame, counted, ran, brokeAt, mode, contacts, pathMethod } = row;
  const frames =
    counted === 0
      ? `no contact in ${ran} frames, all of which count`
      : `frames ${firstFrame} to ${ran - 1} of ${ran} that ran count, from the first contact on`;
  const broke = brokeAt === undefined ? '' : `; **the simulation broke** in step ${brokeAt}`;
  return `- ${name}: ${frames}; mode ${mode}, contacts ${contacts}, paths by \`${pathMethod}\`${broke}`;
}

const NOTES = `How to read it

- **Frame**: 1/60 s of simulated time, as in the paper. Our scenes' frames may be longer or shorter, so times are converted by the simulated time of a frame. The time is the wall time of the steps; the measurements for the record
  at a frame's end are not part of the method and are left out of the times and shares. All frames count. If a scene has contacts in its first frame, the means include the time in which V8 compiles code and memory is first touched.
- **XPBD** is the material solve and the projection of contacts. **DCD** includes the refit of the trees. **Ours** is the search for shortest paths and the creation of their contacts. **Rest** is the time outside all stages' clocks:
  handing work to the workers, and on the GPU waiting and readback. The paper doesn't define its four shares; they sum to about 100 % (colliding-balls: 110 %, as printed). On the GPU CCD runs beside the device's work, so the shares may sum to more than 100 %.
- **Q, Tr, Tet** are means per query: boundary faces whose nearest point was computed (the paper: BVH queries), lines followed from such a point (traversals), and tetrahedra that these visited. Rows
  *as in the paper* use its search as published, \`paper\`, and there they mean the same as in the paper. With \`flood\`, our default, candidates come from the mesh's adjacency instead of a BVH, and Q counts the faces that the flood visits, on
  the GPU about ten times as many as on the CPU.
- **CCD and DCD a step** are the contacts of a step's last detection. \`in-the-loop\` detects twice per step, which doubles the cost of CCD, DCD and ours; \`end-of-step\` detects once, as the paper's Algorithm 5.
- **As in the paper**: contacts once at the end of a step, projected once, to distance 0, of vertices and of a point per edge (in scenes that start tangled also of inner points), each along its own shortest path (\`recovery=paths\`); the paper's time step and iterations; the script switches
  nothing but the mode. The body, its material and its size are ours.
- **µs a query**: the time of *ours* (wall time, all workers together) per query; a query is a point in a tetrahedron that isn't its own. **µs a point**: the same time per penetrating point; a point in several tetrahedra has as many queries. Both include the
  preparation of each detection (balls around cells, lists of inverted elements), which dominates if there are few queries. The paper prints neither; they are here because a slow solver makes any share small.
`;
