import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicNodeMaterial } from 'three/webgpu';
import { AIR_STRIDE } from '../../mesh/air/air-mesh.ts';
import { isInverted } from '../../mesh/air/quality.ts';
import { NONE } from '../../mesh/topology.ts';
import { AIR } from '../overlay-palette.ts';
import { ScreenLines } from '../screen/screen-lines.ts';
import { beforeToneMapping } from '../screen/untoned.ts';

/** Greatest number of inverted elements that are drawn: enough for a scene that is pressed flat, few enough to upload each frame. */
export const MAX_INVERTED = 4000;
/** Corner indices of the faces of an element, and of its edges: of a triangle the first one, and the first three. */
const FACES = [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0] as const;
const EDGES = [0, 1, 1, 2, 2, 0, 0, 3, 1, 3, 2, 3] as const;
/**
 * Opacities of faces and edges. In space many lie in front of one another, so they become fainter the more there are: at `half` elements they
 * are half as opaque, but never fainter than `least`.
 */
const FACE = { opacity: 0.3, half: 30, least: 0.02 } as const;
const EDGE = { opacity: 0.9, half: 150, least: 0.15 } as const;
/** Share of the opacities while one element is explained, from which the others shouldn't distract. */
const FADED = 0.35;
const EDGE_WIDTH = 1.6;
/** Order of drawing: over bodies and mesh lines, below dots and labels. */
const RENDER_ORDER = 7;

/** Draws elements of air that are inverted, red and through all bodies: their faces translucent, their edges thick. */
export class InvertedAir {
  readonly group = new Group();
  private readonly corners: BufferAttribute;
  private readonly faces: Mesh<BufferGeometry, MeshBasicNodeMaterial>;
  private readonly edges: ScreenLines;
  /** Both ends of each edge [m]. */
  private readonly ends: Float32Array;
  /** Quality of one element. */
  private readonly quality = new Float64Array(1);

  /** Whether they are drawn fainter, since something else is looked at. Takes effect with the next update. */
  isFaded = false;

  /** @param capacity greatest number of elements of the air mesh */
  constructor(capacity: number) {
    const most = Math.min(capacity, MAX_INVERTED);
    this.corners = new BufferAttribute(new Float32Array(3 * FACES.length * most), 3);
    this.ends = new Float32Array(3 * EDGES.length * most);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.corners);
    const material = new MeshBasicNodeMaterial({ transparent: true, depthTest: false, depthWrite: false });
    material.color = beforeToneMapping(AIR.inverted);
    material.side = DoubleSide;
    material.fog = false;
    this.faces = new Mesh(geometry, material);
    this.faces.frustumCulled = false;
    this.edges = new ScreenLines(true, (EDGES.length / 2) * most);
    this.faces.renderOrder = RENDER_ORDER;
    this.edges.mesh.renderOrder = RENDER_ORDER;
    this.group.add(this.faces, this.edges.mesh);
  }

  /**
   * Draws the inverted ones of some elements.
   * @param positions of all vertices [m], 3 per vertex    @param count number of elements
   * @returns number of inverted elements, also those that are not drawn
   */
  update(positions: Float32Array, elements: Uint32Array, count: number): number {
    const { corners, ends } = this;
    const [cornerArray, most] = [corners.array as Float32Array, corners.count / FACES.length];
    let [inverted, faceAt, edgeAt] = [0, 0, 0];
    for (let at = 0; at < AIR_STRIDE * count; at += AIR_STRIDE) {
      if (!isInverted(positions, elements, at, this.quality) || ++inverted > most) continue;
      const isFlat = elements[at + 3] === NONE;
      faceAt = copyCorners(positions, elements, at, FACES, isFlat ? 3 : FACES.length, cornerArray, faceAt);
      edgeAt = copyCorners(positions, elements, at, EDGES, isFlat ? 6 : EDGES.length, ends, edgeAt);
    }
    corners.clearUpdateRanges();
    corners.addUpdateRange(0, faceAt);
    corners.needsUpdate = true;
    this.faces.geometry.setDrawRange(0, faceAt / 3);
    // WebGPU warns of draw calls without vertices.
    this.faces.visible = faceAt > 0;
    const isPlane = elements[3] === NONE;
    const share = this.isFaded ? FADED : 1;
    const opacity = ({ opacity: most, half, least }: typeof FACE | typeof EDGE) =>
      share * (isPlane ? most : Math.max(least, most / (1 + inverted / half)));
    this.faces.material.opacity = opacity(FACE);
    const edge = { colour: AIR.inverted, opacity: opacity(EDGE), width: EDGE_WIDTH };
    this.edges.showSegments(ends, edgeAt / 6, edge);
    return inverted;
  }

  dispose(): void {
    this.faces.geometry.dispose();
    this.faces.material.dispose();
    this.edges.mesh.geometry.dispose();
  }
}

/** Copies the places of some corners of an element to `out`, from `to` on. @returns the end of what was written */
function copyCorners(
  positions: Float32Array,
  elements: Uint32Array,
  at: number,
  corners: readonly number[],
  count: number,
  out: Float32Array,
  to: number,
): number {
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) out[to + 3 * i + k] = positions[3 * elements[at + corners[i]] + k];
  return to + 3 * count;
}
