import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { sharedVolumes } from './shared-volume.ts';

/** Share of the smallest body below which what is shared counts as nothing. */
export const FREE_SHARE = 1e-3;
/** A body is whole if its volume differs from that at rest by less than this share. */
export const VOLUME_TOLERANCE = 0.05;

/** A state of bodies, compared with their rest shapes. */
export interface Judged {
  /** Volume shared by bodies and within them, over that of the smallest one at rest. */
  readonly shared: number;
  /** Volume of each body over that at rest. */
  readonly volumes: readonly number[];
  /** Whether less than FREE_SHARE is shared. */
  readonly isFree: boolean;
  /** Whether each body is whole. */
  readonly isWhole: boolean;
}

/**
 * Judges a state. Bodies have come apart if it is free and whole.
 * @param rest meshes of the bodies at rest
 * @param positions of each body [m]
 */
export function judge(rest: readonly TetMesh[], positions: readonly Float32Array[]): Judged {
  const atRest = rest.map((mesh) => sharedVolumes([mesh]).volumes[0]);
  const { between, within, volumes } = sharedVolumes(
    rest.map(({ tets }, body) => ({ tets, positions: positions[body] })),
  );
  const shared = (between + within) / Math.min(...atRest);
  const shares = volumes.map((volume, body) => volume / atRest[body]);
  return {
    shared,
    volumes: shares,
    isFree: shared < FREE_SHARE,
    isWhole: shares.every((share) => Math.abs(share - 1) < VOLUME_TOLERANCE),
  };
}
