import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';

export interface Machine {
  /** For a file's name. */
  readonly slug: string;
  readonly processor: string;
  readonly cores: number;
  /** Processes that wanted to run in the minute before, on the average. */
  readonly load: number;
  readonly date: string;
  readonly untangle: string;
  readonly node: string;
  readonly threeMeshBvh: string;
  readonly three: string;
}

/** What made the figures. */
export function thisMachine(): Machine {
  const processor = (cpus()[0]?.model ?? 'unnamed processor').replace(/\((R|TM)\)/gi, '').trim();
  const cores = availableParallelism();
  const slug = `${processor}-${cores}-cores`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    slug,
    processor,
    cores,
    load: loadavg()[0],
    date: new Date().toISOString().slice(0, 10),
    untangle: __UNTANGLE_VERSION__,
    node: process.version,
    threeMeshBvh: packageVersion('three-mesh-bvh'),
    three: packageVersion('three'),
  };
}

/** Load past which timings say more about what else ran: a tenth of a core. */
const QUIET = 0.1;

/** The line for who would take a busy machine's timings for the code's; empty on a quiet one. */
export const busyNote = ({ load, cores }: Machine): string =>
  load > QUIET * cores
    ? `this machine is busy (load ${load.toFixed(1)} on ${cores} cores): ratios of what ran in turn are all that counts\n`
    : '';

const packageVersion = (name: string): string =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version;
