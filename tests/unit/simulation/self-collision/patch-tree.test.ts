import { describe, expect, it } from 'vitest';
import { buildSurfaceTopology, type SurfaceMesh } from '../../../../src/mesh/surface-mesh.ts';
import { NONE } from '../../../../src/mesh/topology.ts';
import { seededRandom } from '../../../../src/math/random.ts';
import { buildPatchTree, type PatchTree, sideEnd } from '../../../../src/simulation/self-collision/patch-tree.ts';
import { gridSurface, SURFACE_FAMILIES } from '../../../fixtures/folded-surfaces.ts';

const treeOf = ({ positions, triangles }: SurfaceMesh): PatchTree =>
  buildPatchTree(buildSurfaceTopology(triangles, positions.length / 3), positions);

const facesOf = (tree: PatchTree, node: number): number[] => [
  ...tree.order.subarray(tree.begins[node], tree.ends[node]),
];
const contourOf = (tree: PatchTree, node: number): number[] => [
  ...tree.contours.subarray(tree.contourOffsets[node], tree.contourOffsets[node + 1]),
];
const innerNodes = (tree: PatchTree): number[] =>
  Array.from({ length: tree.nodeCount }, (_, n) => n).filter((n) => tree.rights[n] !== 0);

/** The sides of a set of faces that no other of them passes in the other direction. */
function contourByVertices({ faces }: PatchTree, patch: readonly number[]): Set<string> {
  const sides = patch.flatMap((face) => [0, 1, 2].map((k) => [faces[3 * face + k], faces[3 * face + ((k + 1) % 3)]]));
  const passed = new Set(sides.map(([a, b]) => `${a} ${b}`));
  return new Set(sides.filter(([a, b]) => !passed.has(`${b} ${a}`)).map(([a, b]) => `${a} ${b}`));
}

/** Number of pieces of a set of faces that hang together by edges. */
function pieces({ twins }: PatchTree, patch: readonly number[]): number {
  const left = new Set(patch);
  let count = 0;
  for (const first of patch) {
    if (!left.delete(first)) continue;
    count++;
    for (const queue = [first]; queue.length > 0; ) {
      const face = queue.pop() as number;
      for (let side = 3 * face; side < 3 * face + 3; side++) {
        const other = twins[side] === NONE ? NONE : Math.floor(twins[side] / 3);
        if (left.delete(other)) queue.push(other);
      }
    }
  }
  return count;
}

/** Number of nodes on the longest way from a node to a leaf. */
const depthOf = (tree: PatchTree, node: number): number =>
  tree.rights[node] === 0 ? 1 : 1 + Math.max(depthOf(tree, node + 1), depthOf(tree, tree.rights[node]));

/** Vertices - edges + faces. */
function eulerCharacteristic({ faces }: PatchTree, patch: readonly number[]): number {
  const vertices = new Set(patch.flatMap((face) => [...faces.subarray(3 * face, 3 * face + 3)]));
  const edges = new Set(
    patch.flatMap((face) =>
      [0, 1, 2].map((k) => [faces[3 * face + k], faces[3 * face + ((k + 1) % 3)]].sort((a, b) => a - b).join(' ')),
    ),
  );
  return vertices.size - edges.size + patch.length;
}

const MESHES = SURFACE_FAMILIES.flatMap((family) =>
  [1, 2, 3, 4, 5].map((seed) => ({ name: `${family.name}, seed ${seed}`, mesh: family.draw(seededRandom(seed)).mesh })),
);

describe.each(MESHES)('tree of patches of $name', ({ mesh }) => {
  const tree = treeOf(mesh);

  it('has each face in one leaf, and each patch is made of its children', () => {
    expect(facesOf(tree, 0).sort((a, b) => a - b)).toEqual(Array.from({ length: tree.faceCount }, (_, f) => f));
    for (const n of innerNodes(tree)) {
      expect(tree.begins[n + 1]).toBe(tree.begins[n]);
      expect(tree.begins[tree.rights[n]]).toBe(tree.ends[n + 1]);
      expect(tree.ends[tree.rights[n]]).toBe(tree.ends[n]);
    }
    const leaves = tree.nodeCount - innerNodes(tree).length;
    expect(leaves).toBe(tree.faceCount);
  });

  it('lists the contours', () => {
    for (const n of innerNodes(tree)) {
      const listed = contourOf(tree, n).map((side) => `${tree.faces[side]} ${sideEnd(tree.faces, side)}`);
      expect(listed.length).toBe(new Set(listed).size);
      expect(new Set(listed)).toEqual(contourByVertices(tree, facesOf(tree, n)));
    }
  });

  it('knows which contours are one loop, and lists their sides in order', () => {
    for (const n of innerNodes(tree)) {
      const contour = contourOf(tree, n);
      const starts = contour.map((side) => tree.faces[side]);
      const follow = contour.every((side, i) => sideEnd(tree.faces, side) === starts[(i + 1) % starts.length]);
      const distinct = new Set(starts).size === starts.length;
      if (tree.isLoop[n]) expect(follow && distinct).toBe(true);
      // A patch in one piece with the characteristic of a disc, and no vertex twice on its contour, has one loop.
      else if (distinct)
        expect(pieces(tree, facesOf(tree, n)) === 1 && eulerCharacteristic(tree, facesOf(tree, n)) === 1).toBe(false);
    }
  });

  it('gives each side of a contour to the grandchild that has its face', () => {
    for (const n of innerNodes(tree)) {
      const children = [n + 1, tree.rights[n]];
      const grandchildren = children.flatMap((c) => (tree.rights[c] === 0 ? [c, c] : [c + 1, tree.rights[c]]));
      for (let i = tree.contourOffsets[n]; i < tree.contourOffsets[n + 1]; i++)
        expect(facesOf(tree, grandchildren[tree.parts[i]])).toContain(Math.floor(tree.contours[i] / 3));
    }
  });

  it('keeps parts together if the patch hangs together', () => {
    for (const n of innerNodes(tree)) {
      if (pieces(tree, facesOf(tree, n)) > 1) continue;
      expect(pieces(tree, facesOf(tree, n + 1))).toBe(1);
      expect(pieces(tree, facesOf(tree, tree.rights[n]))).toBe(1);
    }
  });

  it('is the same when built again', () => {
    expect(treeOf(mesh)).toEqual(tree);
  });
});

it('cuts a sheet into discs alone, half as large at each level', () => {
  const tree = treeOf(gridSurface(32, 32, (i, j) => [i, j, 0]));
  expect(depthOf(tree, 0)).toBe(12);
  for (const n of innerNodes(tree)) expect(tree.isLoop[n]).toBe(1);
});
