import type { Node } from 'three/webgpu';
import { hash, positionWorld } from 'three/tsl';

/** Cells of the pattern per metre of what casts a shadow; far more than texels. */
const GRAIN = 8191;

/** For a material's maskShadowNode: casts so much of a shadow, in grains that the shadow's blur melts together. */
export function dappled(share: number): Node<'bool'> {
  const { x, y, z } = positionWorld;
  const grain = hash(
    x
      .mul(GRAIN)
      .add(y.mul(GRAIN * 3))
      .add(z.mul(GRAIN * 7))
      .abs(),
  );
  return grain.lessThan(share);
}
