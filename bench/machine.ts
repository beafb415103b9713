import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

export interface Machine {
  /** For a file's name. */
  readonly slug: string;
  readonly processor: string;
  readonly cores: number;
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
    date: new Date().toISOString().slice(0, 10),
    untangle: __UNTANGLE_VERSION__,
    node: process.version,
    threeMeshBvh: packageVersion('three-mesh-bvh'),
    three: packageVersion('three'),
  };
}

const packageVersion = (name: string): string =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version;
