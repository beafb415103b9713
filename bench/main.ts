import type { Bench } from './bench.ts';
import { pathsBench } from './paths.ts';

const BENCHES: readonly Bench[] = [pathsBench];

/** As the command line's: done, a bound missed, bad input. */
const EXIT = { ok: 0, missed: 1, badInput: 2 };

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 0) {
    process.stdout.write('npm run bench -- NAME, one of\n');
    for (const { name, summary } of BENCHES) process.stdout.write(`  ${name.padEnd(12)} ${summary}\n`);
    return EXIT.ok;
  }
  const bench = BENCHES.find(({ name }) => name === words[0]);
  if (!bench || words.length > 1) {
    const names = BENCHES.map(({ name }) => name).join(', ');
    process.stderr.write(`bench: found '${words.join(' ')}'; expected one of ${names}\n`);
    return EXIT.badInput;
  }
  return (await bench.run()) === 0 ? EXIT.ok : EXIT.missed;
}

// Workers that a bench left open must not keep the process alive; what was printed must be out.
const code = await main(process.argv.slice(2));
process.stdout.write('', () => process.exit(code));
