import { countCrossings } from '../../geometry/centreline-crossings.ts';
import { type ContactPoints, MODES } from '../../simulation/detect/tables.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { Switch } from '../../simulation/script/script.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { type CheckRunner, type Figure, lastMean, type RunOptions } from '../check.ts';
import { PAPER_STEPS } from '../paper-steps.ts';
import type { Scene } from '../scene.ts';
import { startParameters } from '../start-parameters.ts';

/**
 * The paper's collision handling, Algorithm 5 as written: contacts are found once per step, after the material solve, and projected once, to
 * distance 0. Points are vertices and, as in section 4, a point per edge that passes through an element.
 */
export const PAPER_CONTACTS = {
  contacts: 'end-of-step',
  contactPasses: 1,
  contactOffset: 0,
  contactPoints: 'edges',
  depenetrationSpeed: 0,
  crossedEdges: 'stay',
  recovery: 'paths',
  guarantee: false,
} as const satisfies Partial<SimulationParameters>;

/** A scene's name and parameters; `size` and the others as in Scene. */
type SceneSteps = Pick<Scene, 'name' | 'parameters' | 'size' | 'parametersAt'>;

/**
 * Returns the paper's own setting for a scene: its collision handling, and the time step and iterations of its Table 1. A frame keeps its
 * duration up to a part of a step. Paths are searched by the scene's own method, since the published search finds nearly the same paths
 * (docs/method.md) and takes longer (`untangle table1` uses it).
 * @param row name of the row of Table 1
 */
export function paperSetting(scene: SceneSteps, size: number, row = scene.name): Partial<SimulationParameters> {
  const steps = Object.entries(PAPER_STEPS).find(([name]) => name === row)?.[1];
  // Bodies that start tangled have contact points inside, too (supplement, 1.3).
  const contactPoints: ContactPoints = scene.parameters.contactPoints === 'all' ? 'all' : PAPER_CONTACTS.contactPoints;
  const contacts = { ...PAPER_CONTACTS, contactPoints };
  if (!steps) return contacts;
  const { timeStep, stepsPerFrame } = startParameters(scene as Scene, size);
  return { ...contacts, ...steps, stepsPerFrame: Math.round((timeStep * stepsPerFrame) / steps.timeStep) };
}

/**
 * Returns a script's switches of the mode alone, without the other parameters that they change. They would replace those of the paper's
 * setting.
 */
export const modeSwitches = (switches: readonly Switch[]): Switch[] =>
  switches.flatMap(({ time, parameters: { mode } }) => (mode ? [{ time, parameters: { mode } }] : []));

/** The modes of the ablation: the paper's hybrid, CCD without DCD, and DCD without CCD. */
const ABLATED = MODES.filter((mode) => mode !== 'off');
export type AblatedMode = (typeof ABLATED)[number];

/** Labels of the runs in recordings. */
const labelOf = (mode: AblatedMode): string => `paper-${mode}`;
export const PAPER_HYBRID = labelOf('hybrid');

/** Options of the ablation's runs. `observe` and `eachStep` are made anew for each run. */
export interface AblationOptions extends Pick<RunOptions, 'frames' | 'switches'> {
  readonly setting: Partial<SimulationParameters>;
  /** Returns receivers of a run's states, for figures of the scene's own. */
  receivers?(mode: AblatedMode): Pick<RunOptions, 'observe' | 'eachStep'>;
}

/** Frames of each mode's run. */
export type AblationRows = Readonly<Record<AblatedMode, readonly FrameRow[]>>;

/** Runs a scene from its start in the paper's own setting, in each mode. Without one of the two detections a run may break. */
export async function runAblations(runner: CheckRunner, options: AblationOptions): Promise<AblationRows> {
  const { setting, receivers, ...others } = options;
  const rows = new Map<AblatedMode, readonly FrameRow[]>();
  for (const mode of ABLATED) {
    const parameters = { ...setting, mode };
    const result = await runner.run(labelOf(mode), {
      ...others,
      ...receivers?.(mode),
      parameters,
      mayBreak: mode !== 'hybrid',
    });
    rows.set(mode, result.rows);
  }
  return { hybrid: rows.get('hybrid')!, ccd: rows.get('ccd')!, dcd: rows.get('dcd')! };
}

/** Bounds for the shares of deep surface vertices; figures without a bound are only recorded. */
export interface AblationBounds {
  /** Maximum for hybrid: it recovers. */
  readonly hybrid?: number;
  /** Minimum for CCD alone: what it has missed once stays inside. */
  readonly ccd?: number;
}

const TITLES: Readonly<Record<AblatedMode, string>> = {
  hybrid: 'as in the paper',
  ccd: 'as in the paper, CCD alone',
  dcd: 'as in the paper, DCD alone',
};

/**
 * Figures of the ablation, as means over the last frames: deep and interpenetrating surface vertices, piercing edges, contacts.
 * @param last number of frames, counted from the end of the run
 */
export const ablationFigures = (rows: AblationRows, last: number, bounds: AblationBounds): Figure[] =>
  ABLATED.flatMap((mode): Figure[] => {
    const mean = (figure: (row: FrameRow) => number) => lastMean(rows[mode], last, figure);
    const title = TITLES[mode];
    return [
      {
        name: `${title}: surface vertices deeper than 1 % of the thickness`,
        value: mean((row) => row.deepShare),
        unit: '%',
        ...boundOf(mode, bounds),
      },
      { name: `${title}: interpenetrating vertices`, value: mean((row) => row.interpenetrating ?? Number.NaN) },
      {
        name: `${title}: surface edges that pierce triangles`,
        value: mean((row) => row.piercingShare ?? Number.NaN),
        unit: '%',
      },
      { name: `${title}: contacts per step by CCD`, value: lastMean(rows[mode], Infinity, (row) => row.contactsCcd) },
      { name: `${title}: contacts per step by DCD`, value: lastMean(rows[mode], Infinity, (row) => row.contactsDcd) },
    ];
  });

function boundOf(mode: AblatedMode, { hybrid, ccd }: AblationBounds): Pick<Figure, 'relation' | 'bound'> {
  if (mode === 'hybrid' && hybrid !== undefined) return { relation: '<', bound: hybrid };
  if (mode === 'ccd' && ccd !== undefined) return { relation: '>=', bound: ccd };
  return {};
}

/** Counts how often a line passes through itself from step to step. */
export class CrossingCounter {
  count = 0;
  private before: Float32Array | undefined;

  /** @param line vertices of a polyline    @param start positions at the start; by default those of the first call of `add` */
  constructor(
    private readonly line: Uint32Array,
    start?: Float32Array,
  ) {
    this.before = start?.slice();
  }

  /** Takes a step into account. @param positions 3 per vertex [m] */
  add(positions: Float32Array): void {
    // The last argument, 1, excludes pairs of segments that share a vertex from the test.
    if (this.before) this.count += countCrossings(this.line, this.before, positions, 1);
    this.before ??= new Float32Array(positions.length);
    this.before.set(positions);
  }
}

/**
 * Does the same as runAblations, and counts how often a line passes through itself in each run.
 * @param line, start as for CrossingCounter
 */
export async function runCountedAblations(
  runner: CheckRunner,
  options: Omit<AblationOptions, 'receivers'>,
  line: Uint32Array,
  start?: Float32Array,
): Promise<{ rows: AblationRows; counts: AblationCount['counts'] }> {
  const counters = {
    hybrid: new CrossingCounter(line, start),
    ccd: new CrossingCounter(line, start),
    dcd: new CrossingCounter(line, start),
  };
  const receivers = (mode: AblatedMode) => ({ eachStep: (positions: Float32Array) => counters[mode].add(positions) });
  const rows = await runAblations(runner, { ...options, receivers });
  const { hybrid, ccd, dcd } = counters;
  return { rows, counts: { hybrid: hybrid.count, ccd: ccd.count, dcd: dcd.count } };
}

export type CountBounds = Partial<Readonly<Record<AblatedMode, Required<Pick<Figure, 'relation' | 'bound'>>>>>;

/** A count that the scene takes in each mode's run, such as times that a line passed through itself. */
export interface AblationCount {
  readonly name: string;
  readonly counts: Readonly<Record<AblatedMode, number>>;
  readonly bounds: CountBounds;
}

export const countFigures = ({ name, counts, bounds }: AblationCount): Figure[] =>
  ABLATED.map((mode) => ({ name: `${TITLES[mode]}: ${name}`, value: counts[mode], ...bounds[mode] }));
