import type { Bench } from './bench.ts';
import { pathsBench } from './paths.ts';
import { RESULTS } from './report.ts';

const BENCHES: readonly Bench[] = [pathsBench];

/** As the command line's: done, a bound missed, bad input. */
const EXIT = { ok: 0, missed: 1, badInput: 2 };

const HELP: ReadonlySet<string | undefined> = new Set([undefined, 'help', '--help', '-h']);

const usage = (): string =>
  `npm run bench -- NAME, one of\n${BENCHES.map(describeBench).join('')}` +
  'Exit codes: 0 done, 1 a bound was missed, 2 bad input.\n';

const describeBench = ({ name, summary, duration }: Bench): string =>
  `  ${name}\n      ${summary}\n      takes ${duration}; prints tables, and writes ${RESULTS}/MACHINE-${name}.json\n`;

async function main(words: readonly string[]): Promise<number> {
  if (HELP.has(words[0]) || words.includes('--help') || words.includes('-h')) {
    process.stdout.write(usage());
    return EXIT.ok;
  }
  const bench = BENCHES.find(({ name }) => name === words[0]);
  if (!bench || words.length > 1) {
    const names = BENCHES.map(({ name }) => name).join(', ');
    process.stderr.write(`bench: found '${words.join(' ')}'; expected one of ${names}\n${usage()}`);
    return EXIT.badInput;
  }
  return (await bench.run()) === 0 ? EXIT.ok : EXIT.missed;
}

// Workers that a bench left open must not keep the process alive; what was printed must be out.
const code = await main(process.argv.slice(2));
process.stdout.write('', () => process.exit(code));
