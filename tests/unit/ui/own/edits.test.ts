import { expect, it } from 'vitest';
import type { OwnMesh, OwnScene } from '../../../../src/scenes/own/scene-file.ts';
import {
  addBowl,
  addGround,
  addHeldShape,
  addMesh,
  addShape,
  changeBody,
  duplicate,
  emptyScene,
  moveTo,
  partsOf,
  placeOf,
  remove,
  removeAndChoose,
  setPose,
} from '../../../../src/ui/own/edits.ts';
import { bodyBox, type Vector } from '../../../../src/ui/own/placing.ts';
import { degreesOf, turnOf } from '../../../../src/ui/own/turns.ts';
import { placed } from '../../../../src/scenes/own/placed.ts';

/** A tetrahedron with corners at the origin and at 2, 3 and 4 along the axes, all moved by `by`. */
const corner = (by = 0): OwnMesh => ({
  mesh: {
    positions: Float32Array.of(0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4).map((x) => x + by),
    tets: Uint32Array.of(0, 1, 2, 3),
  },
  thickness: 0.1,
});

/** The box around a body, by the code that places it for the simulation. */
function boxOf(scene: OwnScene, index: number) {
  const body = scene.bodies[index]!;
  const positions = placed(scene.meshes[body.mesh]!.mesh.positions, body);
  const along = (k: number) => [...positions].filter((_, i) => i % 3 === k);
  return [0, 1, 2].map((k) => [Math.min(...along(k)), Math.max(...along(k))]);
}

const closeTo = (vector: Vector) => vector.map((x) => expect.closeTo(x, 5));

it('places a first mesh above the ground in the middle, wherever its file has it, and a second one above the first', () => {
  const one = addMesh(emptyScene(), 'a', corner(50));
  expect(one.part).toEqual({ list: 'bodies', index: 0 });
  expect(boxOf(one.scene, 0)).toEqual([
    [-1, 1],
    [1.5, 4.5],
    [-2, 2],
  ]);
  const two = addMesh(one.scene, 'a', corner()).scene;
  expect(Object.keys(two.meshes)).toEqual(['a', 'a 2']);
  expect(boxOf(two, 1)[1]).toEqual([5.25, 8.25]);
  expect(boxOf(two, 0)).toEqual(boxOf(one.scene, 0));
});

it('gives shapes the extent of the largest body', () => {
  const { scene } = addShape(addMesh(emptyScene(), 'a', corner()).scene, 'b', corner());
  expect(scene.bodies[1]!.scale).toBe(1);
  const small = { ...corner(), mesh: { ...corner().mesh, positions: corner().mesh.positions.map((x) => x / 4) } };
  expect(addShape(scene, 'c', small).scene.bodies[2]!.scale).toBe(4);
});

it('puts what is held on the ground, and lifts what is in its way', () => {
  const before = addMesh(emptyScene(), 'a', corner()).scene;
  const { scene, part } = addHeldShape(before, 'b', corner());
  expect(part).toEqual({ list: 'bodies', index: 1 });
  expect(scene.bodies[1]!.held).toBe(true);
  expect(boxOf(scene, 1)[1]).toEqual([0, 3]);
  expect(boxOf(scene, 0)[1]).toEqual([3.75, 6.75]);
  expect(before.bodies[0]!.at[1]).toBe(1.5);
});

it('puts a bowl below bodies, and ground below all', () => {
  const { scene } = addBowl(addMesh(emptyScene(), 'a', corner()).scene);
  expect(scene.obstacles[1]).toEqual({ kind: 'bowl', at: [0, 4, 0], radius: 4 });
  expect(boxOf(scene, 0)[1]![0]).toBeCloseTo(4.75, 6);
  expect(addGround(moveTo(scene, { list: 'bodies', index: 0 }, [0, -5, 0])).scene.obstacles[2]).toEqual({
    kind: 'plane',
    at: [0, -6.5, 0],
    normal: [0, 1, 0],
  });
});

it('turns and scales a body about its middle', () => {
  const { scene } = addMesh(emptyScene(), 'a', corner(7));
  const middle = placeOf(scene, { list: 'bodies', index: 0 });
  const turned = changeBody(scene, 0, { turn: turnOf([0, 90, 0]) });
  expect(placeOf(turned, { list: 'bodies', index: 0 })).toEqual(closeTo(middle));
  // A quarter turn about y exchanges the extents along x and z.
  const [x, y, z] = boxOf(turned, 0).map(([least, most]) => most! - least!);
  expect([x, y, z]).toEqual(closeTo([4, 3, 2]));
  const scaled = changeBody(turned, 0, { scale: 0.5 });
  expect(boxOf(scaled, 0).map(([least, most]) => most! - least!)).toEqual(closeTo([2, 1.5, 1]));
  expect(placeOf(scaled, { list: 'bodies', index: 0 })).toEqual(closeTo(middle));
  const { least, most } = bodyBox(scaled, scaled.bodies[0]!);
  expect([least, most]).toEqual([0, 1].map((end) => boxOf(scaled, 0).map((ends) => expect.closeTo(ends[end]!, 5))));
});

it('sets and removes looks of a body', () => {
  const { scene } = addMesh(emptyScene(), 'a', corner());
  const red = changeBody(scene, 0, { colour: '#ff0000', held: true });
  expect(red.bodies[0]).toEqual({ ...scene.bodies[0], colour: '#ff0000', held: true });
  expect(changeBody(red, 0, { colour: undefined, held: undefined })).toEqual(scene);
});

it('duplicates and removes parts, and the mesh that nothing has any more', () => {
  const { scene } = addMesh(emptyScene(), 'a', corner());
  const twice = duplicate(scene, { list: 'bodies', index: 0 }).scene;
  expect(Object.keys(twice.meshes)).toEqual(['a']);
  expect(boxOf(twice, 1)[1]).toEqual([5.25, 8.25]);
  expect(remove(twice, { list: 'bodies', index: 1 })).toEqual(scene);
  expect(remove(addMesh(scene, 'b', corner()).scene, { list: 'bodies', index: 1 })).toEqual(scene);
  expect(remove(scene, { list: 'obstacles', index: 0 }).obstacles).toEqual([]);
  expect(partsOf(addBowl(twice).scene).map(({ title }) => title)).toEqual(['1: a', '2: a', '3: plane', '4: bowl']);
});

it('turns by angles about the axes, and finds angles that make the same turn', () => {
  expect(turnOf([0, 0, 90])).toEqual([0, 0, Math.SQRT1_2, Math.SQRT1_2].map((x) => expect.closeTo(x, 12)));
  for (const angles of [
    [10, 20, 30],
    [-170, 80, 5],
    [0, 90, 0],
    [40, -90, 0],
    [180, 0, 0],
  ] as const) {
    const turn = turnOf(angles);
    const again = turnOf(degreesOf(turn));
    // A quaternion and its negative are the same turn.
    const cosine = turn.reduce((sum, x, k) => sum + x * again[k]!, 0);
    expect(Math.abs(cosine), angles.join()).toBeCloseTo(1, 12);
  }
});

it('lets a mesh start in a pose, whose middle stays in its place', () => {
  const { scene } = addMesh(emptyScene(), 'corner', corner());
  const before = placeOf(scene, { list: 'bodies', index: 0 });
  const posed = setPose(
    scene,
    'corner',
    corner(7).mesh.positions.map((x) => 2 * x),
  );
  expect(placeOf(posed, { list: 'bodies', index: 0 })).toEqual(closeTo(before));
  expect(posed.meshes.corner!.mesh).toEqual(corner().mesh);
});

it('chooses the next part after one was removed, or the one before it at the end of the list', () => {
  const three = ['a', 'b', 'c'].reduce((scene, name) => addMesh(scene, name, corner()).scene, emptyScene());
  const scene = { ...addBowl(three).scene, obstacles: addBowl(three).scene.obstacles.slice(0, 1) };
  const next = removeAndChoose(scene, { list: 'bodies', index: 1 });
  expect([next.scene.bodies.map(({ mesh }) => mesh), next.part]).toEqual([['a', 'c'], { list: 'bodies', index: 1 }]);
  const bowl = removeAndChoose(next.scene, next.part!);
  expect([bowl.scene.bodies.length, bowl.part]).toEqual([1, { list: 'obstacles', index: 0 }]);
  expect(removeAndChoose(bowl.scene, bowl.part!).part).toEqual({ list: 'bodies', index: 0 });
});
