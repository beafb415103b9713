import { Group, Mesh, LineSegments, type Object3D } from 'three/webgpu';
import type { SceneBuild } from '../../scenes/scene.ts';
import { type Motion, poseAt } from '../../simulation/script/motion.ts';
import { isBowl, type Plane } from '../../simulation/world.ts';
import { createBowl } from './bowl.ts';
import { createBox } from './box.ts';
import { Clamp } from './clamp.ts';
import { clampBlocks } from './clamp-blocks.ts';
import { createPlate } from './plate.ts';

/** What bodies lie in, are pressed or held by: the box, bowls, plates and clamps. They move as their colliders and drivers do. */
export class Colliders {
  readonly group = new Group();
  private readonly moving: { readonly object: Object3D; readonly rest: readonly number[]; readonly motion: Motion }[] =
    [];
  private readonly clamps: readonly Clamp[];

  /** @param ground that the box stands on [m] */
  constructor({ placements, box, colliders, plates = [], script }: SceneBuild, ground: number) {
    const add = (object: Object3D, collider: number) => {
      const motion = script?.colliders?.find((moving) => moving.collider === collider)?.motion;
      if (motion) this.moving.push({ object, rest: object.position.toArray(), motion });
      this.group.add(object);
    };
    if (box) this.group.add(createBox(box, ground));
    for (const [c, collider] of colliders.entries()) if (isBowl(collider)) add(createBowl(collider), c);
    for (const plate of plates) add(createPlate(plate, colliders[plate.collider] as Plane), plate.collider);
    this.clamps = clampBlocks(script?.drivers ?? [], placements).map((block) => new Clamp(block));
    for (const { mesh } of this.clamps) this.group.add(mesh);
  }

  dispose(): void {
    this.group.traverse((object) => {
      if (!(object instanceof Mesh || object instanceof LineSegments)) return;
      object.geometry.dispose();
      for (const material of [object.material].flat()) material.dispose();
    });
  }

  /** @param time simulated seconds */
  moveTo(time: number): void {
    for (const { object, rest, motion } of this.moving) {
      const { shift } = poseAt(motion, time);
      object.position.set(rest[0] + shift[0], rest[1] + shift[1], rest[2] + shift[2]);
    }
    for (const clamp of this.clamps) clamp.moveTo(time);
  }
}
