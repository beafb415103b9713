import { cutAtBoxes } from '../simulation/self-collision/cut-at-boxes.ts';
import {
  chooseRepresentatives,
  createElementPairs,
  type ElementPairs,
  intersectingFaces,
  type Representatives,
  touchingElements,
} from '../simulation/self-collision/element-pairs.ts';
import {
  createFaceSearch,
  type FaceSearch,
  findFacePairs,
  fitSearch,
} from '../simulation/self-collision/face-pairs.ts';
import { buildPatchTree, type PatchTree } from '../simulation/self-collision/patch-tree.ts';
import { WAY_NAMES, type WayName, WAYS, wayOf } from '../simulation/self-collision/ways.ts';
import type { MovingSurface, SelfCollisionCase } from './self-collide-cases.ts';

/** The two hierarchies on which every way runs. */
export const TREES = {
  connected: { title: 'parts that hang together', build: connectedTree },
  boxes: { title: "boxes' middles", build: (surface: MovingSurface) => boxTree(surface, middleOf(surface)) },
} as const;
export type TreeName = keyof typeof TREES;
export const TREE_NAMES = Object.keys(TREES) as readonly TreeName[];

/** Cuts the rest shape into parts that hang together, as the simulation does. */
export function connectedTree({ topology, rest }: MovingSurface): PatchTree {
  return buildPatchTree(topology, rest);
}

/** Cuts at boxes' middles, as published, for the shape of a keyframe. */
export function boxTree({ topology, keyframes }: MovingSurface, keyframe: number): PatchTree {
  return buildPatchTree(topology, keyframes[keyframe], cutAtBoxes);
}

/** The keyframe in the middle of an animation. */
export const middleOf = ({ keyframes }: MovingSurface): number => keyframes.length >> 1;

/** Whether a way has to find all pairs on a tree. Cones of normals are only complete where patches hang together. */
export const mustFindAll = (way: WayName, tree: TreeName): boolean =>
  !WAYS[way].misses && (tree === 'connected' || way !== 'normal-cones');

/** Kinds of pairs: triangles that intersect in a keyframe; vertices and faces, and edges, that touch between a keyframe and the next. */
export const PAIR_KINDS = ['triangles', 'vertex-face', 'edge-edge'] as const;
export type PairKind = (typeof PAIR_KINDS)[number];

/** Sums over all queries of one kind, discrete or continuous. */
export interface QuerySums {
  queries: number;
  /** Times of boxes and cones, search, and elementary tests [ms]. */
  fit: number;
  search: number;
  test: number;
  /** Patches tested, and skipped. */
  selfTests: number;
  culled: number;
  /** Faces in skipped patches. */
  skippedFaces: number;
  /** Pairs of boxes compared, and pairs of faces found. */
  boxTests: number;
  facePairs: number;
  elementaryTests: number;
}

/** Figures of a way on a tree. */
export interface WayFigures {
  readonly way: WayName;
  readonly tree: TreeName;
  readonly discrete: QuerySums;
  readonly continuous: QuerySums;
  readonly found: Record<PairKind, number>;
  readonly missed: Record<PairKind, number>;
  /** Pairs that boxes alone don't find. */
  extra: number;
}

/** How a case is measured. */
export interface Sampling {
  /** Every nth keyframe is taken. */
  readonly every: number;
  /** Runs per time, of which the fastest counts. */
  readonly rounds: number;
  /** All ways by default. The first one is the one with which the others are compared. */
  readonly ways?: readonly WayName[];
}

const noSums = (): QuerySums => ({
  queries: 0,
  fit: 0,
  search: 0,
  test: 0,
  selfTests: 0,
  culled: 0,
  skippedFaces: 0,
  boxTests: 0,
  facePairs: 0,
  elementaryTests: 0,
});
const noPairs = (): Record<PairKind, number> => ({ triangles: 0, 'vertex-face': 0, 'edge-edge': 0 });

export const totalTime = ({ fit, search, test }: QuerySums): number => fit + search + test;

/**
 * Runs all ways on both trees over a case's keyframes, and compares the sets of pairs that they find with those that the first way, boxes alone, finds.
 * @param progress called with each keyframe's number
 */
export function measureCase(
  { surfaces }: SelfCollisionCase,
  sampling: Sampling,
  progress: (frame: number) => void = () => {},
): readonly WayFigures[] {
  const figures = TREE_NAMES.flatMap((tree) =>
    (sampling.ways ?? WAY_NAMES).map(
      (way): WayFigures => ({
        way,
        tree,
        discrete: noSums(),
        continuous: noSums(),
        found: noPairs(),
        missed: noPairs(),
        extra: 0,
      }),
    ),
  );
  for (const surface of surfaces) measureSurface(surface, figures, sampling, progress);
  return figures;
}

function measureSurface(
  surface: MovingSurface,
  figures: readonly WayFigures[],
  { every, rounds }: Sampling,
  progress: (frame: number) => void,
): void {
  const { topology, keyframes } = surface;
  const trees = { connected: TREES.connected.build(surface), boxes: TREES.boxes.build(surface) };
  const queries = figures.map(({ way, tree }) => new SurfaceQuery(createFaceSearch(trees[tree], wayOf(way))));
  const representatives = chooseRepresentatives(topology);
  // A first round without clocks, so that no way is slow only because its code isn't compiled yet.
  for (const query of queries) query.discrete(keyframes[0], 1, noSums());
  for (let frame = 0; frame < keyframes.length; frame += every) {
    progress(frame);
    const [now, next] = [keyframes[frame], keyframes[frame + 1]];
    compare(figures, ['triangles'], (i) => [queries[i].discrete(now, rounds, figures[i].discrete)]);
    if (!next) continue;
    compare(figures, ['vertex-face', 'edge-edge'], (i) =>
      queries[i].continuous(representatives, now, next, rounds, figures[i].continuous),
    );
  }
}

/** Compares what all ways find with what the first of them, boxes alone, finds. @param run returns the keys that way i finds, per kind */
function compare(
  figures: readonly WayFigures[],
  kinds: readonly PairKind[],
  run: (i: number) => readonly (readonly number[])[],
): void {
  let all: readonly ReadonlySet<number>[] = [];
  figures.forEach((sums, i) => {
    const found = run(i).map((keys) => new Set(keys));
    if (i === 0) all = found;
    kinds.forEach((kind, k) => {
      sums.found[kind] += found[k].size;
      for (const key of all[k]) if (!found[k].has(key)) sums.missed[kind]++;
      for (const key of found[k]) if (!all[k].has(key)) sums.extra++;
    });
  });
}

/** Queries of one way on one tree. */
class SurfaceQuery {
  private readonly elements: ElementPairs = createElementPairs();

  constructor(private readonly search: FaceSearch) {}

  /** Finds triangles that intersect. @returns their keys */
  discrete(x: Float32Array, rounds: number, sums: QuerySums): readonly number[] {
    const { search } = this;
    let found: readonly number[] = [];
    this.time(x, x, rounds, sums, () => {
      found = intersectingFaces(search.tree.faces, search.pairs, search.pairCount, x);
    });
    sums.elementaryTests += search.pairCount;
    return found;
  }

  /** Finds elements that touch during a motion. @returns keys of vertices and faces, and of edges */
  continuous(
    representatives: Representatives,
    x0: Float32Array,
    x1: Float32Array,
    rounds: number,
    sums: QuerySums,
  ): readonly (readonly number[])[] {
    const { search, elements } = this;
    this.time(x0, x1, rounds, sums, () =>
      touchingElements(elements, representatives, search.pairs, search.pairCount, x0, x1),
    );
    sums.elementaryTests += elements.tests;
    return [elements.vertexFace, elements.edgeEdge];
  }

  /** Adds the times and counts of a query. Each time is the least of all rounds. */
  private time(x0: Float32Array, x1: Float32Array, rounds: number, sums: QuerySums, test: () => void): void {
    const { search } = this;
    const least = [Infinity, Infinity, Infinity];
    for (let round = 0; round < rounds; round++) {
      search.skipped = round === 0 ? [] : undefined;
      const parts = [() => fitSearch(search, x0, x1), () => findFacePairs(search), test];
      parts.forEach((part, k) => {
        const start = performance.now();
        part();
        least[k] = Math.min(least[k], performance.now() - start);
      });
      const { begins, ends } = search.tree;
      for (const node of search.skipped ?? []) sums.skippedFaces += ends[node] - begins[node];
    }
    sums.queries++;
    sums.fit += least[0];
    sums.search += least[1];
    sums.test += least[2];
    sums.selfTests += search.selfTests;
    sums.culled += search.culled;
    sums.boxTests += search.boxTests;
    sums.facePairs += search.pairCount;
  }
}
