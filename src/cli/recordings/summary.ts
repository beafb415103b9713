import type { Recording } from '../../record/recording.ts';
import { noteOnResidual } from '../../simulation/integrators/implicit-euler/residual-note.ts';
import { noteOnBroken } from '../../simulation/diagnostics/broken-note.ts';
import { noteOnOverlap, OverlapWatch } from '../../simulation/diagnostics/overlap-note.ts';
import type { World } from '../../simulation/world/world.ts';
import { MOST_HITS_PER_VERTEX } from '../../simulation/contacts/ccd/capacities.ts';
import { type FrameRow, droppedPerStep } from '../../simulation/statistics.ts';

/** Number of last frames that the summary's means cover: one second at 60 frames per second. */
export const SUMMARY_FRAMES = 60;

const METHOD_NAMES = { xpbd: 'XPBD', 'implicit-euler': 'implicit Euler' } as const;

/** Returns the last SUMMARY_FRAMES frames of a run, without the run's first, in which V8 compiles code and memory is first touched. */
const lastFrames = ({ frames }: Recording): readonly FrameRow[] =>
  (frames.length > 1 ? frames.slice(1) : frames).slice(-SUMMARY_FRAMES);

/** Returns the mean of a figure over a run's last frames, as `lastFrames` selects them. */
export function lastMean(recording: Recording, figure: (row: FrameRow) => number): number {
  const rows = lastFrames(recording);
  return rows.reduce((sum, row) => sum + figure(row), 0) / rows.length;
}

/** Resolution of the clock [s], the minimum time by which a rate divides. */
const CLOCK_STEP = 1e-6;

/** Returns items per second, as a whole number; 0 if there are no items. */
export const rate = (count: number, seconds: number): number =>
  count === 0 ? 0 : Math.round(count / Math.max(seconds, CLOCK_STEP));

const line = (name: string, value: string, unit = ''): string =>
  `  ${name.padEnd(28)} ${value.padStart(10)} ${unit}`.trimEnd();

/** Writes a number with about four digits, enough to compare runs by eye. */
function fourDigits(value: number): string {
  if (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6)) return value.toExponential(2);
  return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const percent = (share: number): string => `${fourDigits(100 * share)} %`;

/** Writes a table for the terminal: the scene and its settings, and the means of the last frames in groups. */
export function summaryTable(recording: Recording): string {
  const mean = (figure: (row: FrameRow) => number) => fourDigits(lastMean(recording, figure));
  const share = (figure: (row: FrameRow) => number) => percent(lastMean(recording, figure));
  return [
    ...heading(recording),
    ...times(recording),
    'contacts per step',
    line(
      'by shortest path (dcd)',
      mean((row) => row.contactsDcd),
    ),
    line(
      'by time of impact (ccd)',
      mean((row) => row.contactsCcd),
    ),
    line('left out: no room', mean(droppedPerStep)),
    line(
      'left out: a vertex has many',
      mean((row) => row.vertexHitsLeftOut),
    ),
    line(
      'given up: no normal, weight',
      mean((row) => row.contactsGivenUp),
    ),
    'shortest paths',
    line(
      'queries',
      mean((row) => row.queries),
      'per step',
    ),
    line(
      'candidates',
      mean((row) => row.candidates),
      'per query',
    ),
    line(
      'traversals',
      mean((row) => row.traversals),
      'per query',
    ),
    line(
      'tetrahedra visited',
      mean((row) => row.tetsVisited),
      'per query',
    ),
    line(
      'overflows, answered again',
      mean((row) => row.pathOverflows),
      'per step',
    ),
    line(
      'without a path',
      mean((row) => row.pathsMissing),
      'per step',
    ),
    line(
      'skipped: inverted elements',
      mean((row) => row.invertedSkipped),
      'per step',
    ),
    ...fieldUpdates(recording),
    ...linearSolves(recording),
    ...freedom(recording),
    'at the end of a frame',
    line(
      'penetrating vertices',
      mean((row) => row.penetrating),
      `= ${share((row) => row.penetratingShare)} of the surface's vertices`,
    ),
    line(
      'deeper than 1 % of an arm',
      share((row) => row.deepShare),
      "of the surface's vertices",
    ),
    line(
      'deepest penetration',
      mean((row) => row.deepest),
      'm',
    ),
    ...(recording.frames.at(-1)?.piercingShare === undefined
      ? []
      : [
          line(
            'edges that pierce',
            share((row) => row.piercingShare ?? Number.NaN),
            "of the surface's edges",
          ),
        ]),
    line(
      'in other volume',
      share((row) => row.overlapShare ?? Number.NaN),
      'of the volume, or in other parts of the same body',
    ),
    line(
      'inverted elements',
      mean((row) => row.inverted ?? Number.NaN),
    ),
    ...(recording.frames.at(-1)?.leastVolume === undefined
      ? []
      : [
          line(
            'least volume of a body',
            share((row) => row.leastVolume ?? Number.NaN),
            'of that at rest',
          ),
        ]),
    line(
      'kinetic energy',
      mean((row) => row.kineticEnergy),
      `J, at its peak ${fourDigits(peakEnergy(recording))} J`,
    ),
    line('hash of the last state', recording.frames.at(-1)?.hash ?? '-'),
    '',
  ].join('\n');
}

/** Says since when nothing overlaps; nothing of a run without the guarantee. */
function freedom({ frames, parameters }: Recording): string[] {
  if (!parameters.guarantee || frames.length === 0) return [];
  const last = frames.findLast(({ free }) => free !== 1);
  if (last?.frame === frames.at(-1)?.frame)
    return frames.some(({ free }) => free > 0) ? ['free for a while, not at the end'] : [];
  const held = frames.reduce((sum, { truncated }) => sum + truncated, 0) / frames.length;
  return [
    `free since frame ${last === undefined ? frames[0]!.frame : last.frame + 1}; ${fourDigits(held)} vertices held per step`,
    ...waiting(frames),
  ];
}

/** Tells when the guarantee has stopped what the script moves. */
function waiting(frames: Recording['frames']): string[] {
  return (
    [
      ['vertices', 'drivenWaiting'],
      ['planes', 'planesWaiting'],
    ] as const
  ).flatMap(([what, name]) => {
    const some = frames.filter((row) => row[name] > 0);
    if (some.length === 0) return [];
    const worst = some.reduce((most, row) => (row[name] > most[name] ? row : most));
    return [
      `moved ${what} wait in ${some.length} of ${plural(frames.length, 'frame')}, since something is in their way: up to ${fourDigits(worst[name])} per step, in frame ${worst.frame}`,
    ];
  });
}

/** Goes on about contacts that were left out. */
const OF_LEFT_OUT = `, so bodies may overlap there; a step has at most ${MOST_HITS_PER_VERTEX} contacts of CCD per surface vertex, and keeps the deepest; other lists grow by 2 GB at most, and only while memory lasts`;

/** Tells contacts that were left out only in frames which the means don't cover: bodies may overlap from then on. */
function leftOutBefore({ frames }: Recording): string[] {
  const some = frames.filter((row) => droppedPerStep(row) > 0);
  if (some.length === 0) return [];
  const worst = some.reduce((most, row) => (droppedPerStep(row) > droppedPerStep(most) ? row : most));
  const most = fourDigits(droppedPerStep(worst));
  return [
    `contacts were left out in ${some.length} of ${plural(frames.length, 'frame')}, up to ${most} per step in frame ${worst.frame}${OF_LEFT_OUT}`,
  ];
}

/** Returns the frames since the script has last changed the mode of collisions: before, bodies may have been meant to pass through one another. */
function framesOfMode({ frames }: Recording, { script: { switches = [] } }: World): readonly FrameRow[] {
  const last = switches.findLast(({ parameters }) => parameters.mode !== undefined);
  return last ? frames.filter(({ time }) => time > last.time) : frames;
}

/** Returns the frames of the last second of simulated time, and at least those of the summary's means. */
function lastSecond(rows: readonly FrameRow[]): readonly FrameRow[] {
  const end = rows.at(-1)?.time ?? 0;
  return rows.filter(({ time }, i) => i >= rows.length - SUMMARY_FRAMES || time > end - 1);
}

/** Tells an overlap that has lasted in a run, and what is left of it at the end. */
function lastingOverlap({ parameters }: Recording, frames: readonly FrameRow[], world: World): string[] {
  const watch = new OverlapWatch();
  const [found] = frames.flatMap((row) => watch.add(row) ?? []);
  if (found === undefined) return [];
  const atEnd = frames.at(-1)?.overlapShare ?? 0;
  return noteOnOverlap(found, parameters, world).map((note) => `${note} (at the end: ${percent(atEnd)})`);
}

/**
 * Writes warnings about a run's figures, one line each: contacts left out, overlaps that last, a state that looks broken, and linear solves that end early.
 */
export function warnings(recording: Recording, world: World): string[] {
  const droppedContacts = lastMean(recording, droppedPerStep);
  const lines: string[] = [];
  if (droppedContacts > 0) lines.push(`${fourDigits(droppedContacts)} contacts per step were left out${OF_LEFT_OUT}`);
  else lines.push(...leftOutBefore(recording));
  const frames = framesOfMode(recording, world);
  lines.push(...lastingOverlap(recording, frames, world));
  lines.push(...noteOnBroken(lastSecond(frames), recording.parameters, world));
  const residual = lastMean(recording, (row) => row.linearResidual);
  return [...lines, ...noteOnResidual(residual, recording.parameters)];
}

export const peakEnergy = ({ frames }: Recording): number =>
  frames.reduce((peak, row) => Math.max(peak, row.kineticEnergy), 0);

function heading(recording: Recording): string[] {
  const { scene, bodies, vertices, tetrahedra, backend, adapter, workers, frames, parameters } = recording;
  const seconds = frames.reduce((sum, row) => sum + row.ms, 0) / 1000;
  const simulatedTime = frames.at(-1)?.time ?? 0;
  return [
    `${scene}: ${bodies} ${bodies === 1 ? 'body' : 'bodies'}, ${vertices} vertices, ${tetrahedra} tetrahedra`,
    `on ${backend} (${adapter}) with ${plural(workers, 'worker')}`,
    `${plural(frames.length, 'frame')} of ${plural(parameters.stepsPerFrame, 'step')} of ${Number(parameters.timeStep.toPrecision(3))} s by ${METHOD_NAMES[parameters.integrator]}: ` +
      `${fourDigits(simulatedTime)} s simulated in ${fourDigits(seconds)} s`,
    '',
    meansOf(recording),
  ];
}

/** Names the frames over which the means are taken. */
function meansOf(recording: Recording): string {
  const frameCount = lastFrames(recording).length;
  const last = recording.frames.length - 1;
  if (frameCount === last) return `Means of ${frameNames(1, last)}, without frame 0, which compiles code`;
  return last === 0 ? 'Figures of the only frame, which also compiles code' : `Means of the last ${frameCount} frames`;
}

/** Names a range of frames: 'frame 1', 'frames 1 to 4'. */
export const frameNames = (first: number, last: number): string =>
  first === last ? `frame ${first}` : `frames ${first} to ${last}`;

/** Writes the figures of implicit Euler's linear solves; nothing if the run had none. */
function linearSolves(recording: Recording): string[] {
  const mean = (figure: (row: FrameRow) => number) => lastMean(recording, figure);
  const solves = mean((row) => row.linearSolves);
  if (solves === 0) return [];
  return [
    'implicit Euler',
    line('linear solves', fourDigits(solves), 'per step'),
    line('linear iterations', fourDigits(mean((row) => row.linearIterations)), 'per step'),
    line('residual left', percent(mean((row) => row.linearResidual)), "of that at a step's start"),
  ];
}

/** Writes how often a distance field was brought up to date, and how; nothing if the run had no updates. */
function fieldUpdates(recording: Recording): string[] {
  const mean = (figure: (row: FrameRow) => number) => lastMean(recording, figure);
  const points = mean((row) => row.fieldPoints);
  if (points === 0) return [];
  const regions = [
    ['joined the old distances', mean((row) => row.fieldsJoined)],
    ['blended with them', mean((row) => row.fieldsBlended)],
    ['whole body anew', mean((row) => row.fieldsRecomputed)],
    ['overlapping, on tetrahedra', mean((row) => row.fieldsOverlapping)],
  ] as const;
  return [
    'regions of the distance field brought up to date',
    ...regions.map(([name, count]) => line(name, fourDigits(count), 'per step')),
    line('points marched', fourDigits(points), 'per step'),
  ];
}

function times(recording: Recording): string[] {
  const whole = lastMean(recording, (row) => row.ms);
  const stages = Object.keys(recording.frames[0]?.stages ?? {}) as (keyof FrameRow['stages'])[];
  const means = stages.map((stage) => [stage, lastMean(recording, (row) => row.stages[stage])] as const);
  return [
    'time, ms per frame',
    ...means.filter(([, ms]) => ms > 0).map(([stage, ms]) => line(stage, ms.toFixed(1), percentOf(ms, whole))),
    line('whole frame', whole.toFixed(1)),
  ];
}

const percentOf = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0).padStart(3)} %`;
