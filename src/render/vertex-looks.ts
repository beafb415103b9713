import { MANTLE_TOP } from '../scenes/models/octopus-shape.ts';
import type { Model } from '../simulation/world/model.ts';
import type { World } from '../simulation/world/world.ts';
import { restCreases } from './creases.ts';
import { bodyColour, type Colour, colourOf } from './palette.ts';
import { restOcclusion } from './rest-occlusion.ts';

/** Rest coordinate far from any eye. Vertices of models that aren't octopi get it, so that no eye is painted on them. */
const FAR_FROM_EYES = 1000;

export const hasEyes = ({ name }: Model): boolean => name === 'octopus';

/**
 * A model counts as a thread if its bounding box is at least this many times as long as wide. A thread's colour changes along its length,
 * so that the eye can follow the thread.
 */
const THREAD_RATIO = 25;
/** Colour change from a thread's start to its end: about a tenth of the colour circle, and slightly lighter. */
const THREAD_END_CHANGE = { hue: 0.09, saturation: 0, lightness: 0.04 } as const;
/** Colour change from a ball to its tentacles' tips: paler, so that a tentacle that lies on a ball can be told from it. */
const TIP_CHANGE = { hue: 0.04, saturation: 0.1, lightness: 0.18 } as const;

const hasTentacles = ({ name }: Model): boolean => name === 'squishy-ball';

/**
 * Computes the colours of all vertices, 3 numbers (RGB) per vertex: the body's own skin, or its colour of the palette, with a gradient along
 * threads and tentacles.
 * @param tone maps the colours of skins and of the gradient's two ends before they are mixed
 */
export function bodyColours(world: World, tone: (colour: Colour) => Colour = (colour) => colour): Float32Array {
  const startColours = world.bodies.map(({ skin }, body) => tone(bodyColour(body, skin)).toArray());
  const endColours = world.bodies.map(({ model }, body) => {
    const { hue, saturation, lightness } = hasTentacles(world.models[model]) ? TIP_CHANGE : THREAD_END_CHANGE;
    return tone(bodyColour(body).offsetHSL(hue, saturation, lightness)).toArray();
  });
  const shares = world.models.map((model) =>
    hasTentacles(model) ? sharesAlongTentacles(model) : sharesAlongThread(model.mesh.positions),
  );
  const marks = world.bodies.map(({ skin }) =>
    skin?.marks.map(({ colour, shares: over }) => ({ over, colour: tone(colourOf(colour)).toArray() })),
  );
  return eachVertex(world, 3, (out, at, body, v) => {
    if (marks[body]) {
      out.set(startColours[body], at);
      for (const { over, colour } of marks[body])
        for (let k = 0; k < 3; k++) out[at + k] += over[v] * (colour[k] - out[at + k]);
      return;
    }
    const share = shares[world.bodies[body].model]?.[v] ?? 0;
    for (let k = 0; k < 3; k++)
      out[at + k] = startColours[body][k] + share * (endColours[body][k] - startColours[body][k]);
  });
}

/** Computes the position of each vertex along a thread, from 0 to 1. Returns undefined if the model isn't a thread. */
function sharesAlongThread(positions: Float32Array): Float32Array | undefined {
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
 * Computes the position of each vertex between the ball (0) and the farthest tentacle tip (1). The ball's radius is the distance of the
 * nearest surface vertex from the origin.
 */
function sharesAlongTentacles({ mesh: { positions }, topology: { surfaceVertices } }: Model): Float32Array {
  const radii = Float32Array.from({ length: positions.length / 3 }, (_, v) =>
    Math.hypot(...positions.subarray(3 * v, 3 * v + 3)),
  );
  const inner = surfaceVertices.reduce((least, v) => Math.min(least, radii[v]), Number.POSITIVE_INFINITY);
  const outer = radii.reduce((most, radius) => Math.max(most, radius), 0);
  // The share rises fastest near the ball, so that a tentacle's root differs from the ball's colour next to it.
  return radii.map((radius) => 1 - Math.min(1, (outer - radius) / (outer - inner)) ** 2);
}

/**
 * Computes the vertex attribute `form`, 3 numbers per vertex: the radius of the model's thin parts [m], the ambient occlusion at rest
 * (0 to 1), and 1 if the vertex is on a crease, otherwise 0. `hasCreases` tells whether any model has creases.
 */
export function formAttribute(world: World): { readonly form: Float32Array; readonly hasCreases: boolean } {
  const creases = world.models.map(restCreases);
  // A model with creases has flat, open sides, which do not occlude one another. Its corners would only get dark zigzags from the coarse
  // grid of restOcclusion.
  const occlusions = world.models.map((model, i) => (creases[i] ? undefined : restOcclusion(model)));
  const form = eachVertex(world, 3, (out, at, body, v) => {
    const { model } = world.bodies[body];
    out[at] = world.models[model].thickness;
    out[at + 1] = occlusions[model]?.[v] ?? 0;
    out[at + 2] = creases[model]?.vertices[v] ?? 0;
  });
  return { form, hasCreases: creases.some((found) => found !== undefined) };
}

/**
 * Computes rest positions in the units of octopus-shape.ts, 3 numbers per vertex. Scenes may scale their octopi, but
 * eyes.ts places the eyes on an octopus without that scale.
 */
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
