import { markdownTable } from '../record/markdown-table.ts';
import { intersectingFaces } from '../simulation/self-collision/element-pairs.ts';
import { createFaceSearch, findFacePairs, fitSearch } from '../simulation/self-collision/face-pairs.ts';
import type { PatchTree } from '../simulation/self-collision/patch-tree.ts';
import { WAY_NAMES, WAYS, type WayName, wayOf } from '../simulation/self-collision/ways.ts';
import type { MovingSurface, SelfCollisionCase } from './self-collide-cases.ts';
import { boxTree, connectedTree, middleOf } from './self-collide-measure.ts';
import { missedOf } from './self-collide-tables.ts';

/** Hierarchies whose cuts, and the shapes for which they were cut, differ. */
const HIERARCHIES: readonly {
  readonly cut: string;
  readonly shape: string;
  readonly build: (surface: MovingSurface) => PatchTree;
}[] = [
  { cut: 'parts that hang together', shape: 'rest', build: connectedTree },
  { cut: "boxes' middles", shape: 'first keyframe', build: (surface) => boxTree(surface, 0) },
  { cut: "boxes' middles", shape: 'middle keyframe', build: (surface) => boxTree(surface, middleOf(surface)) },
  {
    cut: "boxes' middles",
    shape: 'last keyframe',
    build: (surface) => boxTree(surface, surface.keyframes.length - 1),
  },
];

/** Counts the intersecting triangles that each way misses on several hierarchies. @returns lines in Markdown */
export function treesTable({ surfaces }: SelfCollisionCase, every: number): readonly string[] {
  const culling = WAY_NAMES.filter((way) => way !== 'boxes');
  const rows = HIERARCHIES.map(({ cut, shape, build }) => {
    const counts = surfaces.map((surface) => countMissed(surface, build(surface), culling, every));
    const sum = (count: (one: Counts) => number) => counts.reduce((total, one) => total + count(one), 0);
    const all = sum((one) => one.all);
    return [
      cut,
      shape,
      ...culling.map((_, i) => {
        const missed = sum((one) => one.missed[i]);
        return missedOf(missed, all - missed);
      }),
    ];
  });
  return [
    '### Intersecting triangles missed on other hierarchies',
    '',
    ...markdownTable(
      ['patches cut', 'for the shape', ...culling.map((way) => WAYS[way].title)],
      rows,
      culling.map((_, i) => i + 2),
    ),
    '',
  ];
}

interface Counts {
  readonly all: number;
  readonly missed: readonly number[];
}

function countMissed(
  { topology, keyframes }: MovingSurface,
  tree: PatchTree,
  ways: readonly WayName[],
  every: number,
): Counts {
  const searches = (['boxes', ...ways] as const).map((way) => createFaceSearch(tree, wayOf(way)));
  const sampled = keyframes.filter((_, frame) => frame % every === 0);
  const counts = sampled.map((x) => {
    const [all, ...found] = searches.map((search) => {
      fitSearch(search, x, x);
      findFacePairs(search);
      return new Set(intersectingFaces(topology.faces, search.pairs, search.pairCount, x));
    });
    return { all: all.size, missed: found.map((keys) => [...all].filter((key) => !keys.has(key)).length) };
  });
  return {
    all: counts.reduce((sum, { all }) => sum + all, 0),
    missed: ways.map((_, i) => counts.reduce((sum, { missed }) => sum + missed[i], 0)),
  };
}
