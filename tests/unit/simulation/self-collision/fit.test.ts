import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/math/random.ts';
import { CONE_ERROR, CONE_STRIDE, isFull } from '../../../../src/simulation/self-collision/cone.ts';
import { createPatchFit, fitPatches, PATCH_BOX_STRIDE } from '../../../../src/simulation/self-collision/fit.ts';
import { buildPatchTree } from '../../../../src/simulation/self-collision/patch-tree.ts';
import { gridSurface, SURFACE_FAMILIES } from '../../../fixtures/folded-surfaces.ts';
import { topologyOf } from '../../../fixtures/self-collision.ts';

/** Number of times during a motion at which normals and corners are looked at. */
const TIMES = 9;

/** The normal of a face (not of length 1), and its corners, at a time of the motion. */
function faceAt(faces: Uint32Array, face: number, x0: Float32Array, x1: Float32Array, t: number) {
  const corners = [0, 1, 2].map((k) =>
    [0, 1, 2].map((axis) => {
      const i = 3 * faces[3 * face + k] + axis;
      return x0[i] + t * (x1[i] - x0[i]);
    }),
  );
  const [a, b, c] = corners;
  const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return { corners, normal };
}

describe.each(SURFACE_FAMILIES)('boxes and cones of normals of $name', (family) => {
  it('hold the corners and normals of their faces at all times of a motion', () => {
    let narrow = 0;
    for (let seed = 0; seed < 8; seed++) {
      const random = seededRandom(seed);
      const { mesh, deform } = family.draw(random);
      const tree = buildPatchTree(topologyOf(mesh), mesh.positions);
      const x0 = deform();
      const other = deform();
      const share = 0.3 * random() ** 2;
      const x1 = seed === 0 ? x0 : x0.map((x, i) => x + share * (other[i] - x));
      const fit = createPatchFit(tree);
      fitPatches(fit, tree, x0, x1);
      for (let node = 0; node < tree.nodeCount; node++) {
        const full = isFull(fit.normals, CONE_STRIDE * node);
        narrow += Number(!full && tree.rights[node] !== 0);
        const [x, y, z, cosine, sine] = fit.normals.subarray(CONE_STRIDE * node, CONE_STRIDE * (node + 1));
        const box = fit.boxes.subarray(PATCH_BOX_STRIDE * node, PATCH_BOX_STRIDE * (node + 1));
        for (let i = tree.begins[node]; i < tree.ends[node]; i++)
          for (let step = 0; step < TIMES; step++) {
            const { corners, normal } = faceAt(tree.faces, tree.order[i], x0, x1, step / (TIMES - 1));
            for (const corner of corners)
              corner.forEach((value, k) => {
                if (value < box[k] - 1e-6 || value > box[3 + k] + 1e-6) expect.fail(`corner ${corner} outside ${box}`);
              });
            if (full) continue;
            const along = (normal[0] * x + normal[1] * y + normal[2] * z) / Math.hypot(...normal);
            // cos(angle of the cone + CONE_ERROR)
            if (along < cosine - CONE_ERROR * sine - CONE_ERROR ** 2)
              expect.fail(`normal ${normal} outside the cone of node ${node}`);
          }
      }
    }
    expect(narrow).toBeGreaterThan(50);
  });
});

it('a face that turns by 170 degrees has a cone that holds the normals between, unlike one around both ends alone', () => {
  // One side stays, the opposite corner swings straight through: its normal turns by more than its two ends tell.
  const at = (angle: number) =>
    gridSurface(1, 1, (i, j) => (i === 1 && j === 1 ? [1 + Math.cos(angle), 1, Math.sin(angle)] : [i, j, 0]));
  const [from, to] = [at(-1.4), at(1.4)];
  const tree = buildPatchTree(topologyOf(from), from.positions);
  const fit = createPatchFit(tree);
  fitPatches(fit, tree, from.positions, to.positions);
  const cosines = [0, 0.25, 0.5, 0.75, 1].map((t) => {
    const { normal } = faceAt(tree.faces, tree.order[0], from.positions, to.positions, t);
    return (
      (normal[0] * fit.normals[0] + normal[1] * fit.normals[1] + normal[2] * fit.normals[2]) / Math.hypot(...normal)
    );
  });
  if (!isFull(fit.normals, 0)) expect(Math.min(...cosines)).toBeGreaterThan(fit.normals[3] - CONE_ERROR);
});

it('faces without an area have full cones', () => {
  const flat = gridSurface(4, 4, (i) => [i, 0, 0]);
  const tree = buildPatchTree(topologyOf(flat), gridSurface(4, 4, (i, j) => [i, j, 0]).positions);
  const fit = createPatchFit(tree);
  fitPatches(fit, tree, flat.positions, flat.positions);
  for (let node = 0; node < tree.nodeCount; node++) expect(isFull(fit.normals, CONE_STRIDE * node)).toBe(true);
  // Nor does a needle's first corner give a normal that can be trusted: it would be made of a few last bits of the coordinates.
  const needles = gridSurface(4, 4, (i, j) => [i, 1e-9 * i * j, 1e-9 * j]);
  fitPatches(fit, tree, needles.positions, needles.positions);
  for (let node = 0; node < tree.nodeCount; node++)
    if (tree.rights[node] !== 0 || tree.order[tree.begins[node]] % 2 === 0)
      expect(isFull(fit.normals, CONE_STRIDE * node)).toBe(true);
});
