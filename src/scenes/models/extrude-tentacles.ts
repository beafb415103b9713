import type { GrowingMesh } from './ball-shells.ts';
import { pushPrism } from '../../mesh/model/prism.ts';
import type { Star } from './tentacle-sites.ts';

/** Shape of a tentacle, which tapers linearly from base to tip and ends in a dome. */
export interface TentacleShape {
  /** Radius at the base [m]. */
  readonly baseRadius: number;
  /** Radius where the dome begins [m]. */
  readonly tipRadius: number;
  /** Length from the ball to the top of the dome [m]. */
  readonly length: number;
  /** Layers of tetrahedra along it, including the dome's. */
  readonly layers: number;
}

/**
 * Half-length of the ellipsoid that rounds the tip, in tip radii. It is above 1 so that the dome is cut off before it comes to a
 * point.
 */
const DOME_LENGTH = 1.25;
/**
 * Height of the dome's middle above its rim, as a share of the last layer's height, so that there is a dome even with the fewest
 * layers.
 */
const END_RISE = 0.4;

/**
 * Extrudes a star of triangles on the ball's boundary outwards in layers. Each triangle becomes a prism of three tetrahedra.
 * @param mesh receives the vertices layer by layer, and the tetrahedra
 */
export function extrudeTentacle(
  { vertices, disc, triangles, frame }: Star,
  shape: TentacleShape,
  mesh: GrowingMesh,
): void {
  const size = vertices.length;
  const first = mesh.positions.length / 3;
  for (let layer = 1; layer <= shape.layers; layer++) pushLayer(disc, frame, shape, layer, mesh.positions);
  for (let layer = 0; layer < shape.layers; layer++) {
    // The diagonals' direction alternates between layers, so that the tentacle has no built-in twist. At a dome's rim, they rise
    // from the middle.
    const falling = (shape.layers - layer) % 2 === 0;
    const base = first + (layer - 1) * size;
    const start = mesh.tets.length;
    for (let t = 0; t < triangles.length; t += 3)
      pushPrism(base + triangles[t], base + triangles[t + 1], base + triangles[t + 2], size, falling, mesh.tets);
    if (layer > 0) continue;
    // The lowest layer uses the ball's own vertices.
    for (let n = start; n < mesh.tets.length; n++)
      if (mesh.tets[n] < first) mesh.tets[n] = vertices[mesh.tets[n] - base];
  }
}

function pushLayer(
  disc: Float64Array,
  frame: Float64Array,
  shape: TentacleShape,
  layer: number,
  positions: number[],
): void {
  const height = layerHeight(shape, layer);
  const radius = radiusAt(shape, height);
  const drop = layer === shape.layers ? END_RISE * (height - layerHeight(shape, layer - 1)) : 0;
  for (let n = 0; n < disc.length; n += 2) {
    const [x, y] = [disc[n], disc[n + 1]];
    const along = 1 + height - drop * (x * x + y * y);
    for (let k = 0; k < 3; k++) positions.push(radius * (x * frame[k] + y * frame[3 + k]) + along * frame[6 + k]);
  }
}

/** Height of a layer. It decreases with the tentacle's radius, in proportion at both ends. */
function layerHeight({ baseRadius, tipRadius, length, layers }: TentacleShape, layer: number): number {
  const share = layer / layers;
  const slope = (baseRadius - tipRadius) / (baseRadius + tipRadius);
  return length * share * (1 + slope * (1 - share));
}

function radiusAt({ baseRadius, tipRadius, length }: TentacleShape, height: number): number {
  const taper = baseRadius + ((tipRadius - baseRadius) * height) / length;
  const inDome = (height - length + tipRadius) / (DOME_LENGTH * tipRadius);
  return inDome > 0 ? taper * Math.sqrt(1 - inDome * inDome) : taper;
}
