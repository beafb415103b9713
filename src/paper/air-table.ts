import { runScene } from '../cli/recordings/run-scene.ts';
import { median } from '../math/statistics.ts';
import { AIR_STRIDE } from '../mesh/air/air-mesh.ts';
import { tell } from '../node/print.ts';
import { markdownTable } from '../record/markdown-table.ts';
import type { SizeName } from '../scenes/scene.ts';
import { sceneByName } from '../scenes/scenes.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { World } from '../simulation/world/world.ts';

/** Table 1 of Mueller, Chentanez, Kim, Macklin 2015, Air Meshes for Robust Collision Handling: our scenes beside the paper's. */

export const MOST_FRAMES = 10_000;

/** A row of the paper's Table 1. Times are those of a frame [ms]. */
interface PaperRow {
  readonly name: string;
  readonly elements: number;
  readonly air: number;
  readonly object: number;
  readonly objectIterations: number;
  readonly airTime: number;
  readonly airIterations: number;
  /** Time of the optimisation, or why there is none. */
  readonly optimise: string;
  readonly total: number;
}

/** One of our scenes beside one of the paper's. */
interface Case {
  readonly scene: string;
  readonly size: SizeName;
  /** Time from which frames are measured, when the air has work to do [s]. */
  readonly from: number;
  readonly paper: PaperRow;
}

const CASES: readonly Case[] = [
  {
    scene: 'boxes-rope',
    size: 'paper',
    from: 4,
    paper: {
      name: '2D boxes',
      elements: 120,
      air: 416,
      object: 3.3,
      objectIterations: 20,
      airTime: 1.6,
      airIterations: 20,
      optimise: '1.6',
      total: 6.5,
    },
  },
  {
    scene: 'shapes-rope',
    size: 'paper',
    from: 4,
    paper: {
      name: '2D objects',
      elements: 269,
      air: 165,
      object: 3.4,
      objectIterations: 20,
      airTime: 0.5,
      airIterations: 20,
      optimise: '0.9',
      total: 4.8,
    },
  },
  {
    scene: 'stacked-boxes',
    size: 'paper',
    from: 2,
    paper: {
      name: '3D boxes',
      elements: 250,
      air: 2775,
      object: 3.5,
      objectIterations: 10,
      airTime: 1.7,
      airIterations: 10,
      optimise: '80',
      total: 85.2,
    },
  },
  {
    scene: 'musicians',
    size: 'paper',
    from: 0.5,
    paper: {
      name: '3D characters',
      elements: 1919,
      air: 2739,
      object: 6.5,
      objectIterations: 10,
      airTime: 2.1,
      airIterations: 10,
      optimise: '14, every 4th frame',
      total: 22.6,
    },
  },
  {
    scene: 'armpit',
    size: 'paper',
    from: 2.5,
    paper: {
      name: 'sumo fighter',
      elements: 32000,
      air: 1700,
      object: 35,
      objectIterations: 1,
      airTime: 15,
      airIterations: 10,
      optimise: 'off',
      total: 50,
    },
  },
  {
    scene: 'layered-skirt',
    size: 'paper',
    from: 0,
    paper: {
      name: 'dancer',
      elements: 47000,
      air: 165000,
      object: 119,
      objectIterations: 10,
      airTime: 520,
      airIterations: 20,
      optimise: 'off',
      total: 639,
    },
  },
];

/** Measures the table's rows. @param frames number of frames measured of each scene @returns lines in Markdown */
export async function airTable(frames: number): Promise<readonly string[]> {
  const rows: string[][] = [];
  for (const { scene, size, from, paper } of CASES) {
    tell(scene);
    rows.push(await ourCells(scene, size, from, frames), paperCells(paper));
  }
  return [
    ...markdownTable(
      [
        'scene',
        'elements',
        'air',
        'objects [ms]',
        'times',
        'air [ms]',
        'times',
        'optimisation [ms]',
        'contacts [ms]',
        'total [ms]',
      ],
      rows,
    ),
    '',
    'Frames are measured from the time when the air has work to do: when bodies are pressed flat, pushed, or found inside one another. Times are those of a frame; that of the optimisation, which does not run in all of them, is a mean, the others are medians. *Contacts* keep bodies apart by a distance and give them friction: the paper has no column for them. The total is that of ' +
      'all parts of a step; it lacks the measuring of figures, which steps do not need.',
  ];
}

async function ourCells(name: string, size: SizeName, from: number, frames: number): Promise<string[]> {
  const scene = sceneByName(name);
  if (!scene) throw new Error(`There is no scene ${name}, expected one of Table 1`);
  const count = scene.size[size];
  const parameters = startParameters(scene, count);
  const { timeStep, stepsPerFrame, iterations, airIterations, airFlips } = parameters;
  const first = Math.round(from / (timeStep * stepsPerFrame));
  const { world, recording } = await runScene({
    scene,
    size: count,
    parameters,
    backend: 'cpu',
    workers: 1,
    frames: Math.min(first + frames, scene.frames),
    overlaps: false,
  });
  const measured = recording.frames.slice(first);
  const typical = (time: (stages: FrameRow['stages']) => number) => median(measured.map(({ stages }) => time(stages)));
  return [
    `**${name}**`,
    String(objectElements(world)),
    String(world.air.elements.length / AIR_STRIDE),
    milliseconds(typical(({ solve }) => solve)),
    String(stepsPerFrame * iterations),
    milliseconds(typical(({ air }) => air)),
    // Once more after the iterations.
    String(stepsPerFrame * (iterations + 1) * airIterations),
    airFlips === 0 ? 'off' : milliseconds(mean(measured.map(({ stages }) => stages.flips))),
    milliseconds(
      typical(({ walks, projection, ccd, dcd, path, refit }) => walks + projection + ccd + dcd + path + refit),
    ),
    milliseconds(
      typical(
        ({ solve, air, flips, walks, projection, ccd, dcd, path, refit }) =>
          solve + air + flips + walks + projection + ccd + dcd + path + refit,
      ),
    ),
  ];
}

/** Number of tetrahedra of bodies, and of triangles of cloth and planar bodies. */
const objectElements = ({ bodies, models }: World): number =>
  bodies.reduce((sum, { model }) => {
    const { tetCount, faceCount } = models[model].topology;
    return sum + (tetCount > 0 ? tetCount : faceCount);
  }, 0);

const paperCells = (paper: PaperRow): string[] => [
  `the paper's ${paper.name}`,
  String(paper.elements),
  String(paper.air),
  String(paper.object),
  String(paper.objectIterations),
  String(paper.airTime),
  String(paper.airIterations),
  paper.optimise,
  '–',
  String(paper.total),
];

const mean = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0) / times.length;
const milliseconds = (time: number): string => time.toFixed(2);
