import { acceptGuarantee } from './accept-guarantee.ts';
import { acceptOctopi } from './accept-octopi.ts';
import { acceptPaths } from './accept-paths.ts';
import { acceptStarts } from './accept-starts.ts';
import { type Arguments, type Command, type Option, choice } from '../cli/command.ts';
import { GPU_MEANING } from '../cli/backends.ts';
import { UsageError } from '../node/errors.ts';

const BACKEND: Option = {
  value: 'cpu|gpu|both',
  meaning: `paths: where the queries are answered; both by default; guarantee: where the runs take place; cpu by default; ${GPU_MEANING}`,
};

/** The claims of README and docs that `accept` checks, with the options of each. */
const CLAIMS = {
  'octopi-8': {
    run: acceptOctopi,
    options: {
      size: { value: 'n', meaning: "octopi-8: tetrahedra per body; range and default are the scene's own" },
      out: { value: 'folder', meaning: 'octopi-8: folder for the recordings; docs/recordings by default' },
      throws: {
        value: 'n',
        meaning:
          'octopi-8: instead of the recorded runs, n throws at 25 m/s from other starts, each with hybrid and with dcd alone',
      },
    },
  },
  'flattened-ball': {
    run: acceptStarts,
    options: {
      seeds: { value: 'n-n', meaning: 'flattened-ball: first and last seed of the turned starts; 1-14 by default' },
    },
  },
  guarantee: {
    run: acceptGuarantee,
    options: {
      only: {
        value: 'text',
        meaning: 'guarantee: runs whose name has this in it, a regular expression; all by default',
      },
      frames: { value: 'n', meaning: "guarantee: frames of each run; the run's own by default" },
      backend: BACKEND,
      set: {
        value: 'name=value',
        meaning:
          'guarantee: a parameter of all runs; with guarantee=off nothing is expected, and all steps are counted',
        repeated: true,
      },
    },
  },
  paths: {
    run: acceptPaths,
    options: {
      backend: BACKEND,
      cases: {
        value: 'folder',
        meaning: 'paths: NAME.in.json beside NAME.expected.json; ../shared/data/paths by default',
      },
    },
  },
} satisfies Record<string, { run(args: Arguments): Promise<number>; options: Readonly<Record<string, Option>> }>;
type Claim = keyof typeof CLAIMS;

const NAMES = Object.keys(CLAIMS) as Claim[];

export const acceptCommand: Command = {
  name: 'accept',
  positionals: ['[NAME]'],
  summary:
    'checks what the README and docs claim; NAME is octopi-8 (the default: runs and records the long runs behind its figures), ' +
    'flattened-ball (counts starts that come free), guarantee (counts after every step what is to stay free), or paths (cases with exact answers)',
  options: {
    ...CLAIMS['octopi-8'].options,
    ...CLAIMS['flattened-ball'].options,
    ...CLAIMS.guarantee.options,
    ...CLAIMS.paths.options,
  },
  async run(args) {
    const name = choice('NAME', args.positionals[0] ?? 'octopi-8', NAMES);
    for (const other of NAMES.filter((known) => known !== name)) {
      const optionOfOther = Object.keys(CLAIMS[other].options).find(
        (option) => !(option in CLAIMS[name].options) && args.text(option) !== undefined,
      );
      if (optionOfOther)
        throw new UsageError(`--${optionOfOther} is an option of accept ${other}; found it with accept ${name}`);
    }
    return CLAIMS[name].run(args);
  },
};
