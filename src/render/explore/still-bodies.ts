import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  FrontSide,
  Mesh,
  MeshBasicNodeMaterial,
  MeshStandardNodeMaterial,
  Vector4,
} from 'three/webgpu';
import { color, dot, float, normalView, positionViewDirection, positionWorld, uniform } from 'three/tsl';
import type { World } from '../../simulation/world/world.ts';
import { bodyColour, type Colour } from '../palette.ts';
import { beforeToneMapping } from '../screen/untoned.ts';

/** How clearly a glass body is drawn: as a faint outline, a pale outline, a clear outline, or not at all. */
export type Presence = 'faint' | 'pale' | 'clear' | 'hidden';

/** Opacity of a glass body where its skin faces the camera, and at its outline. */
const GLASS_OPACITY: Readonly<Record<Presence, { facing: number; outline: number }>> = {
  faint: { facing: 0.01, outline: 0.12 },
  pale: { facing: 0.03, outline: 0.45 },
  clear: { facing: 0.07, outline: 0.85 },
  hidden: { facing: 0, outline: 0 },
};
/** Exponent of the opacity's falloff from the outline towards the middle. */
const OUTLINE_POWER = 2;

/** A half space in which bodies are drawn: dot(xyz, position) <= w. */
export type Cut = Vector4;
const NO_CUT = new Vector4(0, 0, 0, 1);

/**
 * The bodies of a paused frame. They are drawn as glass, so that their inside is visible; one of them may be drawn solid instead. A cut
 * hides the same half space of all of them.
 */
export class StillBodies {
  readonly objects: Mesh[] = [];
  private readonly cut = uniform(NO_CUT.clone());
  private readonly glass: { mesh: Mesh; facing: { value: number }; outline: { value: number } }[] = [];
  private readonly solids: Mesh[] = [];

  /** @param positions of all bodies' vertices, 3 per vertex [m]; copied */
  constructor(world: World, positions: Float32Array) {
    for (const [i, { model, vertexBase, skin }] of world.bodies.entries()) {
      const { faces, vertexCount } = world.models[model].topology;
      const geometry = new BufferGeometry();
      const bodyPositions = positions.slice(3 * vertexBase, 3 * (vertexBase + vertexCount));
      geometry.setAttribute('position', new BufferAttribute(bodyPositions, 3));
      geometry.setIndex(new BufferAttribute(faces, 1));
      geometry.computeVertexNormals();
      this.addGlass(geometry, bodyColour(i, skin));
      this.addSolid(geometry, bodyColour(i, skin));
    }
    this.objects.push(...this.glass.map(({ mesh }) => mesh), ...this.solids);
  }

  private addGlass(geometry: BufferGeometry, colour: Colour): void {
    const material = new MeshBasicNodeMaterial({ transparent: true, depthWrite: false, side: FrontSide });
    const facing = uniform(0);
    const outline = uniform(0);
    const grazing = dot(normalView, positionViewDirection).abs().oneMinus().pow(float(OUTLINE_POWER));
    material.colorNode = color(beforeToneMapping(colour));
    material.opacityNode = facing.add(outline.sub(facing).mul(grazing));
    material.maskNode = this.isInCut();
    material.fog = false;
    const mesh = new Mesh(geometry, material);
    mesh.renderOrder = 3;
    mesh.frustumCulled = false;
    this.glass.push({ mesh, facing, outline });
  }

  private addSolid(geometry: BufferGeometry, colour: Colour): void {
    const material = new MeshStandardNodeMaterial({ roughness: 0.5, side: DoubleSide });
    material.color = colour.clone();
    material.maskNode = this.isInCut();
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    this.solids.push(mesh);
  }

  /** Node that tests whether a fragment lies in the half space of the cut. */
  private isInCut() {
    return dot(positionWorld, this.cut.xyz).lessThanEqual(this.cut.w);
  }

  /**
   * Shows the bodies.
   * @param solid the body that is drawn solid instead of as glass; undefined for none
   * @param cut the half space in which bodies are drawn; undefined draws everything
   */
  show(presence: (body: number) => Presence, solid: number | undefined, cut: Cut | undefined): void {
    this.cut.value.copy(cut ?? NO_CUT);
    for (const [body, { mesh, facing, outline }] of this.glass.entries()) {
      const how = body === solid ? 'hidden' : presence(body);
      ({ facing: facing.value, outline: outline.value } = GLASS_OPACITY[how]);
      mesh.visible = how !== 'hidden';
      this.solids[body].visible = body === solid;
    }
  }

  dispose(): void {
    for (const { geometry, material } of this.objects) {
      geometry.dispose();
      (material as MeshBasicNodeMaterial).dispose();
    }
  }
}
