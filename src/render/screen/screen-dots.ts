import {
  BufferAttribute,
  type Color,
  DoubleSide,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  MeshBasicNodeMaterial,
} from 'three/webgpu';
import {
  attribute,
  cameraProjectionMatrix,
  cameraViewMatrix,
  length,
  mix,
  positionGeometry,
  screenDPR,
  screenSize,
  smoothstep,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import type { Point } from '../../simulation/view/explain/explanation.ts';
import { beforeToneMapping } from './untoned.ts';

/** A round dot on the screen, at a point of the scene [m]. */
export interface ScreenDot {
  readonly at: Point;
  readonly colour: Color;
  readonly opacity: number;
  /** Diameter [pixels of the page]. */
  readonly size: number;
}

/** Default maximum number of dots: enough for all penetrating vertices of a pile. */
const CAPACITY = 20_000;
/** Radii at which the dot's colour begins to fade into its white ring, and at which the ring is fully white, in radii of the dot. */
const RING = { begin: 0.66, end: 0.74 } as const;
/** Value of a colour channel that is so large that tone mapping turns it into white. */
const WHITE = 6;

/** Round dots with a white ring, of a given size on the screen. They are drawn above everything else. */
export class ScreenDots {
  readonly mesh: Mesh<InstancedBufferGeometry>;
  private readonly at: InstancedBufferAttribute;
  private readonly colour: InstancedBufferAttribute;
  private readonly size: InstancedBufferAttribute;

  /** @param capacity maximum number of dots that are drawn */
  constructor(
    renderOrder: number,
    private readonly capacity = CAPACITY,
  ) {
    const numbers = (size: number) => new InstancedBufferAttribute(new Float32Array(size * capacity), size);
    [this.at, this.colour, this.size] = [numbers(3), numbers(4), numbers(1)];
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    geometry.setAttribute('at', this.at);
    geometry.setAttribute('dotColour', this.colour);
    geometry.setAttribute('size', this.size);
    this.mesh = new Mesh(geometry, dotMaterial());
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = renderOrder;
    this.mesh.visible = false;
  }

  /** Replaces the dots. Later dots cover earlier ones; if there are too many, the last ones are drawn. */
  show(dots: readonly ScreenDot[]): void {
    const drawn = dots.slice(-this.capacity);
    for (const [i, { at, colour, opacity, size }] of drawn.entries()) {
      this.at.array.set(at, 3 * i);
      const { r, g, b } = beforeToneMapping(colour);
      this.colour.array.set([r, g, b, opacity], 4 * i);
      this.size.array[i] = size;
    }
    for (const instanceData of [this.at, this.colour, this.size]) {
      instanceData.clearUpdateRanges();
      instanceData.addUpdateRange(0, drawn.length * instanceData.itemSize);
      instanceData.needsUpdate = true;
    }
    this.mesh.geometry.instanceCount = drawn.length;
    this.mesh.visible = drawn.length > 0;
  }
}

function dotMaterial(): MeshBasicNodeMaterial {
  const material = new MeshBasicNodeMaterial({ transparent: true, depthTest: false, depthWrite: false });
  material.side = DoubleSide;
  material.fog = false;
  const clip = cameraProjectionMatrix
    .mul(cameraViewMatrix)
    .mul(vec4(attribute<'vec3'>('at', 'vec3'), 1))
    .toVar();
  const reach = positionGeometry.xy.mul(attribute<'float'>('size', 'float')).mul(screenDPR).div(screenSize);
  material.vertexNode = vec4(clip.xy.add(reach.mul(clip.w)), clip.z, clip.w);
  const colour = attribute<'vec4'>('dotColour', 'vec4');
  const radius = length(varying(positionGeometry.xy));
  material.colorNode = mix(varying(colour.xyz), vec3(WHITE, WHITE, WHITE), smoothstep(RING.begin, RING.end, radius));
  material.opacityNode = varying(colour.w).mul(smoothstep(1, 0.88, radius));
  return material;
}
