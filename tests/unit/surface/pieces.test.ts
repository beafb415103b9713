import { describe, expect, it } from 'vitest';
import {
  containedVertices,
  createBody,
  createWorld,
  type PathQuery,
  shortestPaths,
  type TetMesh,
} from '../../../src/index.ts';
import { tetrahedraliseSurface } from '../../../src/surface/tetrahedralise-surface.ts';
import { ball, together } from './shapes.ts';

const part = (mesh: TetMesh, takes: (x: number) => boolean): TetMesh & { ids: Map<number, number> } => {
  const ids = new Map<number, number>();
  const tets = mesh.tets.filter((_, i) => takes(mesh.positions[3 * mesh.tets[i & ~3]]));
  for (const v of tets) if (!ids.has(v)) ids.set(v, ids.size);
  const positions = Float32Array.from([...ids.keys()].flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]));
  return { positions, tets: tets.map((v) => ids.get(v) as number), ids };
};

/** [m] */
const PUSH = [-0.65, 0.0137, 0.0071] as const;

describe('a mesh of two pieces', () => {
  const { mesh } = tetrahedraliseSurface(together(ball(0.5), ball(0.4, [1.2, 0, 0])), { cell: 0.2 });

  it('is a body whose pieces collide as two bodies do: the same vertices inside, and paths of the same lengths', async () => {
    // The second piece is pushed into the first one, off the planes of symmetry, on which points lie on faces.
    const pushed = mesh.positions.map((x, i) => (mesh.positions[i - (i % 3)] > 0.6 ? x + PUSH[i % 3] : x));
    const one = createWorld([{ model: createBody(mesh).model, positions: pushed }], []);
    const [left, right] = [part(mesh, (x) => x < 0.6), part(mesh, (x) => x > 0.6)];
    const two = createWorld([createBody(left), createBody(right, { at: PUSH })], []);
    const depths = async (shape: typeof one, idOf: (query: PathQuery) => number) => {
      const queries = containedVertices(shape);
      const paths = await shortestPaths(shape, queries);
      return queries
        .map((query, q) => [idOf(query), paths[q]?.depth ?? -1] as const)
        .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    };
    const old = [left, right].map(({ ids }) => [...ids.keys()]);
    const joined = await depths(one, ({ vertex }) => vertex?.id ?? -1);
    const apart = await depths(two, ({ vertex }) => (vertex ? old[vertex.body][vertex.id] : -1));
    expect(joined.length).toBeGreaterThan(10);
    expect(joined.map(([v]) => v)).toEqual(apart.map(([v]) => v));
    joined.forEach(([, depth], i) => {
      expect(depth).toBeGreaterThan(0);
      expect(depth).toBeCloseTo(apart[i][1], 5);
    });
  });
});
