import { PerspectiveCamera, Vector3 } from 'three/webgpu';
import { describe, expect, it } from 'vitest';
import { createClamps } from '../../../src/render/clamps.ts';
import { Colliders } from '../../../src/render/colliders.ts';
import { STUDIO } from '../../../src/render/studio.ts';
import { fitCamera } from '../../../src/render/framing.ts';
import { extentOf, groundOf } from '../../../src/render/landmarks.ts';
import type { Camera, SceneBuild } from '../../../src/scenes/scene.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';
import type { Collider } from '../../../src/simulation/world/world.ts';
import { boxMesh } from '../mesh/box-mesh.ts';

const model = createModel('box', boxMesh(1, 1, 1), 0.1);
const boxAt = (x: number, y: number, z: number) => ({
  model,
  positions: model.mesh.positions.map((c, i) => c + [x, y, z][i % 3]),
});
const build = (colliders: readonly Collider[], more: Partial<SceneBuild> = {}): SceneBuild => ({
  placements: [boxAt(-0.5, 0, -0.5)],
  colliders,
  notes: [],
  ...more,
});
const bowl = { centre: [1, 3, 0], radius: 4, rim: 4, thickness: 0.5 } as const;
const floor = { normal: [0, 1, 0], offset: -0.3 } as const;
const lid = { normal: [0, -1, 0], offset: -2 } as const;
const home: Camera = { position: [6, 5, 14], target: [0, 1, 0] };

/** The camera that shows all that a build shows at its start, in the whole picture. */
function frameAll(scene: SceneBuild, aspect: number): Camera {
  const bodies = scene.placements.map(({ positions }) => positions);
  const subject = {
    bodies,
    marks: [
      ...new Colliders(
        scene,
        groundOf(scene) ?? 0,
        STUDIO,
        createClamps(scene.script?.drivers ?? [], scene.placements),
      ).marks(),
    ],
  };
  const free = { left: 0, top: 0, right: 100 * aspect, bottom: 100 };
  const direction = new Vector3(...home.position).sub(new Vector3(...home.target));
  return fitCamera(direction, subject, { fieldOfView: 38, height: 100, free })!.camera;
}

/** Greatest distance of points from the middle of the picture, in half pictures. */
function reachOf(points: readonly Vector3[], { position, target }: Camera, aspect: number): number {
  const camera = new PerspectiveCamera(38, aspect, 0.1, 100);
  camera.position.set(...position);
  camera.lookAt(...target);
  camera.updateMatrixWorld();
  return Math.max(...points.flatMap((point) => point.clone().project(camera).toArray().slice(0, 2).map(Math.abs)));
}

describe('what the first picture frames', () => {
  it.each([0.6, 1.7])('a whole bowl, at width by height %f', (aspect) => {
    const points = Array.from({ length: 2000 }, (_, i) => {
      const y = -1 + (1.25 * i) / 2000;
      const [around, r] = [2.399963 * i, Math.sqrt(1 - y * y)];
      return new Vector3(r * Math.cos(around), y, r * Math.sin(around)).multiplyScalar(4).add(new Vector3(1, 3, 0));
    });
    const reach = reachOf(points, frameAll(build([bowl]), aspect), aspect);
    expect(reach).toBeLessThan(0.95);
    expect(reach).toBeGreaterThan(0.7);
  });

  it.each([0.6, 1.7])('plates where they are at the start, at width by height %f', (aspect) => {
    const plates = [
      { collider: 0, centre: [0, -0.3, 0], halfWidth: 3 },
      { collider: 1, centre: [0, 2, 0], halfWidth: 3 },
    ] as const;
    const corners = plates.flatMap(({ centre: [, y] }) =>
      [-3, 3].flatMap((x) => [-3, 3].map((z) => new Vector3(x, y, z))),
    );
    const reach = reachOf(corners, frameAll(build([floor, lid], { plates }), aspect), aspect);
    expect(reach).toBeLessThan(0.9);
    expect(reach).toBeGreaterThan(0.7);
  });
});

describe('the ground', () => {
  it.each<[string, SceneBuild, number | undefined]>([
    ['is where the scene says', build([floor], { ground: 0.25 }), 0.25],
    ['is the plane that bodies lie on', build([lid, floor, { normal: [1, 0, 0], offset: -3 }]), -0.3],
    ['touches a bowl from below', build([bowl]), 3 - 4 - 0.2],
    ['lies at 0 below what starts near it', build([]), 0],
    ['is none below what floats', build([], { placements: [boxAt(0, 5, 0)] }), undefined],
    ['is none where bodies reach below it', build([], { placements: [boxAt(0, -0.5, 0)] }), undefined],
    [
      'is none where a plate presses from below',
      build([floor, lid], {
        placements: [boxAt(0, -0.2, 0)],
        plates: [{ collider: 0, centre: [0, -0.3, 0], halfWidth: 1 }],
      }),
      undefined,
    ],
  ])('%s', (_, scene, ground) => {
    const found = groundOf(scene);
    if (ground === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(ground, 9);
  });
});

it('the extent holds the box on its ground and the bodies', () => {
  const [least, most] = extentOf(build([], { box: { halfWidth: 2, halfDepth: 3, height: 4 }, ground: -1 }));
  expect([least.toArray(), most.toArray()]).toEqual([
    [-2, -1, -3],
    [2, 3, 3],
  ]);
});

it('plates and bowls are where the script has moved their colliders, and plates that wait behind it', () => {
  const script = {
    colliders: [
      { collider: 0, motion: { times: [0, 2], shifts: [[0, 0, 0] as const, [0, 1, 0] as const] } },
      { collider: 1, motion: { times: [1, 2], shifts: [[0, 0, 0] as const, [3, 0, 0] as const] } },
    ],
  };
  const plates = [{ collider: 0, centre: [0, -0.3, 0] as const, halfWidth: 1 }];
  const shown = new Colliders(build([floor, bowl], { plates, script }), 0, STUDIO);
  shown.moveTo(1.5, new Float32Array(4));
  // The bowl is the first child, the plate the second.
  expect(shown.group.children.map(({ position }) => position.toArray())).toEqual([
    [1 + 1.5, 3, 0],
    [0, 0.75, 0],
  ]);
  // Along the plane's normal, which points up.
  shown.moveTo(1.5, Float32Array.of(0.25, 0.01, 0, 0));
  expect(shown.group.children[1].position.toArray()).toEqual([0, 0.5, 0]);
});
