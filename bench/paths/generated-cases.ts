import { stuff } from '../../src/mesh/tetrahedralise/isosurface-stuffing.ts';
import { octopus } from '../../src/scenes/models/octopus.ts';
import type { TetMesh } from '../../src/mesh/tet-mesh.ts';
import { type PathCase, parsePathCase } from '../../src/queries/path-case.ts';
import { pairsAsLists } from '../../src/cli/commands/contains.ts';
import { containedVertices } from '../../src/index.ts';
import { generator } from '../measure/generator.ts';

/**
 * A generated case, of the same kind as a case in the shared data, so that benchmarks run without those data. Every run gives the same
 * bytes, because only + - * / and sqrt are used.
 */
export interface GeneratedCase {
  readonly name: string;
  make(): PathCase;
}

export const GENERATED: readonly GeneratedCase[] = [
  // An octopus whose arms penetrate one another and its body, as after a step without collisions.
  { name: 'wrapped-octopus', make: () => selfPenetrating(wrapped()) },
  { name: 'coiled-noodle', make: () => coiledNoodle(NOODLE_HALF_LENGTH) },
  // The same kind of octopus, with inside-out elements.
  { name: 'shaken-octopus', make: () => selfPenetrating(shaken()) },
  // A thick octopus that is pulled deep through itself. No element is inside out.
  { name: 'pulled-octopus', make: () => selfPenetrating(pulled()) },
  // The same octopus with a tenth of its elements inside out.
  { name: 'pulled-inverted', make: () => selfPenetrating(shake(pulled(), PULLED_SHAKE * PULLED_CELL)) },
];

interface Deformed {
  readonly mesh: TetMesh;
  readonly positions: Float32Array;
}

/** Size of the octopus, so fine that bending turns no element inside out. */
const WRAPPED_TETRAHEDRA = 26_000;
/** Bending radius [m]: the octopus is bent around a line this far below the floor, where arms of half a metre overlap. */
const WRAPPED_RADIUS = 0.1;
const WRAPPED_RISE = 0.02;

const wrapped = (): Deformed => bend(octopus({ tetrahedra: WRAPPED_TETRAHEDRA }).mesh, WRAPPED_RADIUS, WRAPPED_RISE);

/** The noodle's radius, half its length, and the cell size of the lattice that it is cut from [m]. */
const RADIUS = 0.6;
const NOODLE_HALF_LENGTH = 16;
const CELL = 0.33;
/** Radius of the coil's centre line [m]. Each turn rises by a fifth of the noodle's diameter. */
const COIL_RADIUS = 2;
const COIL_RISE = 0.02;

/** A rod with round ends, bent into a coil that penetrates itself. @param halfLength [m] */
export const coiledNoodle = (halfLength: number): PathCase =>
  selfPenetrating(bend(noodle(halfLength), COIL_RADIUS, COIL_RISE));

function noodle(halfLength: number): TetMesh {
  const end = halfLength + RADIUS;
  const distance = (x: number, y: number, z: number) => {
    const past = Math.max(Math.abs(x) - halfLength, 0);
    return Math.sqrt(past * past + y * y + z * z) - RADIUS;
  };
  return stuff(distance, { min: [-end, -RADIUS, -RADIUS], max: [end, RADIUS, RADIUS] }, CELL);
}

/**
 * Bends a mesh around a line along z that lies `radius` below the origin. A vertex' x becomes the length of its arc. The mesh' ends overlap
 * if they reach past half a turn to either side.
 * @param rise displacement along z per unit of x, so that no two points coincide exactly
 */
function bend(mesh: TetMesh, radius: number, rise: number): Deformed {
  const positions = new Float32Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = mesh.positions.subarray(i, i + 3);
    const { cosine, sine } = turn(x / radius);
    positions[i] = (radius + y) * sine;
    positions[i + 1] = (radius + y) * cosine - radius;
    positions[i + 2] = z + rise * x;
  }
  return { mesh, positions };
}

const DOUBLINGS = 10;

/** Returns cosine and sine of approximately this angle. Doesn't use Math.cos, whose bits differ between engines. */
function turn(angle: number): { cosine: number; sine: number } {
  const t = angle / 2 ** (DOUBLINGS + 1);
  let cosine = (1 - t * t) / (1 + t * t);
  let sine = (2 * t) / (1 + t * t);
  for (let i = 0; i < DOUBLINGS; i++) [cosine, sine] = [cosine * cosine - sine * sine, 2 * cosine * sine];
  return { cosine, sine };
}

const SHAKEN_TETRAHEDRA = 14_800;
/** Bending radius [m], smaller than that of the wrapped octopus. */
const SHAKEN_RADIUS = 0.07;
const SHAKEN_RISE = 0.05;
/**
 * Maximum random displacement of a vertex along each axis, as a share of the lattice's cell. Such displacements turn some elements inside
 * out.
 */
const SHAKE = 0.3;
const SEED = 20230815;

function shaken(): Deformed {
  const { mesh, cell } = octopus({ tetrahedra: SHAKEN_TETRAHEDRA });
  return shake(bend(mesh, SHAKEN_RADIUS, SHAKEN_RISE), SHAKE * cell);
}

/** Displaces each vertex at random, along each axis by at most `amplitude` [m]. */
function shake({ mesh, positions }: Deformed, amplitude: number): Deformed {
  const next = generator(SEED);
  for (let i = 0; i < positions.length; i++) positions[i] += amplitude * next();
  return { mesh, positions };
}

/** Size of the pulled octopus, so fine that bending turns no element inside out. */
const PULLED_TETRAHEDRA = 40_000;
/** Edge length of the lattice's cubes in the pulled octopus [m], rounded. */
const PULLED_CELL = 0.026;
/** Factors by which the octopus is thickened along y and z, and pulled out along x. */
const THICKENING = 2;
const PULL = 2;
/** Bending radius [m]. The pulled octopus reaches twice around such a circle, so its ends pass through its body. */
const PULLED_RADIUS = 0.17;
const PULLED_RISE = 0.025;
/** Maximum random displacement along each axis, in cells, that turns a tenth of the elements inside out. */
const PULLED_SHAKE = 1;

function pulled(): Deformed {
  const { mesh } = octopus({ tetrahedra: PULLED_TETRAHEDRA });
  const factors = [PULL, THICKENING, THICKENING];
  const positions = mesh.positions.map((x, i) => factors[i % 3] * x);
  return { mesh, positions: bend({ ...mesh, positions }, PULLED_RADIUS, PULLED_RISE).positions };
}

/** Makes a case with one query per surface vertex that lies inside an element of its own body. */
function selfPenetrating({ mesh, positions }: Deformed): PathCase {
  const object = { rest: [...mesh.positions], pos: [...positions], elem: [...mesh.tets] };
  const file = { dim: 3, objects: [object] };
  const { world } = parsePathCase(file, false);
  const pairs = pairsAsLists(containedVertices({ world, positions }));
  const p = pairs.vertex.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
  return parsePathCase({ ...file, queries: { ...pairs, p } }, true);
}
