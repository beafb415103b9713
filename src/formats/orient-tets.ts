import { signedVolumes } from '../mesh/quality.ts';
import type { TetMesh } from '../mesh/tet-mesh.ts';

/** A tetrahedron is flat if its volume is below this share of its longest edge's cube: rounding to float32 then decides its sign. */
const FLAT = 1e-6;

/** Tetrahedra with all corners in the right order, and those for which that had to be changed. */
export interface OrientedTets extends TetMesh {
  /** Tetrahedra whose corners were in the opposite order, ascending. */
  readonly turned: readonly number[];
  /** Tetrahedra without a volume, which are left as they are, ascending. */
  readonly flat: readonly number[];
  /** Volume of each tetrahedron after turning, in cubes of the unit. */
  readonly volumes: Float64Array;
}

/** Turns tetrahedra whose corners are in the opposite order. @param mesh is left as it is */
export function orientTets({ positions, tets: given }: TetMesh): OrientedTets {
  const tets = given.slice();
  const volumes = signedVolumes({ positions, tets });
  const turned: number[] = [];
  const flat: number[] = [];
  for (let tet = 0; tet < volumes.length; tet++) {
    if (!(Math.abs(volumes[tet]) > flatVolume(positions, tets, tet))) flat.push(tet);
    else if (volumes[tet] < 0) {
      turned.push(tet);
      volumes[tet] = -volumes[tet];
      tets.copyWithin(4 * tet + 2, 4 * tet + 3, 4 * tet + 4);
      tets[4 * tet + 3] = given[4 * tet + 2];
    }
  }
  return { positions, tets, turned, flat, volumes };
}

/** Volume up to which a tetrahedron counts as flat; a regular one has 0.12 of its edge's cube. */
function flatVolume(p: Float32Array, tets: Uint32Array, tet: number): number {
  let longest = 0; // squared
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < i; j++) {
      const a = 3 * tets[4 * tet + i];
      const b = 3 * tets[4 * tet + j];
      const [x, y, z] = [p[a] - p[b], p[a + 1] - p[b + 1], p[a + 2] - p[b + 2]];
      longest = Math.max(longest, x * x + y * y + z * z);
    }
  return FLAT * longest * Math.sqrt(longest);
}
