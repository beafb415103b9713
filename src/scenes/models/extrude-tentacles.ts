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
  /** Number of layers of prisms along the tentacle, including the dome's. */
  readonly layers: number;
}

/**
 * Half-length of the ellipsoid that rounds the tip, in tip radii. The dome is one tip radius high. A half-length above 1 thus cuts
 * off the ellipsoid before it narrows to a point.
 */
const DOME_LENGTH = 1.25;
/**
 * Height of the tentacle's end at its middle above the end's rim, as a share of the last layer's thickness. It makes the end
 * convex even if the tentacle has few layers.
 */
const END_RISE = 0.4;

/**
 * Extrudes a star (the triangles around a vertex of the ball's boundary) outwards in layers. In each layer, each triangle becomes a
 * prism of three tetrahedra.
 * @param mesh receives the vertices layer by layer, and the tetrahedra
 */
export function extrudeTentacle(
  { vertices, disc, triangles, frame }: Star,
  shape: TentacleShape,
  mesh: GrowingMesh,
): void {
  const starSize = vertices.length;
  const first = mesh.positions.length / 3;
  for (let layer = 1; layer <= shape.layers; layer++) pushLayer(disc, frame, shape, layer, mesh.positions);
  for (let layer = 0; layer < shape.layers; layer++) {
    // The direction of the prisms' diagonals alternates between layers, so that the tentacle has no built-in twist. In the last
    // layer, the diagonals rise from the star's middle, whose vertex id is the least.
    const diagonalsFall = (shape.layers - layer) % 2 === 0;
    // Id of the star's middle on the layer's lower side.
    const bottom = first + (layer - 1) * starSize;
    const firstTet = mesh.tets.length;
    for (let t = 0; t < triangles.length; t += 3)
      pushPrism(
        bottom + triangles[t],
        bottom + triangles[t + 1],
        bottom + triangles[t + 2],
        starSize,
        diagonalsFall,
        mesh.tets,
      );
    if (layer > 0) continue;
    // The lower side of the lowest layer consists of the ball's own vertices. Their ids replace the placeholders below `first`.
    for (let n = firstTet; n < mesh.tets.length; n++)
      if (mesh.tets[n] < first) mesh.tets[n] = vertices[mesh.tets[n] - bottom];
  }
}

/** Adds the vertices on a layer's upper side. @param disc, frame of the star @param layer 1 for the layer next to the ball */
function pushLayer(
  disc: Float64Array,
  frame: Float64Array,
  shape: TentacleShape,
  layer: number,
  positions: number[],
): void {
  const height = layerHeight(shape, layer);
  const radius = radiusAt(shape, height);
  const edgeDrop = layer === shape.layers ? END_RISE * (height - layerHeight(shape, layer - 1)) : 0;
  for (let n = 0; n < disc.length; n += 2) {
    const [x, y] = [disc[n], disc[n + 1]];
    const centreDistance = 1 + height - edgeDrop * (x * x + y * y);
    for (let k = 0; k < 3; k++)
      positions.push(radius * (x * frame[k] + y * frame[3 + k]) + centreDistance * frame[6 + k]);
  }
}

/**
 * Height of a layer's upper side above the ball [m]; layer 0 is the ball's surface. Layers become thinner towards the tip: at both
 * ends of the tentacle, their thickness is proportional to the tentacle's radius.
 */
function layerHeight({ baseRadius, tipRadius, length, layers }: TentacleShape, layer: number): number {
  const share = layer / layers;
  const slope = (baseRadius - tipRadius) / (baseRadius + tipRadius);
  return length * share * (1 + slope * (1 - share));
}

/** Radius of the tentacle at a height above the ball [m]. */
function radiusAt({ baseRadius, tipRadius, length }: TentacleShape, height: number): number {
  const taper = baseRadius + ((tipRadius - baseRadius) * height) / length;
  const domeShare = (height - length + tipRadius) / (DOME_LENGTH * tipRadius);
  return domeShare > 0 ? taper * Math.sqrt(1 - domeShare * domeShare) : taper;
}
