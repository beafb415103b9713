import {
  BufferAttribute,
  type Color,
  DoubleSide,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  MeshBasicNodeMaterial,
  type Node,
} from 'three/webgpu';
import {
  attribute,
  cameraProjectionMatrix,
  cameraViewMatrix,
  distance,
  float,
  fract,
  length,
  mix,
  normalize,
  positionGeometry,
  screenDPR,
  screenSize,
  smoothstep,
  step,
  varying,
  vec2,
  vec4,
} from 'three/tsl';
import type { Point } from '../../simulation/view/explain/explanation.ts';
import { beforeToneMapping } from './untoned.ts';

/** A line on the screen between two points of the scene [m]. */
export interface ScreenLine {
  readonly from: Point;
  readonly to: Point;
  readonly colour: Color;
  readonly opacity: number;
  /** [pixels of the page] */
  readonly width: number;
  /** Length of a dash together with the gap after it [m]; 0 for a line without gaps. */
  readonly dash: number;
}

/** Default maximum number of lines: enough for some hundred candidates, and the edges of some hundred elements. */
const CAPACITY = 6000;
/** Share of a dash with its gap that is drawn. */
const DRAWN_SHARE = 0.58;

/** Distance from the middle of a round end from which it fades [half widths]. */
const CAP_EDGE = 0.8;

/** Lines of a given width on the screen. The lines of three.js are one pixel wide or cannot be translucent. */
export class ScreenLines {
  readonly mesh: Mesh<InstancedBufferGeometry>;
  private readonly from: InstancedBufferAttribute;
  private readonly to: InstancedBufferAttribute;
  private readonly colour: InstancedBufferAttribute;
  private readonly style: InstancedBufferAttribute;

  /**
   * @param isAbove whether lines are drawn above everything (true) or are hidden by what is in front of them (false)
   * @param capacity maximum number of lines that are drawn
   * @param hasCaps whether lines have round ends, so that those of a chain join without gaps; else they end at their points
   */
  constructor(
    isAbove: boolean,
    private readonly capacity = CAPACITY,
    hasCaps = false,
  ) {
    const numbers = (size: number) => new InstancedBufferAttribute(new Float32Array(size * capacity), size);
    [this.from, this.to, this.colour, this.style] = [numbers(3), numbers(3), numbers(4), numbers(2)];
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.of(0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    geometry.setAttribute('lineStart', this.from);
    geometry.setAttribute('lineEnd', this.to);
    geometry.setAttribute('lineColour', this.colour);
    geometry.setAttribute('style', this.style);
    this.mesh = new Mesh(geometry, lineMaterial(isAbove, hasCaps));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = isAbove ? 11 : 5;
    this.mesh.visible = false;
  }

  show(lines: readonly ScreenLine[]): void {
    const drawn = lines.slice(0, this.capacity);
    for (const [i, { from, to, colour, opacity, width, dash }] of drawn.entries()) {
      this.from.array.set(from, 3 * i);
      this.to.array.set(to, 3 * i);
      const { r, g, b } = beforeToneMapping(colour);
      this.colour.array.set([r, g, b, opacity], 4 * i);
      this.style.array.set([width, dash], 2 * i);
    }
    this.drawFirst(drawn.length);
  }

  /**
   * Draws many solid lines of one style, without an object per line.
   * @param ends start and end point of each segment, 6 numbers per segment [m]
   * @param count number of segments to draw
   */
  showSegments(ends: Float32Array, count: number, look: Pick<ScreenLine, 'colour' | 'opacity' | 'width'>): void {
    const drawn = Math.min(count, this.capacity);
    const { r, g, b } = beforeToneMapping(look.colour);
    const [from, to, colour, style] = [this.from, this.to, this.colour, this.style].map(({ array }) => array);
    for (let i = 0; i < drawn; i++) {
      for (let k = 0; k < 3; k++) {
        from[3 * i + k] = ends[6 * i + k];
        to[3 * i + k] = ends[6 * i + 3 + k];
      }
      colour[4 * i] = r;
      colour[4 * i + 1] = g;
      colour[4 * i + 2] = b;
      colour[4 * i + 3] = look.opacity;
      style[2 * i] = look.width;
    }
    this.drawFirst(drawn);
  }

  private drawFirst(count: number): void {
    for (const instanceData of [this.from, this.to, this.colour, this.style]) {
      instanceData.clearUpdateRanges();
      instanceData.addUpdateRange(0, count * instanceData.itemSize);
      instanceData.needsUpdate = true;
    }
    this.mesh.geometry.instanceCount = count;
    // WebGPU warns of draw calls without instances.
    this.mesh.visible = count > 0;
  }
}

function lineMaterial(isAbove: boolean, hasCaps: boolean): MeshBasicNodeMaterial {
  const material = new MeshBasicNodeMaterial({ transparent: true, depthTest: !isAbove, depthWrite: false });
  material.side = DoubleSide;
  material.fog = false;
  const from = attribute<'vec3'>('lineStart', 'vec3');
  const to = attribute<'vec3'>('lineEnd', 'vec3');
  const style = attribute<'vec2'>('style', 'vec2');
  const worldToClip = cameraProjectionMatrix.mul(cameraViewMatrix);
  const clipFrom = worldToClip.mul(vec4(from, 1)).toVar();
  const clipTo = worldToClip.mul(vec4(to, 1)).toVar();
  // Twice as long as on the screen [device pixels], as clip space is two units wide.
  const onScreen = clipTo.xy.div(clipTo.w).sub(clipFrom.xy.div(clipFrom.w)).mul(screenSize).add(vec2(1e-6, 0)).toVar();
  const direction = normalize(onScreen);
  const halfWidth = style.x.mul(screenDPR).div(screenSize);
  const across = vec2(direction.y.negate(), direction.x).mul(halfWidth).mul(positionGeometry.y);
  const at = mix(clipFrom, clipTo, positionGeometry.x).toVar();
  const beyond = direction.mul(halfWidth).mul(positionGeometry.x.mul(2).sub(1));
  const aside = hasCaps ? across.add(beyond) : across;
  material.vertexNode = vec4(at.xy.add(aside.mul(at.w)), at.z, at.w);
  const colour = attribute<'vec4'>('lineColour', 'vec4');
  material.colorNode = varying(colour.xyz);
  const along = varying(positionGeometry.x.mul(distance(from, to)).div(style.y.max(1e-9)));
  const isDashed = varying(style.y).greaterThan(0);
  const drawnMask = isDashed.select(step(fract(along), float(DRAWN_SHARE)), float(1));
  const opacity = varying(colour.w).mul(drawnMask);
  material.opacityNode = hasCaps ? opacity.mul(capMask(length(onScreen).div(style.x.mul(screenDPR)))) : opacity;
  return material;
}

/** Creates the mask that rounds a line's ends. @param extent the line's length [half widths] */
function capMask(extent: Node<'float'>): Node<'float'> {
  const end = varying(extent);
  const along = varying(mix(float(-1), extent.add(1), positionGeometry.x));
  const outside = along.negate().max(along.sub(end)).max(0);
  const rounded = smoothstep(1, CAP_EDGE, length(vec2(outside, varying(positionGeometry.y))));
  // Between the ends the line's sides stay sharp, or narrow lines would seem dashed.
  return outside.greaterThan(0).select(rounded, float(1));
}
