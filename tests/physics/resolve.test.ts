import { cases, some } from '../fixtures/tier.ts';
import { describe, expect, test } from 'vitest';
import { Adoption } from '../../src/engine/resolve/adoption.ts';
import { LocalSearch } from '../../src/engine/resolve/local-search.ts';
import { isApart, OverlapCounter } from '../../src/engine/resolve/overlap.ts';
import { sizeOf } from '../../src/engine/resolve/relaxation.ts';
import { resolve } from '../../src/engine/resolve/resolve.ts';
import { seededRandom } from '../../src/math/random.ts';
import { cuboid } from '../../src/mesh/model/cuboid.ts';
import { signedVolumes } from '../../src/mesh/quality.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { namedStarts } from '../../src/paper/recovery/starts.ts';
import { bentBars } from '../fixtures/bent-bars.ts';
import { resolveStart } from '../fixtures/resolved-start.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';

const OPTIONS = { workers: 0 } as const;
const APART = { inside: 0, piercing: 0, buried: 0, inverted: 0 };
/** Seeds of the places where the second box starts. */
const STARTS = [1, 2, 3];

const box = cuboid({ cells: [3, 3, 3], size: [1, 1, 1] }).mesh;
const shifted = (by: readonly number[]): Float32Array => box.positions.map((x, i) => x + by[i % 3]);

/** Starts that today's rules each are for: aligned, contained, coarse, pierced through. */
const DEEP = ['aligned sideways', 'small in large, centred', '6 tets dy 0', '1 tet, shifted'];

describe('resolve of bodies that are deep in one another', () => {
  test.each(
    some(
      namedStarts().filter(({ name }) => DEEP.includes(name)),
      3,
    ),
  )('$name', async (start) => {
    const resolved = await resolveStart(start, 150);
    expect(resolved.free).toBe(true);
    expect(resolved.isFree).toBe(true);
  });

  test('sees a volume that no vertex, edge or centroid shows: two aligned boxes, a tenth in one another', async () => {
    const coarse = cuboid({ cells: [1, 1, 1], size: [1, 1, 1] }).mesh;
    const bodies = [0, 0.9].map((x) => ({
      mesh: coarse,
      positions: coarse.positions.map((p, i) => (i % 3 === 0 ? p + x : p)),
    }));
    const { before, free, isFree } = await resolveStart({ bodies }, 150);
    expect(before).toMatchObject({ ...APART, shared: expect.closeTo(0.1, 6), leastVolume: expect.closeTo(1, 6) });
    expect({ free, isFree }).toEqual({ free: true, isFree: true });
  });

  test('gives what it can, and the reasons, if there is no way in so few steps', async () => {
    const start = namedStarts().find(({ name }) => name === 'aligned dy 0.05')!;
    const { free, isFree, after, left, notes } = await resolveStart(start, 2);
    expect({ free, isFree }).toEqual({ free: false, isFree: false });
    expect(after.shared).toBeGreaterThan(0.1);
    expect(left.length).toBeGreaterThan(0);
    expect(notes[0]).toMatch(/^Not free: .*a volume of [\d.]+ % of the smallest piece is shared, expected none/);
    expect(notes.at(-1)).toBe(
      'The greatest number of steps, 2, was reached: more may help (mostSteps, on the command line --steps).',
    );
  });
});

describe('resolve', () => {
  test('returns a free pose bit for bit', async () => {
    const pose = shifted([0.1, -3.7, 12.3]);
    const { positions, free, steps, rounds, rms } = await resolve([pose], [box], OPTIONS);
    expect(positions[0]).toEqual(pose);
    expect({ free, steps, rounds, rms }).toEqual({ free: true, steps: 0, rounds: 0, rms: 0 });
  });

  test.each(some(STARTS, 2))('parts two boxes that overlap by about a fifth, start %i', async (seed) => {
    const random = seededRandom(seed);
    const poses = [shifted([0, 0, 0]), shifted([0.75 + 0.1 * random(), 0.3 * random(), 0.3 * random()])];
    const { positions, before, after, free, rms, greatest } = await resolve(poses, [box, box], OPTIONS);
    expect(before.inside + before.piercing).toBeGreaterThan(0);
    expect(free).toBe(true);
    expect(after).toMatchObject(APART);
    // An independent look: no vertex of one box lies in a tetrahedron of the other one.
    expect(containedVertices(positions[0], positions[1])).toBe(0);
    expect(containedVertices(positions[1], positions[0])).toBe(0);
    expect(greatest).toBeLessThan(0.3);
    expect(rms).toBeLessThan(0.1);
  });

  test('lets a coil come out of itself', async () => {
    const across = cases(3, 2);
    const coil = bentBars(1, across).find(({ name }) => name === 'coil')!;
    const rest = boxMesh(20, across, across);
    const { positions, before, after } = await resolve([coil.positions], [rest], OPTIONS);
    expect(before.inside).toBeGreaterThan(10);
    expect(after).toMatchObject(APART);
    expect(Math.min(...signedVolumes({ positions: positions[0], tets: rest.tets }))).toBeGreaterThan(0);
  });

  test('mends a vertex that was pushed through its element, and leaves sound parts alone', () => {
    const pose = box.positions.slice();
    // A corner goes through the box's middle: the elements at it are turned inside out.
    for (let k = 0; k < 3; k++) pose[k] = 0.55;
    const { world, positions } = createWorld([{ model: createModel('box', box, 0), positions: pose }], []);
    const counter = new OverlapCounter(world, positions);
    const before = counter.count(positions);
    expect(before.inverted).toBeGreaterThan(0);
    const mended = new LocalSearch(world, counter, 1 / 3).mend(positions);
    expect(sizeOf(counter.count(mended))).toBeLessThan(sizeOf(before));
    const sound = box.positions.slice();
    expect(new LocalSearch(world, counter, 1 / 3).mend(sound)).toEqual(sound);
  });

  test('takes a motion over except where it leads into an overlap', () => {
    const model = createModel('box', box, 0);
    const apart = shifted([1.1, 0.05, 0.07]);
    const { world, positions } = createWorld(
      [
        { model, positions: box.positions },
        { model, positions: apart },
      ],
      [],
    );
    const counter = new OverlapCounter(world, positions);
    const to = positions.map((x, i) => (i >= box.positions.length && i % 3 === 0 ? x - 0.3 : x));
    expect(isApart(counter.count(to))).toBe(false);
    const adopted = new Adoption(world, counter).adopt({ positions, overlap: counter.count(positions) }, to);
    expect(adopted.overlap).toEqual(APART);
    // Part of it has moved: the side that is far from the other box.
    expect(adopted.positions).not.toEqual(positions);
    expect(counter.count(adopted.positions)).toEqual(adopted.overlap);
  });

  test('says what is wrong with its input', async () => {
    await expect(resolve([], [], OPTIONS)).rejects.toThrow('0 poses and 0 rest meshes');
    await expect(resolve([box.positions.slice(3)], [box], OPTIONS)).rejects.toThrow('has 63 vertices, expected 64');
    await expect(resolve([box.positions.map((x, i) => (i === 4 ? Number.NaN : x))], [box], OPTIONS)).rejects.toThrow(
      'vertex 1 of body 0 has the coordinate NaN',
    );
  });
});

/** Counts the vertices of one box that lie strictly inside a tetrahedron of the other one, in float64, by barycentric weights. */
function containedVertices(points: Float32Array, of: Float32Array): number {
  let count = 0;
  for (let v = 0; v < points.length; v += 3) {
    const isInside = Array.from({ length: box.tets.length / 4 }, (_, t) => {
      const corners = Array.from(box.tets.subarray(4 * t, 4 * t + 4), (c) => [...of.subarray(3 * c, 3 * c + 3)]);
      const point = [...points.subarray(v, v + 3)];
      return corners.every((_c, k) => volume(corners.with(k, point)) > 0);
    }).some(Boolean);
    if (isInside) count++;
  }
  return count;
}

function volume([a, b, c, d]: number[][]): number {
  const [u, v, w] = [b, c, d].map((x) => x.map((y, k) => y - a[k]));
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}
