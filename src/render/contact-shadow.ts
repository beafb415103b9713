import type { Node } from 'three/webgpu';
import { float, texture } from 'three/tsl';
import type { ShadowFilter } from './three-internals.ts';

/** A height of a thing above the surface that it shades [shares of the shadow camera's depth], and how dark its shadow is above that height. */
export interface Step {
  readonly height: number;
  readonly darkness: number;
}

/**
 * Returns a filter for the shadow map of a light from above, by which things close to a surface darken it more than things far above it,
 * as under a wide sky. So one sees where bodies touch the ground and one another, and how high others float.
 * @param steps from the least height to the greatest; below the first one, the darkness is 1
 */
export const contactFilter =
  (steps: readonly Step[]): ShadowFilter =>
  ({ depthTexture, shadowCoord }) => {
    const map = texture(depthTexture, shadowCoord.xy);
    // 1 if nothing lies higher above the surface than that, else 0; in between at edges, which the device blurs over a texel. The types
    // of three.js say that a comparison returns a colour, but it returns a number.
    const isFree = (height: number) => map.compare(shadowCoord.z.sub(height)) as unknown as Node<'float'>;
    let light: Node<'float'> = isFree(0);
    let darkness = 1;
    // The shadow of a thing above a step is less dark: by the difference between this step's darkness and that of the step below.
    for (const step of steps) {
      const brighter = darkness - step.darkness;
      light = light.add(float(1).sub(isFree(step.height)).mul(brighter));
      darkness = step.darkness;
    }
    return light;
  };
