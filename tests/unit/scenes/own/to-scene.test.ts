import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { vec3d } from 'wgpu-matrix';
import { createWorld, defaultParameters } from '../../../../src/index.ts';
import { readSceneFile } from '../../../../src/scenes/own/read-scene-file.ts';
import { toScene } from '../../../../src/scenes/own/to-scene.ts';
import { startParameters } from '../../../../src/scenes/start-parameters.ts';
import { type Bowl, isBowl, type Plane } from '../../../../src/simulation/world/world.ts';
import { fullScene } from '../../../fixtures/own-scene.ts';

it.each(readdirSync('examples').filter((name) => name.endsWith('.scene.json')))('%s can be built', async (name) => {
  const scene = toScene(await readSceneFile(readFileSync(join('examples', name), 'utf8')));
  const { placements, colliders, script } = scene.build(1);
  expect(() => createWorld(placements, colliders, startParameters(scene, 1), script)).not.toThrow();
});

describe('a scene of every key', () => {
  const own = fullScene();
  const scene = toScene(own, 'mine');
  const build = scene.build(1);

  it('has its words, parameters and camera', () => {
    expect(scene).toMatchObject({ name: 'mine', title: 'Every key', frames: 120, camera: own.camera });
    expect(startParameters(scene, 1)).toEqual({ ...defaultParameters(), ...own.parameters });
  });

  it('has one model per mesh and scale', () => {
    const [a, b, c, d] = build.placements.map(({ model }) => model);
    expect(a).toBe(c);
    expect(new Set([a, b, d]).size).toBe(3);
    expect(d.thickness).toBeCloseTo(1.1 * own.meshes.cube.thickness, 12);
    expect([...a.mesh.positions]).toEqual([...own.meshes.cube.mesh.positions].map((x) => Math.fround(0.7 * x)));
  });

  it('scales, turns and moves as quaternions do, rounded once', () => {
    const rest = own.meshes.cube.mesh.positions;
    const { at, turn, scale } = own.bodies[0];
    for (let i = 0; i < rest.length; i += 3) {
      const turned = vec3d.transformQuat([...rest.subarray(i, i + 3)], [...turn]);
      for (let k = 0; k < 3; k++)
        expect(Math.abs(build.placements[0].positions[i + k] - (scale * turned[k] + at[k]))).toBeLessThan(1e-7);
    }
    expect(build.placements[1].positions).toEqual(
      own.meshes['a box'].mesh.positions.map((x, i) => x + own.bodies[1].at[i % 3]),
    );
  });

  it('has materials, colours, surfaces and what holds a body', () => {
    expect(build.placements[0]).toMatchObject({
      material: own.bodies[0].material,
      skin: { colour: 0x12abef, marks: [] },
    });
    expect(build.placements[1].surface).toEqual(own.meshes['a box'].surface);
    const [held, moved, still] = build.script?.drivers ?? [];
    expect(held).toMatchObject({ body: 0, bare: true, motion: { times: [0] } });
    expect(held.vertices).toHaveLength(own.meshes.cube.mesh.positions.length / 3);
    // The box has 3 x 2 x 2 vertices. Each end has four of them.
    expect([moved, still].map(({ body, vertices }) => [body, vertices.length])).toEqual([
      [1, 4],
      [1, 4],
    ]);
    expect(new Set([...moved.vertices, ...still.vertices]).size).toBe(8);
    const { motion, until } = own.bodies[1].holds![0];
    expect(moved).toMatchObject({ until, motion: { ...motion, axis: [0, 0, 1], centre: [0.1, 1.5, 0.05] } });
    expect(still).toMatchObject({ motion: { times: [0] } });
    expect(build.script?.colliders).toEqual([{ collider: 1, motion: own.obstacles[1].motion }]);
    expect(build.script?.switches).toBe(own.switches);
    expect(build.script?.forces).toBe(own.forces);
  });

  it('has unit normals, a plate for the wall and none for the floor', () => {
    const planes = build.colliders.filter((one): one is Plane => !isBowl(one));
    expect(planes).toEqual([
      { normal: [0, 1, 0], offset: -0.5 },
      { normal: [1, 0, 0], offset: -3 },
    ]);
    expect(build.plates?.map(({ collider }) => collider)).toEqual([1]);
    expect(build.colliders.filter(isBowl)).toEqual<Bowl[]>([{ centre: [0, 2, 0], radius: 2, rim: 2, thickness: 0.2 }]);
    expect(() => createWorld(build.placements, build.colliders, scene.parameters, build.script)).not.toThrow();
  });

  it('sees all bodies from a camera of its own if it states none', () => {
    const { camera, ...without } = own;
    const { position, target } = toScene(without).camera;
    expect(camera).toBeDefined();
    expect(target[1]).toBeGreaterThan(2);
    expect(Math.hypot(...position.map((x, k) => x - target[k]))).toBeGreaterThan(5);
  });
});
