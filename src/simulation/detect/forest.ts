import { type LeafVertices, leafVerticesIn, listVertices } from '../../bvh/leaf-vertices.ts';
import { fitBoxes, refitLeaves } from '../../bvh/refit.ts';
import { BOX_STRIDE, nodeCount, type TreeLayout } from '../../bvh/tree.ts';
import type { Topology } from '../../mesh/topology.ts';
import type { Context, Stage } from '../program/stage.ts';
import { MOTION_BOX, type State } from '../state.ts';
import type { World } from '../world/world.ts';

/** Access to a forest: the BVHs of all bodies over one kind of element, one BVH per body. */
export interface ElementForest {
  /** Layout of each body's tree. */
  trees(world: World): readonly TreeLayout[];
  /** Elements of all trees, in the order of the leaves. */
  order(state: State): Uint32Array;
  /** Boxes of the nodes of all trees, BOX_STRIDE numbers each. */
  boxes(state: State): Float32Array;
  /** Lists of the leaves' vertices (LeafVertices), which only refits use. */
  leaves(state: State): Uint32Array;
  /** Vertex ids of the elements, local to the body, `corners` per element. */
  elements(topology: Topology): Uint32Array;
  readonly corners: number;
}

/** Level at which each body's tree is cut into 16 subtrees. The workers share them, so that all have work even with a single body. */
const SUBTREE_LEVEL = 4;

const always = (): boolean => true;

/**
 * Makes a stage that refits all boxes of a forest. The stage has two phases for trees of any depth: first it refits whole subtrees, then
 * the nodes above the subtrees of each body.
 * @param swept if true, boxes are fitted to the vertices' motions (state.reachBoxes), else to their current positions
 * @param isNeeded whether the boxes will be searched; if not, the stage does nothing
 */
export function refitForest(
  forest: ElementForest,
  swept: boolean,
  isNeeded: (context: Context) => boolean = always,
): Stage {
  return {
    // The stage has few elements (subtrees), but each subtree has hundreds of boxes.
    chunk: 1,
    phases: (context) => (isNeeded(context) ? 2 : 0),
    count: ({ world }, phase) => (phase === 0 ? world.bodies.length << SUBTREE_LEVEL : world.bodies.length),
    run(context, begin, end, phase) {
      if (phase === 0) {
        const lists = leafVerticesOf(context, forest);
        for (let i = begin; i < end; i++) fitSubtree(context, forest, lists, swept, i);
      } else for (let body = begin; body < end; body++) fitTop(context, forest, body);
    },
  };
}

/** Returns the vertex lists of the forest's leaves. */
function leafVerticesOf({ world, state, scratch }: Context, forest: ElementForest): LeafVertices {
  const { leafVertices } = scratch.detect.forest;
  const words = forest.leaves(state);
  let lists = leafVertices.get(words);
  if (!lists) {
    const last = forest.trees(world).at(-1)!;
    const primitives = last.orderBase + last.primitiveCount;
    lists = leafVerticesIn(words, primitives, last.nodeBase + nodeCount(last), forest.corners);
    leafVertices.set(words, lists);
  }
  return lists;
}

/** Refits subtree `i`, counted over all bodies: its leaves, then its inner nodes. */
function fitSubtree(
  { world, state, scratch, kernels }: Context,
  forest: ElementForest,
  lists: LeafVertices,
  swept: boolean,
  i: number,
): void {
  const body = i >>> SUBTREE_LEVEL;
  const layout = forest.trees(world)[body];
  const top = Math.min(SUBTREE_LEVEL, layout.levels);
  const subtree = i - (body << SUBTREE_LEVEL);
  if (subtree >= 1 << top) return;
  const { primitives } = scratch.detect.forest;
  const { model, vertexBase } = world.bodies[body];
  primitives.vertices = forest.elements(world.models[model].topology);
  primitives.corners = forest.corners;
  primitives.vertexBase = vertexBase;
  primitives.stride = swept ? BOX_STRIDE : 3;
  const boxes = forest.boxes(state);
  const leaves = 1 << (layout.levels - top);
  const first = subtree * leaves;
  const end = first + leaves;
  listVertices(layout, first, end, forest.order(state), primitives, lists);
  if (swept) refitLeaves(kernels.fitLeaves, layout, first, end, lists, state.reachBoxes, MOTION_BOX.upper, boxes);
  else refitLeaves(kernels.fitLeaves, layout, first, end, lists, state.positions, 0, boxes);
  for (let width = leaves >> 1; width >= 1; width >>= 1) {
    const node = (width << top) - 1 + subtree * width;
    kernels.fitInnerNodes(boxes, layout.nodeBase, node, node + width);
  }
}

/** Refits the nodes of one body's tree above the subtrees. */
function fitTop({ world, state, kernels }: Context, forest: ElementForest, body: number): void {
  const { levels, nodeBase } = forest.trees(world)[body];
  kernels.fitInnerNodes(forest.boxes(state), nodeBase, 0, (1 << Math.min(SUBTREE_LEVEL, levels)) - 1);
}

/**
 * Makes a stage that refits the tree over bodies from the root boxes of a forest. One worker does it: the stage has one element.
 * @param bodyBoxes returns the array with the boxes of the tree over bodies
 */
export function refitBodyTree(forest: ElementForest, bodyBoxes: (state: State) => Float32Array): Stage {
  return {
    count: () => 1,
    run({ world, state }, begin, end) {
      if (begin === end) return; // another worker has the only element
      const trees = forest.trees(world);
      fitBoxes(world.bodyTree, state.bodyOrder, forest.boxes(state), trees, bodyBoxes(state));
    },
  };
}
