import { describe, expect, test } from 'vitest';
import { describeEntanglement } from '../../src/engine/resolve/entanglement.ts';
import { resolve } from '../../src/engine/resolve/resolve.ts';
import { seededRandom } from '../../src/math/random.ts';
import { cuboid } from '../../src/mesh/model/cuboid.ts';
import type { TetMesh } from '../../src/mesh/tet-mesh.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { closedTube, ring, torusKnot } from '../fixtures/closed-tubes.ts';

const joined = (a: TetMesh, b: TetMesh): TetMesh => ({
  positions: Float32Array.of(...a.positions, ...b.positions),
  tets: Uint32Array.of(...a.tets, ...b.tets.map((v) => v + a.positions.length / 3)),
});

/** Describes bodies at rest, with no vertex to avoid unless `marked` says so. */
function described(meshes: readonly TetMesh[], marked: (vertex: number) => boolean = () => false): string[] {
  const bodies = meshes.map((mesh, i) => ({ model: createModel(`body ${i}`, mesh, 0), positions: mesh.positions }));
  const { world, positions } = createWorld(bodies, []);
  return describeEntanglement(
    world,
    positions,
    new Uint8Array(world.vertexCount).map((_, v) => Number(marked(v))),
  );
}

const flat = closedTube(ring([0, 0, 0], 1), 0.2);
const away = closedTube(ring([3, 0.001, 0], 1), 0.2);
const strand = closedTube(torusKnot(1, 1, 40), 0.3);
const otherStrand = closedTube(torusKnot(1, 1, 37, Math.PI), 0.3);

describe('describeEntanglement', () => {
  test('says nothing about rings apart', () => {
    expect(described([flat, away])).toEqual([]);
  });

  test('names linked bodies, and linked pieces of a body', () => {
    expect(described([strand, otherStrand])).toEqual([
      'Body 0 and body 1 are linked: the linking number of loops through them is 1. No motion without a cut takes them apart.',
    ]);
    expect(described([joined(strand, otherStrand)])[0]).toMatch(
      /^Piece [01] of body 0 and piece [01] of body 0 are linked/,
    );
  });

  test('names a knotted body', () => {
    expect(described([closedTube(torusKnot(2, 3), 0.3)])).toEqual([
      'Body 0 is knotted: the determinant of a loop through it is 3, that of an unknotted one is 1. No motion without a cut undoes the knot.',
    ]);
  });

  test('says what it cannot know: handles that the overlap blocks', () => {
    expect(described([flat, away], (vertex) => vertex >= 8 && vertex < 12)).toEqual([
      "Body 0 has 1 handle, as a torus has one; 1 cannot be followed around outside the overlap, so it isn't known whether it is linked or knotted there.",
    ]);
  });
});

test('resolve tells what is linked where it finds no free pose: the vertices of a box are scattered', async () => {
  const box = cuboid({ cells: [2, 2, 2], size: [1, 1, 1] }).mesh;
  const random = seededRandom(1);
  const scattered = box.positions.map((_, i) => [8, 0, 0.37][i % 3] + random());
  const { free, notes } = await resolve(
    [strand.positions, otherStrand.positions, scattered],
    [strand, otherStrand, box],
    { workers: 0, mostSteps: 1 },
  );
  expect(free).toBe(false);
  expect(notes.join(' ')).toContain('Body 0 and body 1 are linked: the linking number of loops through them is 1');
});
