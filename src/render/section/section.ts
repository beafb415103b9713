import { Group, type Node, type PerspectiveCamera, Vector3, Vector4 } from 'three/webgpu';
import { dot, positionWorld, uniform } from 'three/tsl';
import type { World } from '../../simulation/world.ts';
import { ScreenLines } from '../explore/screen-lines.ts';
import { untoned } from '../explore/untoned.ts';
import { EXPLORE } from '../palette.ts';
import { bodyColours } from '../vertex-looks.ts';
import { CutBodies, type CutPlane } from './cut-bodies.ts';
import { CutFace } from './cut-face.ts';

/** A plane that cuts a scene open. */
export interface Section {
  /** Across x, y or z (0, 1, 2); or across the direction in which the camera looks when it is chosen. */
  readonly axis: 0 | 1 | 2 | 'view';
  /** Where, from 0 to 1 along the axis through all that the scene shows at its start; 0 is nearest to the camera for 'view'. */
  readonly share: number;
}

/** How much paler than the skin the face is. */
const PALE = 0.3;
const OUTLINE = { colour: EXPLORE.point, opacity: 0.85, width: 1.5 } as const;
/** Segments of the outline that are drawn at most. */
const MAX_SEGMENTS = 100_000;

/** What a section shows, and what it hides: that side of the plane on which the camera is. */
export class SectionView {
  readonly group = new Group();
  private readonly bodies: CutBodies;
  private readonly face: CutFace;
  private readonly outline = new ScreenLines(false, MAX_SEGMENTS);
  /** Keeps x . xyz <= w. */
  private readonly kept = uniform(new Vector4(0, 0, 0, 1));
  private plane: CutPlane = { normal: [1, 0, 0], at: 0 };
  private positions: Float32Array | undefined;

  /** @param extent least and most of what the scene shows at its start [m] */
  constructor(
    world: World,
    private readonly extent: readonly [Vector3, Vector3],
  ) {
    this.bodies = new CutBodies(
      world,
      bodyColours(world, (colour) => untoned(colour.clone().lerp(EXPLORE.paper, PALE))),
    );
    this.face = new CutFace(this.bodies);
    this.group.add(...this.face.objects, this.outline.mesh);
  }

  /** For a material's maskNode: whether the section leaves a fragment. */
  get mask(): Node<'bool'> {
    return dot(positionWorld, this.kept.xyz).lessThanEqual(this.kept.w);
  }

  /** Puts the plane where it is asked for; bodies are cut there with the next positions, or again at the last ones. */
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

  /** @param positions [m], of all bodies' vertices; copied */
  update(positions: Float32Array): void {
    if (this.positions) this.positions.set(positions);
    else this.positions = positions.slice();
    this.cut();
  }

  /** Hides the side that the camera is on. */
  lookFrom(camera: PerspectiveCamera): void {
    const { normal, at } = this.plane;
    const [x, y, z] = normal;
    const isAbove = x * camera.position.x + y * camera.position.y + z * camera.position.z > at;
    this.kept.value.set(x, y, z, at).multiplyScalar(isAbove ? 1 : -1);
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
