import { incircle } from 'robust-predicates';
import { describe, expect, it } from 'vitest';
import { AIR_STRIDE, type AirMesh } from '../../../src/mesh/air/air-mesh.ts';
import { turn } from '../../../src/mesh/air/check-edges.ts';
import { type PlanarScene, triangulateAir } from '../../../src/mesh/air/triangulate-air.ts';
import { NONE } from '../../../src/mesh/topology.ts';
import { seededRandom } from '../../fixtures/box-world.ts';

/** A scene that grows: bodies, ropes and a border, each with vertices of its own. */
class Drawing {
  readonly positions: number[] = [];
  readonly triangles: number[] = [];
  readonly ropes: number[] = [];
  border: number[] = [];
  obstacles: number[][] = [];

  points(flat: readonly number[]): number[] {
    const first = this.positions.length / 2;
    this.positions.push(...flat);
    return Array.from({ length: flat.length / 2 }, (_, i) => first + i);
  }

  /** A convex body with a fan of triangles. */
  body(flat: readonly number[]): void {
    const ids = this.points(flat);
    for (let i = 1; i + 1 < ids.length; i++) this.triangles.push(ids[0], ids[i], ids[i + 1]);
  }

  rope(flat: readonly number[]): void {
    const ids = this.points(flat);
    for (let i = 0; i + 1 < ids.length; i++) this.ropes.push(ids[i], ids[i + 1]);
  }

  frame(x0: number, y0: number, x1: number, y1: number): void {
    this.border = this.points([x0, y0, x1, y0, x1, y1, x0, y1]);
  }

  get scene(): PlanarScene {
    return { ...this, stride: 2 };
  }
}

/** A box around a place, turned a little. */
const boxAt = (x: number, y: number, size: number, lean: number): number[] =>
  [-1, -1, 1, -1, 1, 1, -1, 1].map((_, i, s) => {
    const [u, v] = [s[i - (i & 1)], s[i - (i & 1) + 1]];
    return (i & 1 ? y : x) + (size / 2) * (i & 1 ? v + lean * u : u - lean * v);
  });

/** The paper's scene of 60 boxes, above and below a rope of some vertices. */
function boxes(ropeVertices: number): Drawing {
  const drawing = new Drawing();
  const random = seededRandom(3);
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 10; column++)
      drawing.body(boxAt(column, row < 3 ? row : row + 1, 0.4 + 0.2 * random(), 0.3 * (random() - 0.5)));
  const rope = Array.from({ length: ropeVertices }, (_, i) => [
    (10 * i) / (ropeVertices - 1) - 0.5,
    3 + 0.1 * random(),
  ]);
  drawing.rope(rope.flat());
  drawing.frame(-1, -1, 10, 7.5);
  return drawing;
}

const trianglesOf = ({ elements }: AirMesh): number[][] =>
  Array.from({ length: elements.length / AIR_STRIDE }, (_, t) => [
    ...elements.subarray(AIR_STRIDE * t, AIR_STRIDE * t + 3),
  ]);

const areaOf = (x: ArrayLike<number>, ids: readonly number[]): number => {
  const [a, b, c] = ids.map((v) => 2 * v);
  return ((x[b] - x[a]) * (x[c + 1] - x[a + 1]) - (x[b + 1] - x[a + 1]) * (x[c] - x[a])) / 2;
};
const loopArea = (x: ArrayLike<number>, ids: readonly number[]): number =>
  ids.reduce((sum, _, i) => sum + (i > 0 && i + 1 < ids.length ? areaOf(x, [ids[0], ids[i], ids[i + 1]]) : 0), 0);

/** Checks what has to hold of every triangulation of air, by means of its own. */
function expectSoundAir(scene: PlanarScene, air: AirMesh): void {
  const { positions: x, border, ropes = [], obstacles = [] } = scene;
  const bodies = Array.from({ length: scene.triangles.length / 3 }, (_, t) =>
    [0, 1, 2].map((k) => scene.triangles[3 * t + k]),
  );
  const triangles = trianglesOf(air);
  expect(air.dimension).toBe(2);
  expect(air.elements.filter((_, i) => i % AIR_STRIDE === 3).every((v) => v === NONE)).toBe(true);
  for (const [a, b, c] of triangles) expect(turn(x, a, b, c)).toBeGreaterThan(0);
  // Areas: the border's is that of air, bodies and obstacles.
  const filled = [...bodies, ...triangles].reduce((sum, ids) => sum + areaOf(x, ids), 0);
  const whole = Math.abs(loopArea(x, Array.from(border)));
  const blocked = obstacles.reduce((sum, loop) => sum + Math.abs(loopArea(x, Array.from(loop))), 0);
  expect(Math.abs(filled + blocked - whole) / whole).toBeLessThan(1e-12);
  // Each directed edge once, so at most two triangles at an edge; each wall is an edge of air.
  const sides = new Map<string, number[]>();
  for (const ids of triangles)
    ids.forEach((a, k) => {
      const key = `${a} ${ids[(k + 1) % 3]}`;
      expect(sides.has(key)).toBe(false);
      sides.set(key, ids);
    });
  const isSide = (a: number, b: number) => sides.has(`${a} ${b}`);
  for (let i = 0; i < ropes.length; i += 2) {
    expect(isSide(ropes[i], ropes[i + 1])).toBe(true);
    expect(isSide(ropes[i + 1], ropes[i])).toBe(true);
  }
  for (const loop of [border, ...obstacles])
    for (let i = 0; i < loop.length; i++) {
      const [a, b] = [loop[i], loop[(i + 1) % loop.length]];
      expect(Number(isSide(a, b)) + Number(isSide(b, a))).toBe(1);
    }
  const inner = new Set(bodies.flatMap((ids) => ids.map((a, k) => `${a} ${ids[(k + 1) % 3]}`)));
  const rims = [...inner].filter((key) => !inner.has(key.split(' ').reverse().join(' ')));
  for (const key of rims) expect(sides.has(key.split(' ').reverse().join(' '))).toBe(true);
  for (const key of inner) expect(sides.has(key)).toBe(false);
  // Delaunay but for the walls: no neighbour's corner is in a triangle's circle.
  const ropeKeys = new Set(Array.from({ length: ropes.length }, (_, i) => `${ropes[i]} ${ropes[i ^ 1]}`));
  for (const [key, [a, b, c]] of sides) {
    const other = sides.get(key.split(' ').reverse().join(' '));
    if (!other || ropeKeys.has(key)) continue;
    const d = other.find((v) => ![a, b, c].includes(v))!;
    const at = (v: number) => [x[2 * v], x[2 * v + 1]] as const;
    expect(incircle(...at(a), ...at(b), ...at(c), ...at(d))).toBeLessThanOrEqual(0);
  }
}

describe('air in the plane', () => {
  it('of the paper’s 60 boxes has 416 triangles: a border of 4 vertices and a rope of 27', () => {
    const { scene } = boxes(27);
    const air = triangulateAir(scene);
    expect(scene.triangles.length / 3).toBe(120);
    expect(air.elements.length / AIR_STRIDE).toBe(416);
    expectSoundAir(scene, air);
    expect(triangulateAir(scene)).toEqual(air);
  });

  it.each([1, 2, 3, 4, 5])(
    'of random bodies, ropes and an obstacle is sound, and has as many triangles as Euler says (%i)',
    (seed) => {
      const random = seededRandom(seed);
      const drawing = new Drawing();
      let [rims, bodies, others] = [0, 0, 0];
      for (let row = 0; row < 7; row++)
        for (let column = 0; column < 7; column++) {
          const [x, y] = [column + 0.3 * random(), row + 0.3 * random()];
          const kind = random();
          if (kind < 0.6) {
            const corners = 3 + Math.floor(5 * random());
            const turned = 6.3 * random();
            drawing.body(
              Array.from({ length: 2 * corners }, (_, i) => {
                const angle = turned + (2 * Math.PI * (i >> 1)) / corners;
                return (i & 1 ? y : x) + 0.3 * (i & 1 ? Math.sin(angle) : Math.cos(angle));
              }),
            );
            rims += corners;
            bodies++;
          } else if (kind < 0.8) {
            drawing.rope([x - 0.2, y, x, y + 0.2 * random(), x + 0.2, y]);
            others += 3;
          } else {
            drawing.points([x, y]);
            others++;
          }
        }
      drawing.obstacles = [drawing.points([3, -1.2, 3.4, -1.5, 3.8, -1.2, 3.4, -0.9]).reverse()];
      drawing.border = drawing.points([-1, -2, 8, -2, 8, 3, 9, 8, -1, 8, -2, 3]).reverse();
      const air = triangulateAir(drawing.scene);
      expectSoundAir(drawing.scene, air);
      expect(air.elements.length / AIR_STRIDE).toBe(6 + rims + 4 + 2 * (bodies + 1) - 2 + 2 * others);
    },
  );

  it('of positions with 3 numbers is the same', () => {
    const { scene } = boxes(27);
    const positions = Array.from({ length: scene.positions.length / 2 }, (_, v) => [
      scene.positions[2 * v],
      scene.positions[2 * v + 1],
      0,
    ]).flat();
    expect(triangulateAir({ ...scene, positions, stride: 3 })).toEqual(triangulateAir(scene));
  });

  it('says with ids what can’t be', () => {
    const failure = (draw: (drawing: Drawing) => void) => () => {
      const drawing = new Drawing();
      drawing.frame(0, 0, 10, 10);
      drawing.body([1, 1, 2, 1, 2, 2, 1, 2]);
      draw(drawing);
      triangulateAir(drawing.scene);
    };
    expect(failure((d) => d.body([1.5, 1.4, 3, 1.4, 3, 3]))).toThrow(
      /^The edges from vertex \d+ to \d+ and from \d+ to \d+ cross/,
    );
    expect(failure((d) => d.rope([3, 0, 4, 4]))).toThrow('Vertex 8 is on the edge from vertex 1 to 0, expected none');
    expect(failure((d) => d.rope([3, 3, 4, 4, 5, 3, 3, 3]))).toThrow('Vertices 8 and 11 are both at (3, 3)');
    expect(failure((d) => d.body([1.2, 1.2, 1.6, 1.2, 1.2, 1.6]))).toThrow(
      /^There is air and there is none at the edge/,
    );
    expect(failure((d) => d.body([11, 1, 12, 1, 12, 2]))).toThrow(/^There is air and there is none at the edge/);
    expect(failure((d) => d.rope([3, Number.NaN, 4, 4]))).toThrow('Vertex 8 has the coordinate NaN');
    expect(failure((d) => d.ropes.push(3, 99))).toThrow('An edge has vertex 99, expected ids below 8');
    expect(failure((d) => d.border.splice(2))).toThrow('A loop around air has 2 vertices, expected at least 3');
  });
});
