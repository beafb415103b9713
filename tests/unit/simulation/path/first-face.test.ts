import { expect, test } from 'vitest';
import { slideToNearFace } from '../../../../src/simulation/path/near-face.ts';
import type { PathBody } from '../../../../src/simulation/path/path-body.ts';
import { bentBars } from '../../../fixtures/bent-bars.ts';
import { seededRandom } from '../../../fixtures/box-world.ts';
import { type Closest, closestOnTriangle } from '../../../fixtures/closest-on-triangle.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import { SHAPES } from '../../../fixtures/path-shapes.ts';
import { createPathScratch } from '../../../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();

const closest: Closest = { x: 0, y: 0, z: 0, distance: 0 };

/** Distance from a point to a face, and to the face's edge between corners k and (k + 1) % 3, treated as a face without area. */
function distances({ positions, topology }: PathBody, face: number, p: readonly number[]) {
  const corners = [...topology.faces.subarray(3 * face, 3 * face + 3)];
  const to = (i: number, j: number, k: number) => {
    closestOnTriangle(closest, positions, i, j, k, p[0], p[1], p[2]);
    return closest.distance;
  };
  const [a, b, c] = corners;
  return { face: to(a, b, c), edges: [to(a, b, b), to(b, c, c), to(c, a, a)] };
}

/** Distance of points from a vertex [m]. */
const SPREAD = 0.5;

const across = ({ topology: { faceEdges, edgeFaces } }: PathBody, face: number, k: number) => {
  const faces = edgeFaces.subarray(2 * faceEdges[3 * face + k], 2 * faceEdges[3 * face + k] + 2);
  return faces[0] === face ? faces[1] : faces[0];
};

/** Number of points drawn per mesh, of slides that went on, and of slides that stopped at an edge. */
function drawIn({ positions, tets }: { positions: Float32Array; tets: Uint32Array }) {
  const body = pathBody(positions.slice(), tets);
  const random = seededRandom(11);
  let slid = 0;
  let stopped = 0;
  for (let n = 0; n < 300; n++) {
    const tet = Math.floor(random() * body.topology.tetCount);
    // Also around the mesh, where edges and corners hold the closest points.
    const at = 3 * Math.floor((random() * positions.length) / 3);
    const p = [0, 1, 2].map((axis) => body.positions[at + axis] + SPREAD * (random() - 0.5));
    const first = body.firstFaces[tet];
    const end = slideToNearFace(scratch, body, tet, p[0], p[1], p[2]);
    const { face, edges } = distances(body, end, p);
    const before = distances(body, first, p).face;
    const rounding = 1e-9 * face;
    expect(face).toBeLessThanOrEqual(before + rounding);
    if (end !== first) slid++;
    edges.forEach((distance, k) => {
      if (distance > face + rounding) return;
      stopped++;
      expect(distances(body, across(body, end, k), p).face).toBeGreaterThanOrEqual(face - rounding);
    });
  }
  return { slid, stopped };
}

test('ends where no edge that holds the closest point leads nearer', () => {
  const counts = [...bentBars(1), SHAPES.octopus()].map(drawIn);
  expect(counts.reduce((sum, { slid }) => sum + slid, 0)).toBeGreaterThan(50);
  expect(counts.reduce((sum, { stopped }) => sum + stopped, 0)).toBeGreaterThan(50);
});
