import { existsSync } from 'node:fs';
import { type PathCase, readPathCase } from '../src/cli/path-case.ts';
import { GENERATED } from './generated-cases.ts';

/** A case of the benchmark. */
export interface BenchCase {
  readonly name: string;
  readonly pathCase: PathCase;
  /** How many times as fast as three-mesh-bvh's closest points its paths have to be. */
  readonly bound: number | undefined;
  /** Where the paper's own C++ stands, from the data's README: measured on another machine. */
  readonly reference: number | undefined;
}

const SHARED_FOLDER = '../shared/data/paths';

/** The shared cases, with what issue 3 asks of them. */
const SHARED = [
  { name: 'octopus-self', bound: 1.2, reference: 0.3 },
  { name: 'noodle-coil', bound: 2.2, reference: 0.47 },
  { name: 'octopus-inverted', bound: 0.3, reference: 0.12 },
] as const;

/** The shared cases where they lie beside the repository, then cases made from code. */
export function benchCases(): BenchCase[] {
  const shared = SHARED.map((given) => ({ ...given, path: `${SHARED_FOLDER}/${given.name}.in.json` }));
  return [
    ...shared
      .filter(({ path }) => existsSync(path))
      .map(({ name, bound, reference, path }) => ({ name, bound, reference, pathCase: readPathCase(path, true) })),
    ...GENERATED.map(({ name, make }) => ({ name, pathCase: make(), bound: undefined, reference: undefined })),
  ];
}
