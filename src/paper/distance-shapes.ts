import { type ProfilePoint, halfCircle, revolve, revolvedSphere, revolvedTorus } from '../mesh/model/revolution.ts';
import type { SurfaceMesh } from '../mesh/surface-mesh.ts';

/**
 * Shapes with the paper's numbers of triangles. Only the spheres are known exactly (the distance at their centre is 1); the paper made its
 * models with Maya and gives no sizes.
 */
export interface DistanceShape {
  readonly name: string;
  readonly surface: SurfaceMesh;
}

/** The apple's depth of dimple, as a share of its radius, above (at the stem) and below. A third makes it flat. */
const STEM_DIMPLE = 0.5;
const LOWER_DIMPLE = 0.45;

const APPLE_SLICES = 16;
const APPLE_STEPS = 13;

function apple(): SurfaceMesh {
  const profile = halfCircle(APPLE_STEPS).map(([down, out]): ProfilePoint => {
    const radius = 1 - (down > 0 ? LOWER_DIMPLE : STEM_DIMPLE) * down * down;
    return [radius * out, -radius * down];
  });
  return revolve(profile, APPLE_SLICES);
}

/** Makes the sphere of Table 1, of 1,000 triangles. Its faces come as near to the centre as 0.98934. */
export const sphere1000 = (): DistanceShape => ({ name: 'sphere', surface: revolvedSphere(1, 25, 21) });

/** Makes the shapes of Table 2: a torus of 2,048 triangles, an apple of 384 and a sphere of 972. */
export const table2Shapes = (): readonly DistanceShape[] => [
  { name: 'torus', surface: revolvedTorus(1, 0.4, 64, 16) },
  { name: 'apple', surface: apple() },
  { name: 'sphere', surface: revolvedSphere(1, 27, 19) },
];

export const triangleCount = ({ surface }: DistanceShape): number => surface.triangles.length / 3;
