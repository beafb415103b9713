import { stuffedAir } from '../../mesh/air/stuffed-air.ts';
import type { AirMesh } from '../../mesh/air/air-mesh.ts';
import { localAir } from '../../mesh/air/tessellated-space.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import type { SignedDistance } from '../../mesh/tetrahedralise/isosurface-stuffing.ts';
import { type Limb, limb, limbsDistance } from './limbs.ts';

/** A torso with an arm: one body, and air in its armpit alone, as in Figure 9 of the paper on air meshes. */
export interface ArmpitModel {
  readonly mesh: TetMesh;
  /** Tetrahedra of air, whose vertices are the mesh's. */
  readonly air: AirMesh;
  /** Vertices along the middle of the torso and of the arm, which stand for bones. */
  readonly spine: Uint32Array;
  readonly armBone: Uint32Array;
}

/** The joint about which the arm turns [m]. */
export const SHOULDER = [0.3, 1.28, 0] as const;
const TORSO: Limb = limb([0, 0.1, 0], [0, 1.15, 0], 0.4, 0.42);
const ARM: Limb = limb(SHOULDER, [1.2, 0.38, 0], 0.21, 0.18);
/** Width over which torso and arm are blended [m]. */
const BLEND = 0.1;
const BOUNDS = { min: [-0.5, -0.4, -0.5], max: [1.5, 1.65, 0.5] } as const;
/** Middle and radius of the air that is kept [m]: from the armpit to half the forearm. */
const PIT = [0.58, 0.62, 0] as const;
const PIT_RADIUS = 0.62;
/** Share of a limb's radius that its bone fills. */
const BONE = 0.45;
/** Share of the arm at the shoulder in which it has no bone, so that skin can fold there. */
const BONELESS = 0.25;

/** @param cell edge length of the lattice's cubes [m] */
export function armpit(cell: number, progress?: (fraction: number) => void): ArmpitModel {
  const space = stuffedAir([limbsDistance([TORSO, ARM], BLEND)], BOUNDS, cell, progress);
  const [mesh] = space.bodies;
  const bone = ({ from, to, radii }: Limb, start: number) => {
    const at = (k: number) => from[k] + start * (to[k] - from[k]);
    return verticesInside(
      mesh,
      limbsDistance([limb([at(0), at(1), at(2)], to, BONE * radii[0], BONE * radii[1])], BLEND),
    );
  };
  return { mesh, air: localAir(space, PIT, PIT_RADIUS), spine: bone(TORSO, 0), armBone: bone(ARM, BONELESS) };
}

const verticesInside = ({ positions }: TetMesh, distance: SignedDistance): Uint32Array =>
  Uint32Array.from({ length: positions.length / 3 }, (_, v) => v).filter(
    (v) => distance(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]) < 0,
  );
