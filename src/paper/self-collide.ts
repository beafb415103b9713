import { availableParallelism, cpus, loadavg } from 'node:os';
import { checkPictureAlone, choice, type Command, wholeNumber } from '../cli/command.ts';
import { defaultWorkers } from '../cli/commands/run.ts';
import { EXIT } from '../node/errors.ts';
import { saveText } from '../node/files.ts';
import { print, tell } from '../node/print.ts';
import { checkOutputs } from '../node/outputs.ts';
import { LEAST_FACES } from '../simulation/self-collision/face-pairs.ts';
import { WAYS } from '../simulation/self-collision/ways.ts';
import { CASE_NAMES, CASE_SIZES, DEFAULT_CASES, makeCase } from './self-collide-cases.ts';
import { measureCase, mustFindAll, PAIR_KINDS, type Sampling, TREES, type WayFigures } from './self-collide-measure.ts';
import { caseTables } from './self-collide-tables.ts';
import { treesTable } from './self-collide-trees.ts';
import { windingStripPicture } from './winding-strip-picture.ts';

const DEFAULT_ROUNDS = 3;
const MAX_ROUNDS = 100;
const MAX_STRIDE = 1000;

export const selfCollideCommand: Command = {
  name: 'self-collide',
  positionals: [],
  summary:
    'finds where surfaces touch themselves, in all ways, and prints Figures 10 to 13 of Wang et al. 2018 beside ours, in Markdown',
  options: {
    case: {
      value: 'name',
      meaning: `a surface that moves by keyframes (${DEFAULT_CASES.join(', ')}: the default), or a scene to run; may be repeated`,
      repeated: true,
    },
    size: { value: CASE_SIZES.join('|'), meaning: 'size of that name; small by default' },
    frames: { value: 'n', meaning: 'takes every nth keyframe; each by default' },
    rounds: {
      value: 'n',
      meaning: `runs per time, of which the fastest counts; ${DEFAULT_ROUNDS} by default, at most ${MAX_ROUNDS}`,
    },
    out: { value: 'self-collision.md', meaning: 'file for the report; standard output only by default' },
    json: { value: 'self-collision.json', meaning: 'file for all counts and times; none by default' },
    picture: {
      value: 'winding-strip.svg',
      meaning: 'draws the smallest case that the published descent gets wrong into this file, and measures nothing',
    },
  },
  async run(args) {
    const out = args.text('out');
    const json = args.text('json');
    const picture = args.text('picture');
    checkOutputs({ '--out': out, '--json': json, '--picture': picture });
    if (picture !== undefined) {
      checkPictureAlone(args, ['out', 'json']);
      saveText(picture, windingStripPicture());
      return EXIT.ok;
    }
    const named = args.all('case').map((name) => choice('--case', name, CASE_NAMES));
    const size = choice('--size', args.text('size') ?? 'small', CASE_SIZES);
    const sampling: Sampling = {
      every: wholeNumber('--frames', args.text('frames') ?? '1', 1, MAX_STRIDE),
      rounds: wholeNumber('--rounds', args.text('rounds') ?? String(DEFAULT_ROUNDS), 1, MAX_ROUNDS),
    };
    const lines = ["# Self-collision of surfaces, ours and the paper's", '', ...preface(sampling), ''];
    const faults: string[] = [];
    const counts: object[] = [];
    for (const name of named.length > 0 ? named : DEFAULT_CASES) {
      tell(`${name}, ${size}`);
      const one = await makeCase(name, size, defaultWorkers());
      const figures = measureCase(one, sampling, (frame) => {
        if (frame > 0 && frame % PROGRESS_FRAMES === 0) tell(`${name}, keyframe ${frame}`);
      });
      lines.push(...caseTables(one, figures, sampling.every), ...treesTable(one, sampling.every));
      faults.push(...faultsOf(name, figures));
      counts.push({
        name,
        size,
        triangles: one.surfaces.map(({ topology }) => topology.faceCount),
        ...sampling,
        figures,
      });
    }
    const report = `${lines.join('\n').trimEnd()}\n`;
    print(report);
    if (out !== undefined) saveText(out, report);
    if (json !== undefined) saveText(json, `${JSON.stringify(counts, undefined, 1)}\n`);
    for (const fault of faults) tell(fault);
    return faults.length > 0 ? EXIT.failed : EXIT.ok;
  },
};

/** Progress is told after this many keyframes. */
const PROGRESS_FRAMES = 10;

/** Lists what contradicts the claim that a way finds exactly the pairs that touch. */
export function faultsOf(name: string, figures: readonly WayFigures[]): readonly string[] {
  return figures.flatMap(({ way, tree, missed, extra }) => {
    const label = `${name}: ${WAYS[way].title} on ${TREES[tree].title}`;
    const lost = PAIR_KINDS.filter((kind) => missed[kind] > 0 && mustFindAll(way, tree));
    return [
      ...lost.map((kind) => `${label} missed ${missed[kind]} pairs (${kind}), expected 0`),
      ...(extra > 0 ? [`${label} found ${extra} pairs that boxes alone don't find, expected 0`] : []),
    ];
  });
}

/** Tells machine, version and date of the measurements, and how to read the tables. */
function preface({ rounds }: Sampling): readonly string[] {
  const processor = cpus()[0]?.model.trim() || 'unnamed processor';
  return [
    `Ours: one core of ${processor} (${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)} before), Node ${process.version}, ` +
      `untangle ${__UNTANGLE_VERSION__}, ${new Date().toISOString().slice(0, 10)}; times: the fastest of ${rounds} ${rounds === 1 ? 'run' : 'runs'} of each query. ` +
      'The paper: Wang, Tang, Wang, Tong 2018, on one core of an Intel i7-4790K, in C++.',
    '',
    'Discrete queries look for triangles that intersect in a keyframe; continuous ones for vertices and faces, and for edges, that touch while ' +
      'vertices run straight to the next keyframe. Pairs are summed over all queries. *Missed* compares sets of pairs with those of boxes alone. ' +
      'Each vertex and each edge is tested in one of its triangles alone (Curtis et al. 2008), in all ways.',
    '',
    'Each way runs on two hierarchies: *parts that hang together*, cut for the rest shape, as our simulation has them; and ' +
      "*boxes' middles*, cut as published, through the centres of the patches' boxes, across one axis after the other, for the shape of the middle keyframe. " +
      "The paper doesn't say for which shape its hierarchy was cut; what depends on that is told in the last table of each case.",
    '',
    `Patches of fewer than ${LEAST_FACES} triangles aren't tested by any way. The paper's Figure 12 is a bar chart without figures. ` +
      '*Normal cone test* is its NCT in discrete queries, its CBC in continuous ones.',
  ];
}
