import { markdownTable } from '../record/markdown-table.ts';
import { type WayName, WAYS } from '../simulation/self-collision/ways.ts';
import type { SelfCollisionCase } from './self-collide-cases.ts';
import {
  PAIR_KINDS,
  type QuerySums,
  totalTime,
  TREE_NAMES,
  type TreeName,
  TREES,
  type WayFigures,
} from './self-collide-measure.ts';
import { type Published, PUBLISHED } from './self-collide-published.ts';

/** The tables of a case, after Figures 10 to 13 of Wang et al. 2018, and one that tells where culling pays. */

const QUERIES = ['discrete', 'continuous'] as const;

/** @returns lines in Markdown */
export function caseTables(one: SelfCollisionCase, figures: readonly WayFigures[], every: number): readonly string[] {
  const published = PUBLISHED[one.name];
  return [
    `## ${one.name}`,
    '',
    `${one.title}. ${sizeOf(one)}${every > 1 ? `, of which one in ${every} is taken` : ''}.` +
      (published
        ? ` The paper's ${published.benchmark} has ${published.triangles} triangles.`
        : ' The paper has no such benchmark.'),
    '',
    ...pairsTable(figures, published),
    ...speedUpTable(figures, published),
    ...timesTable(figures),
    ...descentTable(figures, published),
    ...cullingTable(one, figures),
  ];
}

/** Tells the numbers of surfaces, triangles and keyframes. */
function sizeOf({ surfaces }: SelfCollisionCase): string {
  const triangles = surfaces.reduce((sum, { topology }) => sum + topology.faceCount, 0);
  const parts = surfaces.length === 1 ? '' : `${surfaces.length} surfaces, `;
  return `${parts}${whole(triangles)} triangles, ${surfaces[0].keyframes.length} keyframes`;
}

/** Figure 10: pairs found and missed. */
function pairsTable(figures: readonly WayFigures[], published: Published | undefined): string[] {
  const rows = figures.map(({ way, tree, found, missed }) => [
    WAYS[way].title,
    TREES[tree].title,
    ...PAIR_KINDS.flatMap((kind) => [whole(found[kind]), missedOf(missed[kind], found[kind])]),
  ]);
  const paper = (title: string, missed: Published['missed'] | undefined) =>
    published && [
      title,
      'the paper',
      ...PAIR_KINDS.flatMap((kind) => {
        const lost = missed?.[kind] ?? 0;
        return [whole(published.found[kind] - lost), missedOf(lost, published.found[kind] - lost)];
      }),
    ];
  const rowsOfPaper = [
    paper('boxes alone, and all others', undefined),
    paper('dual cones, border alone', published?.missed),
  ].flatMap((row) => (row ? [row] : []));
  const header = ['way', 'patches cut', 'triangles', 'missed', 'vertex, face', 'missed', 'edge, edge', 'missed'];
  return [
    '### Pairs found and missed (Figure 10)',
    '',
    ...markdownTable(header, [...rows, ...rowsOfPaper], [2, 3, 4, 5, 6, 7]),
    '',
  ];
}

/** Figure 11: speed-ups over the normal cone test and over boxes alone. */
function speedUpTable(figures: readonly WayFigures[], published: Published | undefined): string[] {
  const rows = (['proved', 'enhanced'] as const).flatMap((way) =>
    TREE_NAMES.map((tree) => [
      WAYS[way].title,
      TREES[tree].title,
      ...QUERIES.flatMap((query) =>
        (['normal-cones', 'boxes'] as const).map((slow) => ratio(figures, tree, query, slow, way)),
      ),
    ]),
  );
  if (published)
    rows.push([
      WAYS.enhanced.title,
      'the paper',
      ...[...published.discrete, ...published.continuous].map((value) => value.toFixed(2)),
    ]);
  const header = [
    'way',
    'patches cut',
    'discrete: over normal cones',
    'over boxes',
    'continuous: over normal cones',
    'over boxes',
  ];
  return ['### Speed-ups (Figure 11)', '', ...markdownTable(header, rows, [2, 3, 4, 5]), ''];
}

/** Figure 12: mean times of a query. */
function timesTable(figures: readonly WayFigures[]): string[] {
  const rows = figures.map((one) => [
    WAYS[one.way].title,
    TREES[one.tree].title,
    ...QUERIES.flatMap((query) => {
      const sums = one[query];
      return [sums.fit, sums.search, sums.test, totalTime(sums)].map((time) => short(time / sums.queries));
    }),
  ]);
  const header = [
    'way',
    'patches cut',
    'discrete: fit',
    'search',
    'tests',
    'all',
    'continuous: fit',
    'search',
    'tests',
    'all',
  ];
  return [
    '### Mean times per query [ms] (Figure 12)',
    '',
    ...markdownTable(header, rows, [2, 3, 4, 5, 6, 7, 8, 9]),
    '',
  ];
}

/** Figure 13: what the simple traversal tests more than the selective descent, in a continuous query. */
function descentTable(figures: readonly WayFigures[], published: Published | undefined): string[] {
  const rows = TREE_NAMES.map((tree) => {
    const [simple, selective] = (['enhanced-simple', 'enhanced'] as const).map((way) => find(figures, way, tree));
    const more = (count: (sums: QuerySums) => number) =>
      signed((count(simple.continuous) - count(selective.continuous)) / simple.continuous.queries);
    return [
      TREES[tree].title,
      more((sums) => sums.selfTests),
      more((sums) => sums.boxTests),
      ratio(figures, tree, 'continuous', 'enhanced-simple', 'enhanced'),
    ];
  });
  if (published)
    rows.push([
      'the paper',
      signed(published.moreSelfTests),
      signed(published.moreBoxTests),
      published.descent.toFixed(2),
    ]);
  const header = ['patches cut', 'more patches tested', 'more pairs of boxes', 'speed-up of the selective descent'];
  return [
    '### Simple traversal against the selective descent, per continuous query (Figure 13)',
    '',
    ...markdownTable(header, rows, [1, 2, 3]),
    '',
  ];
}

/** Tells on how many patches each way ran, and what that saved. */
function cullingTable({ surfaces }: SelfCollisionCase, figures: readonly WayFigures[]): string[] {
  // Sums over surfaces and queries: each surface has as many queries as all others.
  const faces = surfaces.reduce((sum, { topology }) => sum + topology.faceCount, 0) / surfaces.length;
  const rows = figures.map((one) => [
    WAYS[one.way].title,
    TREES[one.tree].title,
    ...QUERIES.flatMap((query) => {
      const { queries, selfTests, culled, skippedFaces, facePairs } = one[query];
      return [
        whole(selfTests / queries),
        whole(culled / queries),
        `${((100 * skippedFaces) / queries / faces).toFixed(0)} %`,
        whole(facePairs / queries),
      ];
    }),
  ]);
  const header = [
    'way',
    'patches cut',
    'discrete: patches tested',
    'skipped',
    'faces in these',
    'face pairs left',
    'continuous: patches tested',
    'skipped',
    'faces in these',
    'face pairs left',
  ];
  return [
    '### What is skipped, per query and surface',
    '',
    ...markdownTable(header, rows, [2, 3, 4, 5, 6, 7, 8, 9]),
    '',
  ];
}

const find = (figures: readonly WayFigures[], way: WayName, tree: TreeName): WayFigures =>
  figures.find((one) => one.way === way && one.tree === tree) as WayFigures;

/** The time of one way over that of another on the same tree. */
function ratio(
  figures: readonly WayFigures[],
  tree: TreeName,
  query: (typeof QUERIES)[number],
  slow: WayName,
  fast: WayName,
): string {
  return (totalTime(find(figures, slow, tree)[query]) / totalTime(find(figures, fast, tree)[query])).toFixed(2);
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const signed = (value: number): string => `${value < 0 ? '−' : ''}${whole(Math.abs(value))}`;
const short = (value: number): string => (value < 100 ? value.toPrecision(2) : value.toFixed(0));

/** Tells the pairs missed and their share of all. */
export function missedOf(missed: number, found: number): string {
  return missed === 0 ? '0' : `${whole(missed)} (${((100 * missed) / (missed + found)).toPrecision(2)} %)`;
}
