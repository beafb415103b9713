import { type Color, Group, MeshBasicNodeMaterial, type NodeMaterial } from 'three/webgpu';
import { attribute } from 'three/tsl';
import type { World } from '../../simulation/world/world.ts';
import { PLANE } from '../overlay-palette.ts';
import { bodyColour } from '../palette.ts';
import { ScreenLines } from '../screen/screen-lines.ts';
import { setUpSkin, type Shape } from '../skin.ts';
import { planeEdges } from './plane-edges.ts';

/** Widths of lines [pixels of the page]; a rope has an outline on both sides. */
const WIDTHS = { outline: 2, rope: 4, ropeOutline: 7, border: 3 } as const;
/** Order of drawing: over the air, and a rope over its own outline. */
const ORDER = { border: 8, outline: 9, rope: 10 } as const;

/** Lines of one look between vertices that move. */
class Lines {
  readonly mesh;
  private readonly lines: ScreenLines;
  private readonly ends: Float32Array;

  constructor(
    private readonly edges: Uint32Array,
    private readonly look: { readonly colour: Color; readonly width: number; readonly opacity: number },
    order: number,
  ) {
    this.ends = new Float32Array(3 * edges.length);
    this.lines = new ScreenLines(true, edges.length / 2, true);
    this.mesh = this.lines.mesh;
    this.mesh.renderOrder = order;
  }

  update(positions: Float32Array): void {
    const { edges, ends } = this;
    for (let i = 0; i < edges.length; i++) for (let k = 0; k < 3; k++) ends[3 * i + k] = positions[3 * edges[i] + k];
    this.lines.showSegments(ends, edges.length / 2, this.look);
  }
}

/** Draws bodies of the plane flat: in one colour without light, with a dark outline. Ropes and borders are thick lines. */
export class PlaneLook {
  readonly group = new Group();
  private readonly lines: readonly Lines[];

  constructor(world: World) {
    const { outlines, ropes, border } = planeEdges(world);
    const dark = { colour: PLANE.outline, opacity: 1 };
    const chains = ropes.filter(({ edges }) => edges.length > 0);
    this.lines = [
      new Lines(border, { ...dark, width: WIDTHS.border, colour: PLANE.border }, ORDER.border),
      new Lines(outlines, { ...dark, width: WIDTHS.outline }, ORDER.outline),
      ...chains.map(({ edges }) => new Lines(edges, { ...dark, width: WIDTHS.ropeOutline }, ORDER.outline)),
      ...chains.map(({ body, edges }) => {
        const colour = bodyColour(body, world.bodies[body].skin);
        return new Lines(edges, { colour, width: WIDTHS.rope, opacity: 1 }, ORDER.rope);
      }),
    ];
    this.group.add(...this.lines.map(({ mesh }) => mesh));
  }

  /** Makes the skin's material: the body's colour, which the attribute has as it is before tone mapping (bodies.ts). */
  readonly paint = (shape: Shape): NodeMaterial => {
    const material = new MeshBasicNodeMaterial();
    setUpSkin(material, shape);
    material.colorNode = attribute<'vec3'>('bodyColour', 'vec3');
    return material;
  };

  /** Moves the lines. @param positions of all vertices [m], 3 per vertex */
  update(positions: Float32Array): void {
    for (const lines of this.lines) lines.update(positions);
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const { mesh } of this.lines) mesh.geometry.dispose();
  }
}
