import { describe, expect, it } from 'vitest';
import type { TetMesh } from '../../../../src/mesh/tet-mesh.ts';
import type { Given } from '../../../../src/ui/own/given.ts';
import { haveSameElements, pairPoses } from '../../../../src/ui/own/pair-poses.ts';

const REST: TetMesh = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  tets: Uint32Array.of(0, 1, 2, 3),
};
const POSE = REST.positions.map((x) => 2 * x);

const meshGiven = (name: string, mesh: TetMesh): Given => ({
  kind: 'mesh',
  name,
  mesh: { mesh, thickness: 0.1 },
  notes: [],
});
const poseGiven: Given = {
  kind: 'pose',
  name: 'tangled',
  // Turned inside out: other corners first.
  posed: { positions: POSE, tets: Uint32Array.of(1, 0, 2, 3) },
  failure: 'Tetrahedra 0 and 1 lie on the same side',
};
const rest = meshGiven('rest', REST);
const tangled = meshGiven('tangled', { positions: POSE, tets: REST.tets });

/** Answers questions with one answer, and notes them. @param overlapping the positions that overlap */
function actions(answer: boolean, ...overlapping: readonly Float32Array[]) {
  const asked: string[] = [];
  return {
    asked,
    overlaps: async ({ positions }: TetMesh) => overlapping.includes(positions),
    confirm: async (text: string) => {
      asked.push(text);
      return answer;
    },
  };
}

/** A mesh as a body that starts in the pose. */
const inPose = { kind: 'mesh', name: 'tangled', mesh: { mesh: REST, pose: POSE, thickness: 0.1 } };

describe('two files of the same elements', () => {
  it('are a pose and its rest shape if one overlaps itself, in any order', async () => {
    for (const files of [
      [rest, tangled],
      [tangled, rest],
    ]) {
      const known = actions(false, POSE);
      expect(await pairPoses(files, {}, known)).toEqual([expect.objectContaining(inPose)]);
      expect(known.asked).toEqual([]);
    }
  });

  it('are so without a question if one is inside out', async () => {
    for (const files of [
      [rest, poseGiven],
      [poseGiven, rest],
    ])
      expect(await pairPoses(files, {}, actions(false))).toEqual([expect.objectContaining(inPose)]);
  });

  it('are what the person says if neither overlaps itself', async () => {
    const asked = actions(true);
    expect(await pairPoses([rest, tangled], {}, asked)).toEqual([expect.objectContaining(inPose)]);
    expect(asked.asked).toEqual([expect.stringContaining('Is tangled a pose of rest?')]);
    expect(await pairPoses([rest, tangled], {}, actions(false))).toEqual([rest, tangled]);
  });
});

describe('a file of the same elements as a mesh of the scene', () => {
  const present = { other: { mesh: REST, thickness: 1 } };

  it('becomes its pose if the person says so', async () => {
    const pose = { kind: 'new pose', of: 'other', pose: POSE };
    expect(await pairPoses([tangled], present, actions(true))).toEqual([pose]);
    expect(await pairPoses([tangled], present, actions(false))).toEqual([tangled]);
    expect(await pairPoses([poseGiven], present, actions(false))).toEqual([pose]);
  });

  it('is another body if it is that mesh', async () => {
    const asked = actions(true);
    expect(await pairPoses([rest], present, asked)).toEqual([rest]);
    expect(asked.asked).toEqual([]);
  });
});

it('says what is wrong with a mesh that is inside out if there is no rest shape', async () => {
  await expect(pairPoses([poseGiven], {}, actions(true))).rejects.toThrow(
    'lie on the same side. If this is a pose that is tangled, give the file of its rest shape',
  );
});

it('elements are the same in any order of their corners, and not with other corners', () => {
  const with4 = (...tets: number[]): TetMesh => ({ positions: new Float32Array(15), tets: Uint32Array.from(tets) });
  expect(haveSameElements(with4(0, 1, 2, 3), with4(3, 1, 0, 2))).toBe(true);
  expect(haveSameElements(with4(0, 1, 2, 3), with4(0, 1, 2, 4))).toBe(false);
  expect(haveSameElements(with4(0, 1, 2, 3), REST)).toBe(false);
});
