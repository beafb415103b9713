import { signedVolumes } from '../../mesh/quality.ts';
import type { PathMethod } from '../../simulation/path/tables.ts';
import { vertexEnd } from '../../simulation/world/world.ts';
import {
  type CheckRunner,
  type Figure,
  type FrameState,
  lastMean,
  peakKineticEnergy,
  PIERCING_AT_REST,
  type RunOptions,
  type RunResult,
  shareDeeperThan,
} from '../check.ts';

/** Number of last frames that figures at rest are averaged over. */
const REST_FRAMES = 10;
/** A vertex counts as deep if its penetration depth exceeds this share of the first body's thickness. */
const DEEP_SHARE = 0.05;

/** Bounds of a run; figures without a bound are only recorded. */
export interface OverlapBounds {
  /** Greatest share of deep surface vertices in any frame, and at rest. */
  readonly deep: number;
  readonly deepAtRest: number;
  /** Greatest mean number of interpenetrating vertices at rest. */
  readonly interpenetrating: number;
  /** Greatest number of inverted elements at the end. */
  readonly inverted: number;
  /** Greatest kinetic energy at rest, as a share of its peak. */
  readonly energy: number;
}

/** Measurements of a scene's own in one run. */
export interface OwnMeasurements {
  /** Receivers of the run's states. */
  readonly receivers?: Pick<RunOptions, 'eachStep'>;
  /** Returns figures. @param last state after the last frame */
  figures(result: RunResult, last: FrameState): readonly Figure[];
}

/**
 * Runs a scene in its own mode, and then from the same start by contacts of each path method alone (mode dcd). Measures overlaps by exact counts.
 * Only the first run's figures have bounds; those of the others are recorded beside them.
 * @param methods the scene's own method first
 * @param measure makes the scene's own measurements of a run
 */
export async function checkMethods(
  runner: CheckRunner,
  methods: readonly PathMethod[],
  bounds: OverlapBounds,
  measure: () => OwnMeasurements,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const runs = [{ pathMethod: methods[0] }, ...methods.map((pathMethod) => ({ pathMethod, mode: 'dcd' as const }))];
  for (const parameters of runs) {
    const own = measure();
    const isOwn = parameters === runs[0];
    const name = isOwn ? parameters.pathMethod : `${parameters.pathMethod} alone`;
    let last: FrameState | undefined;
    let worst = 0;
    let atRest = 0;
    const result = await runner.run(name, {
      ...own.receivers,
      parameters,
      mayBreak: !isOwn,
      observe: (state) => {
        last = state;
        atRest = shareDeeperThan(state, DEEP_SHARE * state.world.models[0].thickness);
        worst = Math.max(worst, atRest);
      },
    });
    if (!last) continue;
    const all = [...overlapFigures(result, last, { worst, atRest }, bounds), ...own.figures(result, last)];
    figures.push(
      ...(isOwn ? all : all.map((figure) => recorded(`${name}: ${figure.name}`, figure.value, figure.unit))),
    );
  }
  return figures;
}

const recorded = (name: string, value: number, unit: string | undefined): Figure => ({
  name,
  value,
  ...(unit === undefined ? {} : { unit }),
});

/** Figures of a run's overlaps. @param deep shares of deep surface vertices: at worst, and in the last frame */
function overlapFigures(
  { rows }: RunResult,
  last: FrameState,
  deep: { readonly worst: number; readonly atRest: number },
  bounds: OverlapBounds,
): Figure[] {
  const counts = rows.map(({ interpenetrating }) => interpenetrating ?? Number.NaN);
  return [
    {
      name: 'surface vertices deeper than 5 % of the thickness, at worst',
      value: deep.worst,
      unit: '%',
      relation: '<',
      bound: bounds.deep,
    },
    {
      name: 'surface vertices deeper than 5 % of the thickness, at rest',
      value: deep.atRest,
      unit: '%',
      relation: '<=',
      bound: bounds.deepAtRest,
    },
    { name: 'maximum of interpenetrating vertices', value: Math.max(...counts) },
    {
      name: 'interpenetrating vertices, at rest',
      value: lastMean(rows, REST_FRAMES, (row) => row.interpenetrating ?? Number.NaN),
      relation: '<=',
      bound: bounds.interpenetrating,
    },
    {
      name: 'maximum of surface edges that pierce triangles',
      value: Math.max(...rows.map((row) => row.piercingShare ?? Number.NaN)),
      unit: '%',
    },
    {
      name: 'surface edges that pierce triangles, at rest',
      value: lastMean(rows, REST_FRAMES, (row) => row.piercingShare ?? Number.NaN),
      unit: '%',
      ...PIERCING_AT_REST,
    },
    { name: 'inverted elements at the end', value: countAllInverted(last), relation: '<=', bound: bounds.inverted },
    {
      name: 'kinetic energy relative to its peak, at the end',
      value: lastMean(rows, REST_FRAMES, (row) => row.kineticEnergy) / peakKineticEnergy(rows),
      unit: '%',
      relation: '<',
      bound: bounds.energy,
    },
    { name: 'contacts per step by CCD', value: lastMean(rows, Infinity, (row) => row.contactsCcd) },
    { name: 'contacts per step by DCD', value: lastMean(rows, Infinity, (row) => row.contactsDcd) },
  ];
}

/** Number of inverted or flat elements of all bodies. */
function countAllInverted({ world, positions }: FrameState): number {
  return world.bodies.reduce((sum, { model, vertexBase }, body) => {
    const own = positions.subarray(3 * vertexBase, 3 * vertexEnd(world, body));
    const volumes = signedVolumes({ positions: own, tets: world.models[model].mesh.tets });
    return sum + volumes.filter((volume) => !(volume > 0)).length;
  }, 0);
}
