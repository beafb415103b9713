import { colourConstraints } from '../../../mesh/colouring.ts';
import type { Springs } from '../../model.ts';

/**
 * Makes one spring per vertex pair, with its current length as rest length, sorted by colour.
 * @param positions [m], 3 per vertex    @param pairs 2 vertex ids per spring
 */
export function createSprings(positions: Float32Array, pairs: Uint32Array): Springs {
  const { order, offsets } = colourConstraints(pairs, 2, positions.length / 3);
  const vertices = new Uint32Array(pairs.length);
  const restLengths = new Float32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const a = pairs[2 * order[i]];
    const b = pairs[2 * order[i] + 1];
    vertices[2 * i] = a;
    vertices[2 * i + 1] = b;
    const x = positions[3 * b] - positions[3 * a];
    const y = positions[3 * b + 1] - positions[3 * a + 1];
    const z = positions[3 * b + 2] - positions[3 * a + 2];
    restLengths[i] = Math.sqrt(x * x + y * y + z * z);
  }
  return { vertices, colourOffsets: offsets, restLengths };
}
