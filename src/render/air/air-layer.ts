import { BufferAttribute, BufferGeometry, Group, LineBasicNodeMaterial, LineSegments, type Node } from 'three/webgpu';
import { cameraPosition, mix, positionLocal } from 'three/tsl';
import { AIR_STRIDE } from '../../mesh/air/air-mesh.ts';
import type { World } from '../../simulation/world/world.ts';
import { AIR } from '../overlay-palette.ts';
import { AirEdges, bodyEdgesOf } from './air-edges.ts';
import { InvertedAir } from './inverted-air.ts';
import { MAX_WIRED } from './max-wired.ts';

/** Opacity of the wire: so faint that bodies stay the main thing. In the plane nothing lies behind it. */
const OPACITY = { 2: 0.5, 3: 0.28 } as const;
/**
 * Share of its distance from the camera by which the wire is drawn farther back, along the line of sight. Skins are drawn farther back too
 * (skin.ts), and the ends of the edges behind a cloth would look through it like small arrows.
 */
const FARTHER = 3e-3;
/** Order of drawing, as that of other mesh lines. */
const RENDER_ORDER = 3;

/** Draws an air mesh: a faint wire of its edges, and its inverted elements in red. */
export class AirLayer {
  readonly group = new Group();
  private readonly inverted: InvertedAir;
  /** The edges of the elements; undefined if the mesh is too large for a wire. */
  private readonly edges: AirEdges | undefined;
  private readonly wire: LineSegments<BufferGeometry, LineBasicNodeMaterial>;
  /** The elements whose edges are drawn. */
  private readonly drawn: Uint32Array;
  private drawnCount = 0;

  /** @param capacity greatest number of elements that the mesh may have */
  constructor(
    world: World,
    readonly capacity: number,
  ) {
    const wired = capacity <= MAX_WIRED ? capacity : 0;
    this.edges = wired > 0 ? new AirEdges(bodyEdgesOf(world), wired) : undefined;
    this.drawn = new Uint32Array(AIR_STRIDE * wired);
    this.inverted = new InvertedAir(capacity);
    this.wire = createWire(wired > 0 ? world.vertexCount : 0, wired * (world.dimension === 2 ? 3 : 6));
    this.wire.material.opacity = OPACITY[world.dimension];
    this.group.add(this.wire, this.inverted.group);
  }

  /**
   * Draws the air at some positions.
   * @param positions of all vertices [m], 3 per vertex
   * @param elements AIR_STRIDE words per element    @param count number of elements
   * @returns number of inverted elements
   */
  update(positions: Float32Array, elements: Uint32Array, count: number): number {
    if (this.edges) {
      if (!this.isDrawn(elements, count)) this.drawEdges(this.edges, elements, count);
      const position = this.wire.geometry.getAttribute('position');
      (position.array as Float32Array).set(positions);
      position.needsUpdate = true;
    }
    return this.inverted.update(positions, elements, count);
  }

  /** Whether inverted elements are drawn fainter, since one element is looked at. Takes effect with the next update. */
  set isFaded(is: boolean) {
    this.inverted.isFaded = is;
  }

  /** Tests whether the wire is that of these elements already. */
  private isDrawn(elements: Uint32Array, count: number): boolean {
    if (count !== this.drawnCount) return false;
    for (let i = 0; i < AIR_STRIDE * count; i++) if (elements[i] !== this.drawn[i]) return false;
    return true;
  }

  private drawEdges(edges: AirEdges, elements: Uint32Array, count: number): void {
    this.drawn.set(elements.subarray(0, AIR_STRIDE * count));
    this.drawnCount = count;
    const { geometry } = this.wire;
    const index = geometry.getIndex()!;
    const ends = edges.find(elements, count);
    (index.array as Uint32Array).set(ends);
    index.clearUpdateRanges();
    index.addUpdateRange(0, ends.length);
    index.needsUpdate = true;
    geometry.setDrawRange(0, ends.length);
    this.wire.visible = ends.length > 0;
  }

  /**
   * Draws only the part of the wire that a section (a plane that cuts the scene open) keeps. Inverted elements are drawn whole.
   * @param mask true for fragments that are kept; undefined keeps all
   */
  cut(mask: Node<'bool'> | undefined): void {
    if ((mask ?? null) === this.wire.material.maskNode) return;
    this.wire.material.maskNode = mask ?? null;
    this.wire.material.needsUpdate = true;
  }

  dispose(): void {
    this.group.removeFromParent();
    this.wire.geometry.dispose();
    this.wire.material.dispose();
    this.inverted.dispose();
  }
}

function createWire(vertexCount: number, edgeCount: number): LineSegments<BufferGeometry, LineBasicNodeMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * vertexCount), 3));
  geometry.setIndex(new BufferAttribute(new Uint32Array(2 * edgeCount), 1));
  const material = new LineBasicNodeMaterial({ color: AIR.wire, transparent: true, depthWrite: false });
  material.positionNode = mix(cameraPosition, positionLocal, 1 + FARTHER);
  const wire = new LineSegments(geometry, material);
  wire.frustumCulled = wire.visible = false;
  wire.renderOrder = RENDER_ORDER;
  return wire;
}
