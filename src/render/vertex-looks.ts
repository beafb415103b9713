import { MANTLE_TOP } from '../mesh/model/octopus-shape.ts';
import type { Model } from '../simulation/model.ts';
import type { World } from '../simulation/world.ts';
import { bodyColour, type Colour } from './palette.ts';
import { restOcclusion } from './rest-occlusion.ts';

/** Far from where eyes are: models that aren't octopi have none. */
const NOWHERE = 1000;

export const hasEyes = ({ name }: Model): boolean => name === 'octopus';

/** A model so many times as long as wide is a thread: its colour changes along it, so that the eye can follow it. */
const THREAD = 25;
/** What its end differs by from its beginning: a tenth of the colour circle, and somewhat lighter. */
const END = { hue: 0.09, saturation: 0, lightness: 0.04 } as const;

/** Each vertex' colour: its body's, along a thread turning to another. @param tone what is made of a body's colour first */
export function bodyColours(world: World, tone: (colour: Colour) => Colour = (colour) => colour): Float32Array {
  const begins = world.bodies.map((_, body) => tone(bodyColour(body)).toArray());
  const ends = world.bodies.map((_, body) =>
    tone(bodyColour(body).offsetHSL(END.hue, END.saturation, END.lightness)).toArray(),
  );
  const shares = world.models.map(({ mesh }) => sharesAlong(mesh.positions));
  return eachVertex(world, 3, (out, at, body, v) => {
    const share = shares[world.bodies[body].model]?.[v] ?? 0;
    for (let k = 0; k < 3; k++) out[at + k] = begins[body][k] + share * (ends[body][k] - begins[body][k]);
  });
}

/** Where on a thread each vertex is, 0 to 1; undefined where a model isn't one. */
function sharesAlong(positions: Float32Array): Float32Array | undefined {
  const ranges = [0, 1, 2].map((axis) => {
    const [least, most] = rangeAlong(positions, axis);
    return { axis, least, length: most - least };
  });
  const [longest, next] = ranges.sort((a, b) => b.length - a.length);
  if (longest.length < THREAD * next.length) return undefined;
  const { axis, least, length } = longest;
  return Float32Array.from({ length: positions.length / 3 }, (_, v) => (positions[3 * v + axis] - least) / length);
}

/** Each vertex' thickness of the thin parts [m] and occlusion at rest, 2 a vertex. */
export function forms(world: World): Float32Array {
  const occlusions = world.models.map(restOcclusion);
  return eachVertex(world, 2, (out, at, body, v) => {
    const { model } = world.bodies[body];
    out[at] = world.models[model].thickness;
    out[at + 1] = occlusions[model][v];
  });
}

/** Rest positions in the units of the octopus' shape: scenes may scale their models, and eyes grow with them. */
export function eyePlaces(world: World): Float32Array {
  const scales = world.models.map(({ mesh }) => MANTLE_TOP / rangeAlong(mesh.positions, 1)[1]);
  return eachVertex(world, 3, (out, at, body, v) => {
    const { model } = world.bodies[body];
    const { positions } = world.models[model].mesh;
    const isOctopus = hasEyes(world.models[model]);
    for (let k = 0; k < 3; k++) out[at + k] = isOctopus ? scales[model] * positions[3 * v + k] : NOWHERE;
  });
}

/** Writes `size` numbers for each vertex of each body. */
function eachVertex(
  world: World,
  size: number,
  write: (out: Float32Array, at: number, body: number, local: number) => void,
): Float32Array {
  const numbers = new Float32Array(size * world.vertexCount);
  world.bodies.forEach(({ model, vertexBase }, body) => {
    const { vertexCount } = world.models[model].topology;
    for (let v = 0; v < vertexCount; v++) write(numbers, size * (vertexBase + v), body, v);
  });
  return numbers;
}

function rangeAlong(positions: Float32Array, axis: number): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = axis; i < positions.length; i += 3) {
    least = Math.min(least, positions[i]);
    most = Math.max(most, positions[i]);
  }
  return [least, most];
}
