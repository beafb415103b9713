import { Group, type Node, type PerspectiveCamera, Vector3, Vector4 } from 'three/webgpu';
import { dot, positionWorld, uniform } from 'three/tsl';
import type { World } from '../../simulation/world/world.ts';
import { ScreenLines } from '../screen/screen-lines.ts';
import { beforeToneMapping } from '../screen/untoned.ts';
import { EXPLORE } from '../overlay-palette.ts';
import { bodyColours } from '../vertex-looks.ts';
import { CutBodies, type CutPlane } from './cut-bodies.ts';
import { CutFace } from './cut-face.ts';

/** The person's choice of a plane that cuts the scene open. */
export interface Section {
  /** Normal of the plane: the x, y or z axis (0, 1, 2), or the camera's view direction when the person chose the plane. */
  readonly axis: 0 | 1 | 2 | 'view';
  /**
   * Position of the plane along its normal, from 0 to 1 across the scene's bounding box at its start. For 'view', 0 is nearest to the
   * camera.
   */
  readonly share: number;
}

/** Share of white that is mixed into the skin's colour for the section's face. */
const WHITE_SHARE = 0.3;
const OUTLINE = { colour: EXPLORE.point, opacity: 0.85, width: 1.5 } as const;
/** Maximum number of segments of the outline that are drawn. */
const MAX_SEGMENTS = 100_000;

/** Draws a section and hides the side of the plane on which the camera is. */
export class SectionView {
  readonly group = new Group();
  private readonly bodies: CutBodies;
  private readonly face: CutFace;
  private readonly outline = new ScreenLines(false, MAX_SEGMENTS);
  /** The half space in which bodies are drawn: dot(xyz, position) <= w. */
  private readonly keptHalfSpace = uniform(new Vector4(0, 0, 0, 1));
  private plane: CutPlane = { normal: [1, 0, 0], at: 0 };
  private positions: Float32Array | undefined;

  /** @param extent bounding box of the scene at its start: least and greatest corner [m] */
  constructor(
    world: World,
    private readonly extent: readonly [Vector3, Vector3],
  ) {
    this.bodies = new CutBodies(
      world,
      bodyColours(world, (colour) => beforeToneMapping(colour.clone().lerp(EXPLORE.paper, WHITE_SHARE))),
    );
    this.face = new CutFace(this.bodies);
    this.group.add(...this.face.objects, this.outline.mesh);
  }

  /** A maskNode for materials: true for the fragments that the section keeps. */
  get mask(): Node<'bool'> {
    return dot(positionWorld, this.keptHalfSpace.xyz).lessThanEqual(this.keptHalfSpace.w);
  }

  /** Moves the plane and cuts the bodies there, with the positions of the last `update`, or of the next one if there was none. */
  place({ axis, share }: Section, camera: PerspectiveCamera): void {
    const normal = new Vector3();
    if (axis === 'view') camera.getWorldDirection(normal);
    else normal.setComponent(axis, 1);
    const [least, most] = this.extent;
    const middle = least.clone().add(most).multiplyScalar(0.5).dot(normal);
    const reach =
      normal.toArray().reduce((sum, n, k) => sum + Math.abs(n) * (most.getComponent(k) - least.getComponent(k)), 0) / 2;
    this.plane = { normal: normal.toArray(), at: middle + (2 * share - 1) * reach };
    this.lookFrom(camera);
    if (this.positions) this.cut();
  }

  /** Cuts the bodies at new positions. @param positions of all bodies' vertices, 3 per vertex [m]; copied */
  update(positions: Float32Array): void {
    if (this.positions) this.positions.set(positions);
    else this.positions = positions.slice();
    this.cut();
  }

  /** Hides the side of the plane on which the camera is. Call `lookFrom` whenever the camera moves. */
  lookFrom(camera: PerspectiveCamera): void {
    const { normal, at } = this.plane;
    const [x, y, z] = normal;
    const isAbove = x * camera.position.x + y * camera.position.y + z * camera.position.z > at;
    this.keptHalfSpace.value.set(x, y, z, at).multiplyScalar(isAbove ? 1 : -1);
  }

  private cut(): void {
    this.bodies.cut(this.positions!, this.plane);
    this.face.update();
    this.outline.showSegments(this.bodies.outline, this.bodies.segmentCount, OUTLINE);
  }

  dispose(): void {
    this.face.dispose();
    this.outline.mesh.geometry.dispose();
    for (const material of [this.outline.mesh.material].flat()) material.dispose();
  }
}
