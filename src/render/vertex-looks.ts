import { MANTLE_TOP } from '../mesh/model/octopus-shape.ts';
import type { Model } from '../simulation/model.ts';
import type { World } from '../simulation/world.ts';
import { bodyColour } from './palette.ts';
import { restOcclusion } from './rest-occlusion.ts';

/** Far from where eyes are: models that aren't octopi have none. */
const NOWHERE = 1000;

export const hasEyes = ({ name }: Model): boolean => name === 'octopus';

/** Each vertex' colour: its body's. */
export function bodyColours(world: World): Float32Array {
  const colours = world.bodies.map((_, body) => bodyColour(body).toArray());
  return eachVertex(world, 3, (out, at, body) => out.set(colours[body], at));
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
  const scales = world.models.map(({ mesh }) => MANTLE_TOP / highest(mesh.positions));
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

function highest(positions: Float32Array): number {
  let top = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < positions.length; i += 3) top = Math.max(top, positions[i]);
  return top;
}
