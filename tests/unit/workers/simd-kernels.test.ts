import { beforeAll, describe, expect, it } from 'vitest';
import { leavesAtLength } from '../../../src/bvh/tree.ts';
import { type Kernels, TYPESCRIPT_KERNELS } from '../../../src/simulation/program/kernels.ts';
import { instantiate } from '../../../src/workers/instantiate.ts';
import { compileKernels } from '../../../src/workers/simd.ts';
import { seededRandom } from '../../fixtures/box-world.ts';

/** Numbers of elements. A round has two or four, so most numbers leave lanes over; 0 runs no round. */
const COUNTS = [0, 1, 2, 3, 4, 5, 6, 7, 30];
/** Number of random worlds per number of elements. */
const WORLDS = 20;
/** Vertices and elements before those of the range. */
const BASE = 3;

type Arrays = Readonly<Record<string, Float32Array | Uint32Array>>;
type NumberOf = (name: string) => number;

interface Case<A extends Arrays> {
  readonly name: keyof Kernels;
  /** Makes the arrays for `count` elements after BASE others. */
  make(count: number, random: () => number, huge: number): A;
  run(kernels: Kernels, arrays: A, begin: number, end: number, parameter: NumberOf): void;
}

// A long file: one table has a comparison for every kernel, and the last tests ask whether it has all.

let kernels: Kernels;
let memory: WebAssembly.Memory;
beforeAll(async () => {
  const module = await compileKernels(true);
  if (typeof module === 'string') throw new Error(`expected SIMD kernels: ${module}`);
  memory = new WebAssembly.Memory({ initial: 4, maximum: 4, shared: true });
  ({ kernels } = instantiate({ module, memory }, new Uint32Array(0)));
});

/** Greatest special number, by the kernels' number format. In float32, products of larger ones would be infinite. */
const HUGE = { float64: 1e6, float32: 10 };

/** A float32 that is often special: 0, -0, tiny, huge. */
function special(random: () => number, huge: number): number {
  const kind = random();
  if (kind < 0.06) return 0;
  if (kind < 0.18) return -0;
  if (kind < 0.21) return 1e-38 * (random() - 0.5);
  if (kind < 0.24) return huge * (random() - 0.5);
  return random() - 0.5;
}

const floats = (count: number, next: () => number) => Float32Array.from({ length: count }, next);

/** Inverse masses [1/kg], of which two in five hold their vertex. So one tetrahedron in forty is held at all corners. */
const masses = (vertices: number, random: () => number) =>
  floats(vertices, () => (random() < 0.4 ? 0 : 0.1 + random()));

/** Ids of the corners of elements that share no vertex, as the elements of a colour do, in random order. */
function corners(elements: number, each: number, random: () => number): Uint32Array {
  const ids = Uint32Array.from({ length: each * elements }, (_, i) => i);
  for (let i = ids.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [ids[i], ids[j]] = [ids[j], ids[i]];
  }
  return ids;
}

/** Some tetrahedra are softened at it, others aren't [1/m^2]. */
const GREATEST_SPREAD = 6;

type TetKernel = 'solveTets' | 'solveTetsFloat32' | 'solveTetsXpbd' | 'solveTetsXpbdFloat32';
const tets = (name: TetKernel): Case<ReturnType<typeof makeTets>> => ({
  name,
  make: makeTets,
  run(kernels, arrays, begin, end, parameter) {
    const { x0, u, inverseMasses, multipliers, moments, vertices, restMetrics, restVolumes } = arrays;
    const [mu, lambda] = [parameter('mu'), parameter('lambda')];
    const fixed = [x0, u, inverseMasses, multipliers, moments, vertices, restMetrics, restVolumes] as const;
    const numbers = [mu, lambda, 1 + mu / lambda, parameter('damping'), 0.01] as const;
    if (name === 'solveTets' || name === 'solveTetsFloat32')
      kernels[name](...fixed, BASE, 9 * BASE, begin, end, ...numbers);
    else kernels[name](...fixed, BASE, 9 * BASE, begin, end, ...numbers, GREATEST_SPREAD);
  },
});

function makeTets(count: number, random: () => number, huge: number) {
  const all = BASE + count;
  const vertices = BASE + 4 * all;
  return {
    x0: floats(3 * vertices, () => special(random, huge)),
    u: floats(3 * vertices, () => 0.1 * special(random, huge)),
    inverseMasses: masses(vertices, random),
    multipliers: floats(9 * (BASE + all), () => special(random, huge)),
    moments: floats(3 * vertices, () => special(random, huge)),
    vertices: corners(all, 4, random),
    restMetrics: floats(6 * all, () => random()),
    restVolumes: floats(all, () => 0.01 + random()),
  };
}

const springs = (name: 'solveSprings' | 'solveSpringsFloat32'): Case<ReturnType<typeof makeSprings>> => ({
  name,
  make: makeSprings,
  run(kernels, arrays, begin, end, parameter) {
    const { x0, u, inverseMasses, multipliers, vertices, restLengths } = arrays;
    const fixed = [x0, u, inverseMasses, multipliers, vertices, restLengths] as const;
    const damping = parameter('damping');
    kernels[name](...fixed, BASE, BASE, begin, end, 1 / parameter('mu'), damping, 1 + damping);
  },
});

function makeSprings(count: number, random: () => number, huge: number) {
  const all = BASE + count;
  const vertices = BASE + 2 * all;
  const x0 = floats(3 * vertices, () => special(random, huge));
  const u = floats(3 * vertices, () => 0.1 * special(random, huge));
  const ids = corners(all, 2, random);
  // A spring whose two vertices lie at the same place has no direction, and is skipped.
  const flat = (2 * (BASE + Math.floor(random() * count))) % ids.length;
  const [a, b] = [3 * (BASE + ids[flat]), 3 * (BASE + ids[flat + 1])];
  x0.copyWithin(b, a, a + 3);
  u.copyWithin(b, a, a + 3);
  return {
    x0,
    u,
    inverseMasses: masses(vertices, random),
    multipliers: floats(BASE + all, () => special(random, huge)),
    vertices: ids,
    restLengths: floats(all, () => random()),
  };
}

const triangles = (name: 'solveTriangles' | 'solveTrianglesFloat32'): Case<ReturnType<typeof makeTriangles>> => ({
  name,
  make: makeTriangles,
  run(kernels, arrays, begin, end, parameter) {
    const { x0, u, inverseMasses, multipliers, vertices, restInverses, restVolumes } = arrays;
    const fixed = [x0, u, inverseMasses, multipliers, vertices, restInverses, restVolumes] as const;
    kernels[name](
      ...fixed,
      BASE,
      6 * BASE,
      begin,
      end,
      parameter('mu'),
      parameter('lambda'),
      parameter('damping'),
      0.01,
    );
  },
});

function makeTriangles(count: number, random: () => number, huge: number) {
  const all = BASE + count;
  const vertices = BASE + 3 * all;
  return {
    x0: floats(3 * vertices, () => special(random, huge)),
    u: floats(3 * vertices, () => 0.1 * special(random, huge)),
    inverseMasses: masses(vertices, random),
    multipliers: floats(6 * (BASE + all), () => special(random, huge)),
    vertices: corners(all, 3, random),
    restInverses: floats(3 * all, () => random()),
    restVolumes: floats(all, () => 0.01 + random()),
  };
}

const areas = (name: 'solveAreas' | 'solveAreasFloat32'): Case<ReturnType<typeof makeAreas>> => ({
  name,
  make: makeAreas,
  run(kernels, arrays, begin, end, parameter) {
    const { x0, u, inverseMasses, multipliers, vertices, restAreas } = arrays;
    const fixed = [x0, u, inverseMasses, multipliers, vertices, restAreas] as const;
    kernels[name](...fixed, BASE, BASE, begin, end, 1 / parameter('mu'), parameter('damping'));
  },
});

function makeAreas(count: number, random: () => number, huge: number) {
  const all = BASE + count;
  const vertices = BASE + 3 * all;
  return {
    x0: floats(3 * vertices, () => special(random, huge)),
    u: floats(3 * vertices, () => 0.1 * special(random, huge)),
    inverseMasses: masses(vertices, random),
    multipliers: floats(BASE + all, () => special(random, huge)),
    vertices: corners(all, 3, random),
    restAreas: floats(all, () => 0.01 + random()),
  };
}

const hinges = (name: 'solveHinges' | 'solveHingesFloat32'): Case<ReturnType<typeof makeHinges>> => ({
  name,
  make: makeHinges,
  run(kernels, arrays, begin, end, parameter) {
    const { x0, u, inverseMasses, multipliers, vertices, restAngles, hingeShapes } = arrays;
    const fixed = [x0, u, inverseMasses, multipliers, vertices, restAngles, hingeShapes] as const;
    kernels[name](...fixed, BASE, BASE, begin, end, parameter('mu'), parameter('damping'));
  },
});

function makeHinges(count: number, random: () => number, huge: number) {
  const all = BASE + count;
  const vertices = BASE + 4 * all;
  const x0 = floats(3 * vertices, () => special(random, huge));
  const u = floats(3 * vertices, () => 0.1 * special(random, huge));
  const ids = corners(all, 4, random);
  // A hinge with a triangle without area is skipped.
  const flat = (4 * (BASE + Math.floor(random() * count))) % ids.length;
  const [a, c] = [3 * (BASE + ids[flat]), 3 * (BASE + ids[flat + 2])];
  x0.copyWithin(c, a, a + 3);
  u.copyWithin(c, a, a + 3);
  return {
    x0,
    u,
    inverseMasses: masses(vertices, random),
    multipliers: floats(BASE + all, () => special(random, huge)),
    vertices: ids,
    restAngles: floats(all, () => 6 * (random() - 0.5)),
    hingeShapes: floats(all, () => random()),
  };
}

const makeVertices = (count: number, random: () => number, huge: number) => {
  const next = () => special(random, huge);
  return {
    positions: floats(3 * (BASE + count), next),
    positionsT0: floats(3 * (BASE + count), next),
    displacements: floats(3 * (BASE + count), () => 1e-3 * special(random, huge)),
  };
};
type Vertices = ReturnType<typeof makeVertices>;

const motion = (name: 'displace' | 'place'): Case<Vertices> => ({
  name,
  make: makeVertices,
  run: (kernels, { positions, positionsT0, displacements }, begin, end) =>
    kernels[name](positions, positionsT0, displacements, begin, end),
});

const sums = (sign: 1 | -1): Case<Vertices> => ({
  name: 'sumDisplacements',
  make: makeVertices,
  run: ({ sumDisplacements }, { positions, displacements }, begin, end) =>
    sumDisplacements(positions, displacements, begin, end, sign),
});

const products: Case<ReturnType<typeof makeProducts>> = {
  name: 'multiplyTets',
  make: makeProducts,
  run: ({ multiplyTets }, { hessians, forces, vertices, p }, begin, end) =>
    multiplyTets(hessians, forces, vertices, p, BASE, BASE, begin, end),
};

function makeProducts(count: number, random: () => number, huge: number) {
  const all = BASE + count;
  const next = () => special(random, huge);
  return {
    hessians: floats(45 * all, next),
    forces: floats(9 * all, next),
    // Products of a vertex' tetrahedra may be computed together: they are added up afterwards.
    vertices: Uint32Array.from({ length: 4 * count }, () => Math.floor(all * random())),
    p: floats(3 * (BASE + all), next),
  };
}

/** Numbers per vertex in `points`, and distance from the lower to the upper corner there: positions, or boxes. */
const POINTS = { positions: [3, 0], boxes: [8, 4] } as const;

/** A number that is often special or equal to others, and now and then not a number. */
const coordinate = (random: () => number, huge: number) =>
  random() < 0.02 ? Number.NaN : random() < 0.3 ? Math.round(4 * random()) : special(random, huge);

/** Leaves of 1 to 8 vertices. */
const leaves = (kind: keyof typeof POINTS): Case<ReturnType<typeof makeLeaves>> => ({
  name: 'fitLeaves',
  make: (count, random, huge) => makeLeaves(count, random, huge, POINTS[kind][0]),
  run: ({ fitLeaves }, { points, offsets, ranges, boxes }, begin, end) =>
    fitLeaves(points, POINTS[kind][1], offsets, ranges, boxes, begin, end),
});

function makeLeaves(count: number, random: () => number, huge: number, stride: number) {
  const vertices = 20;
  const all = BASE + count;
  const ends: number[] = [];
  while (ends.length < all) ends.push((ends.at(-1) ?? 0) + 1 + Math.floor(8 * random()));
  return {
    points: floats(stride * vertices, () => coordinate(random, huge)),
    offsets: Uint32Array.from({ length: ends.at(-1)! }, () => stride * Math.floor(vertices * random())),
    ranges: Uint32Array.from(ends.flatMap((end, i) => [i === 0 ? 0 : ends[i - 1]!, end])),
    boxes: floats(8 * all, () => 9),
  };
}

const innerNodes: Case<ReturnType<typeof makeNodes>> = {
  name: 'fitInnerNodes',
  make: makeNodes,
  run: ({ fitInnerNodes }, { boxes }, begin, end) => fitInnerNodes(boxes, BASE, begin, end),
};

function makeNodes(count: number, random: () => number, huge: number) {
  return {
    boxes: floats(8 * (BASE + 2 * (BASE + count) + 1), () => coordinate(random, huge)),
  };
}

const elements = (name: 'fitEdges' | 'fitFaces' | 'fitOrderedFaces'): Case<ReturnType<typeof makeElements>> => ({
  name,
  make: makeElements,
  run(kernels, { boxes, order, vertices, vertexBoxes }, begin, end) {
    if (name === 'fitOrderedFaces') kernels[name](boxes, order, vertices, vertexBoxes, BASE, begin, end);
    else kernels[name](boxes, BASE, vertices, vertexBoxes, BASE, begin, end);
  },
});

function makeElements(count: number, random: () => number, huge: number) {
  const all = BASE + count;
  return {
    boxes: floats(8 * (BASE + all), () => 9),
    order: corners(all, 1, random),
    vertices: Uint32Array.from({ length: 3 * all }, () => Math.floor(all * random())),
    vertexBoxes: floats(8 * (BASE + all), () => coordinate(random, huge)),
  };
}

const searches: Case<ReturnType<typeof makeSearches>> = {
  name: 'leavesAt',
  make: makeSearches,
  run({ leavesAt }, { boxes, points, nodes, counts }, begin, end) {
    for (let i = begin; i < end; i++) {
      const [x, y, z] = points.subarray(3 * i, 3 * i + 3);
      // Trees of different heights, one after another.
      counts[i] = leavesAt(boxes, (1 << (i % 5)) - 1, i % 5, x, y, z, nodes.subarray(SEARCH * i));
    }
  },
};

/** Length of a list for trees of up to four levels. */
const SEARCH = leavesAtLength(4);

function makeSearches(count: number, random: () => number, huge: number) {
  const all = BASE + count;
  // Half of the boxes contain all points; some points lie on these boxes' faces, edges and corners.
  const boxes = floats(8 * 64, () => coordinate(random, huge));
  for (let at = 0; at < boxes.length; at += 8) if (random() < 0.5) boxes.set([-9, -9, -9, 0, 9, 9, 9, 0], at);
  return {
    boxes,
    points: floats(3 * all, () => (random() < 0.2 ? (random() < 0.5 ? -9 : 9) : coordinate(random, 8))),
    nodes: new Uint32Array(SEARCH * all),
    counts: new Uint32Array(all),
  };
}

/** Copies arrays into the kernels' memory, one after another from a random multiple of four bytes. */
function inMemory<A extends Arrays>(arrays: A, random: () => number): A {
  let at = 4 * Math.floor(8 * random());
  const copies = Object.entries(arrays).map(([name, array]) => {
    const Kind = array.constructor as new (buffer: ArrayBufferLike, at: number, length: number) => typeof array;
    const copy = new Kind(memory.buffer, at, array.length);
    copy.set(array);
    at += array.byteLength + 16;
    return [name, copy];
  });
  return Object.fromEntries(copies) as A;
}

/** The bits of all arrays. (Comparing numbers would not tell 0 from -0.) */
const bits = (arrays: Arrays) =>
  Object.entries(arrays).map(([name, { buffer, byteOffset, length }]) => [
    name,
    [...new Uint32Array(buffer, byteOffset, length)],
  ]);

function compare<A extends Arrays>({ name, make, run }: Case<A>): void {
  describe(name, () => {
    it.each(COUNTS)('%i elements: the bits of TypeScript', (count) => {
      const random = seededRandom(1 + count);
      for (let world = 0; world < WORLDS; world++) {
        const expected = make(count, random, name.endsWith('Float32') ? HUGE.float32 : HUGE.float64);
        const before = bits(expected);
        const found = inMemory(expected, random);
        const numbers = { mu: 1e3 * random(), lambda: 1e5 * random(), damping: random() };
        const parameter: NumberOf = (which) => numbers[which as keyof typeof numbers];
        run(TYPESCRIPT_KERNELS, expected, BASE, BASE + count, parameter);
        run(kernels, found, BASE, BASE + count, parameter);
        expect(bits(found)).toEqual(bits(expected));
        if (count === 30) expect(bits(expected)).not.toEqual(before);
      }
    });
  });
}

const CASES = [
  tets('solveTets'),
  tets('solveTetsFloat32'),
  tets('solveTetsXpbd'),
  tets('solveTetsXpbdFloat32'),
  springs('solveSprings'),
  springs('solveSpringsFloat32'),
  areas('solveAreas'),
  areas('solveAreasFloat32'),
  triangles('solveTriangles'),
  triangles('solveTrianglesFloat32'),
  hinges('solveHinges'),
  hinges('solveHingesFloat32'),
  motion('displace'),
  motion('place'),
  sums(1),
  sums(-1),
  products,
  leaves('positions'),
  leaves('boxes'),
  innerNodes,
  elements('fitEdges'),
  elements('fitFaces'),
  elements('fitOrderedFaces'),
  searches,
];
for (const each of CASES) compare(each as Case<Arrays>);

it('compares every kernel', () => {
  const compared = [...new Set(CASES.map(({ name }) => name))].sort();
  expect(compared).toEqual(Object.keys(TYPESCRIPT_KERNELS).sort());
  expect(compared).toEqual(Object.keys(kernels).sort());
});

const NEAR = {
  solveTets: tets('solveTets'),
  solveTetsXpbd: tets('solveTetsXpbd'),
  solveSprings: springs('solveSprings'),
  solveAreas: areas('solveAreas'),
  solveTriangles: triangles('solveTriangles'),
  solveHinges: hinges('solveHinges'),
} as const;
it.each(Object.keys(NEAR) as (keyof typeof NEAR)[])('%s in float32 is near that in float64', (name) => {
  const { make, run } = NEAR[name] as unknown as Case<Arrays>;
  const [float64, float32] = [1, 2].map(() => make(30, seededRandom(7), 1));
  const numbers: NumberOf = (which) => ({ mu: 1e3, lambda: 1e4, damping: 0.1 })[which]!;
  run(TYPESCRIPT_KERNELS, float64 as never, BASE, BASE + 30, numbers);
  run(
    { ...TYPESCRIPT_KERNELS, [name]: TYPESCRIPT_KERNELS[`${name}Float32`] },
    float32 as never,
    BASE,
    BASE + 30,
    numbers,
  );
  const [expected, found] = [float64.multipliers, float32.multipliers];
  expect(found).not.toEqual(expected);
  const largest = Math.max(...expected.map(Math.abs));
  for (let i = 0; i < found.length; i++) expect(Math.abs(found[i] - expected[i])).toBeLessThan(1e-4 * largest);
});
