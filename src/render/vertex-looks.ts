import { MANTLE_TOP } from '../scenes/models/octopus-shape.ts';
import type { Model } from '../simulation/model.ts';
import type { World } from '../simulation/world.ts';
import { restCreases } from './creases.ts';
import { bodyColour, type Colour } from './palette.ts';
import { restOcclusion } from './rest-occlusion.ts';

/** Rest coordinate far from any eye, given to vertices of models that aren't octopi, so that no eye is painted there. */
const FAR_FROM_EYES = 1000;

export const hasEyes = ({ name }: Model): boolean => name === 'octopus';

/**
 * A model whose bounding box is at least this many times as long as wide is a thread. Its colour changes along its length, so
 * that the eye can follow it.
 */
const THREAD_RATIO = 25;
/** Colour change from a thread's beginning to its end: a tenth of the colour circle, and slightly lighter. */
const THREAD_END = { hue: 0.09, saturation: 0, lightness: 0.04 } as const;
/** Colour change from the ball to a tentacle's tip: paler, so that a tentacle is told from the ball that it lies on. */
const TIP = { hue: 0.04, saturation: 0.1, lightness: 0.18 } as const;

const hasTentacles = ({ name }: Model): boolean => name === 'squishy-ball';

/**
 * Colours of all vertices, RGB, 3 per vertex: the body's colour, with a gradient along threads and tentacles.
 * @param tone maps a body's colour, and the colour at the gradient's end, before they are interpolated
 */
export function bodyColours(world: World, tone: (colour: Colour) => Colour = (colour) => colour): Float32Array {
  const begins = world.bodies.map((_, body) => tone(bodyColour(body)).toArray());
  const ends = world.bodies.map(({ model }, body) => {
    const { hue, saturation, lightness } = hasTentacles(world.models[model]) ? TIP : THREAD_END;
    return tone(bodyColour(body).offsetHSL(hue, saturation, lightness)).toArray();
  });
  const shares = world.models.map((model) =>
    hasTentacles(model) ? sharesOut(model) : sharesAlong(model.mesh.positions),
  );
  return eachVertex(world, 3, (out, at, body, v) => {
    const share = shares[world.bodies[body].model]?.[v] ?? 0;
    for (let k = 0; k < 3; k++) out[at + k] = begins[body][k] + share * (ends[body][k] - begins[body][k]);
  });
}

/** Position of each vertex along a thread, 0 to 1; undefined if the model isn't a thread. */
function sharesAlong(positions: Float32Array): Float32Array | undefined {
  const ranges = [0, 1, 2].map((axis) => {
    const [least, most] = rangeAlong(positions, axis);
    return { axis, least, length: most - least };
  });
  const [longest, next] = ranges.sort((a, b) => b.length - a.length);
  if (longest.length < THREAD_RATIO * next.length) return undefined;
  const { axis, least, length } = longest;
  return Float32Array.from({ length: positions.length / 3 }, (_, v) => (positions[3 * v + axis] - least) / length);
}

/**
 * Position of each vertex between the ball (0) and the farthest tentacle tip (1). The ball's radius is that of the surface vertex
 * nearest to the origin.
 */
function sharesOut({ mesh: { positions }, topology: { surfaceVertices } }: Model): Float32Array {
  const radii = Float32Array.from({ length: positions.length / 3 }, (_, v) =>
    Math.hypot(...positions.subarray(3 * v, 3 * v + 3)),
  );
  const inner = surfaceVertices.reduce((least, v) => Math.min(least, radii[v]), Number.POSITIVE_INFINITY);
  const outer = radii.reduce((most, radius) => Math.max(most, radius), 0);
  // The share rises quickest near the ball, where a tentacle's root is next to the ball's own colour.
  return radii.map((radius) => 1 - Math.min(1, (outer - radius) / (outer - inner)) ** 2);
}

/**
 * The vertex attribute `form`, 3 numbers per vertex: thickness of the model's thin parts [m], ambient occlusion at rest (0 to 1),
 * and 1 on a crease, else 0.
 */
export function formAttribute(world: World): { readonly form: Float32Array; readonly hasEdges: boolean } {
  const creases = world.models.map(restCreases);
  // A model with creases has flat, open sides, which do not occlude one another; the coarse cells would only darken corners in a
  // zigzag.
  const occlusions = world.models.map((model, i) => (creases[i] ? undefined : restOcclusion(model)));
  const form = eachVertex(world, 3, (out, at, body, v) => {
    const { model } = world.bodies[body];
    out[at] = world.models[model].thickness;
    out[at + 1] = occlusions[model]?.[v] ?? 0;
    out[at + 2] = creases[model]?.[v] ?? 0;
  });
  return { form, hasEdges: creases.some((found) => found !== undefined) };
}

/** Rest positions in the units of the octopus' shape, 3 per vertex. Scenes may scale their models, and eyes scale with them. */
export function eyeRestPositions(world: World): Float32Array {
  const scales = world.models.map(({ mesh }) => MANTLE_TOP / rangeAlong(mesh.positions, 1)[1]);
  return eachVertex(world, 3, (out, at, body, v) => {
    const { model } = world.bodies[body];
    const { positions } = world.models[model].mesh;
    const isOctopus = hasEyes(world.models[model]);
    for (let k = 0; k < 3; k++) out[at + k] = isOctopus ? scales[model] * positions[3 * v + k] : FAR_FROM_EYES;
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
