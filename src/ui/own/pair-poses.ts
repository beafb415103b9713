import { firstDifferentElement } from '../../mesh/different-element.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { type OwnMesh, withPose } from '../../scenes/own/scene-file.ts';
import type { Given } from './given.ts';

/** Files that are meshes, or good as poses only. */
type Shape = Extract<Given, { readonly kind: 'mesh' | 'pose' }>;

/** A pose for a mesh that the scene has already. */
export interface NewPose {
  readonly kind: 'new pose';
  /** Name of the mesh. */
  readonly of: string;
  readonly pose: Float32Array;
}

/** Functions of the page that pairing calls. */
export interface PairActions {
  /** Whether a mesh overlaps itself. */
  overlaps(mesh: TetMesh): Promise<boolean>;
  /** Asks a question. */
  confirm(text: string, yes: string, no: string): Promise<boolean>;
}

/** Whether two meshes have as many vertices and the same elements: the same four vertices in each tetrahedron, in any order. */
export function haveSameElements(a: TetMesh, b: TetMesh): boolean {
  const areAsMany = a.positions.length === b.positions.length && a.tets.length === b.tets.length;
  return areAsMany && firstDifferentElement(a.tets, b.tets) < 0;
}

const shapeOf = (shape: Shape): TetMesh => (shape.kind === 'mesh' ? shape.mesh.mesh : shape.posed);

/**
 * Finds files that are poses of meshes: they have the same elements. Of two files that were given at once, the pose is the one that overlaps itself or has
 * inverted elements; where that doesn't tell, and of a file for a mesh that is there already, the person is asked.
 * @param given contents of files that were given at once
 * @param present the scene's meshes by their names
 * @throws Error that says what is wrong with a file that is only good as a pose, if there is no mesh of which
 */
export async function pairPoses(
  given: readonly Given[],
  present: Readonly<Record<string, OwnMesh>>,
  actions: PairActions,
): Promise<readonly (Exclude<Given, { readonly kind: 'pose' }> | NewPose)[]> {
  const paired: (Exclude<Given, { readonly kind: 'pose' }> | NewPose)[] = [];
  const waiting = [...given];
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    if (one.kind !== 'mesh' && one.kind !== 'pose') {
      paired.push(one);
      continue;
    }
    const first = one;
    const other = waiting.find(
      (next): next is Shape =>
        (next.kind === 'mesh' || next.kind === 'pose') && haveSameElements(shapeOf(first), shapeOf(next)),
    );
    const posed = other && (await pairOf(first, other, actions));
    if (posed) {
      paired.push(posed);
      waiting.splice(waiting.indexOf(other), 1);
    } else paired.push((await poseOfPresent(first, present, actions)) ?? meshOf(first));
  }
  return paired;
}

function meshOf(shape: Shape): Extract<Given, { readonly kind: 'mesh' }> {
  if (shape.kind === 'mesh') return shape;
  throw new Error(
    `${shape.failure.replace(/\.$/, '')}. If this is a pose that is tangled, give the file of its rest shape together with it.`,
  );
}

/** Puts two files of the same elements together. @returns undefined if they aren't a mesh and its pose */
async function pairOf(
  first: Shape,
  second: Shape,
  { overlaps, confirm }: PairActions,
): Promise<Extract<Given, { readonly kind: 'mesh' }> | undefined> {
  if (first.kind === 'pose') return second.kind === 'mesh' ? posedMesh(second, first) : undefined;
  if (second.kind === 'pose') return posedMesh(first, second);
  const [one, two] = [await overlaps(first.mesh.mesh), await overlaps(second.mesh.mesh)];
  if (one !== two) return one ? posedMesh(second, first) : posedMesh(first, second);
  const question = `${first.name} and ${second.name} have the same elements. Is ${second.name} a pose of ${first.name}?`;
  return (await confirm(question, 'A pose', 'Two bodies')) ? posedMesh(first, second) : undefined;
}

function posedMesh(rest: Extract<Given, { readonly kind: 'mesh' }>, pose: Shape): typeof rest {
  const note = `It has the same elements as ${rest.name}, and is taken as a pose of it: that is its shape at rest. ‘Untangle this’ in the panel frees it where it overlaps itself.`;
  return {
    ...rest,
    name: pose.name,
    mesh: withPose(rest.mesh, shapeOf(pose).positions),
    notes: [...rest.notes, note],
  };
}

async function poseOfPresent(
  shape: Shape,
  present: Readonly<Record<string, OwnMesh>>,
  { confirm }: PairActions,
): Promise<NewPose | undefined> {
  const posed = shapeOf(shape);
  const of = Object.keys(present).find((name) => haveSameElements(present[name]!.mesh, posed));
  if (of === undefined) return undefined;
  const isSame = posed.positions.every((x, i) => x === present[of]!.mesh.positions[i]);
  if (isSame) return undefined;
  const question = `${shape.name} has the same elements as ${of}. Shall ${of} start in this pose?`;
  if (shape.kind === 'mesh' && !(await confirm(question, 'Use it as its pose', 'Add a body'))) return undefined;
  return { kind: 'new pose', of, pose: posed.positions };
}
