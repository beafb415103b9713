import { cornersOf } from './outline.ts';
import { placed } from './placed.ts';
import { type OwnScene, startOf } from './scene-file.ts';

/** Bodies of a group that a message names, and groups: a person sees by these what is wrong. */
const NAMED_BODIES = 3;
const NAMED_GROUPS = 3;

/**
 * Says which bodies start exactly in one another, as those of a program do that forgets their places. Nothing says in which
 * direction they part, and all of their points penetrate.
 * @returns phrases without a full stop, mostly none
 */
export function noteOnCoincident(own: OwnScene): string[] {
  const groups = coincident(own);
  if (groups.length === 0) return [];
  const named = groups.slice(0, NAMED_GROUPS).map((bodies) => `bodies ${fewOf(bodies)} lie exactly in one another`);
  const more = groups.length - named.length;
  const rest = more > 0 ? `; so do those at ${more} more ${more === 1 ? 'place' : 'places'}` : '';
  return [
    `${named.join('; ')}${rest}, so nothing tells which way they should part: the program takes directions by their numbers; if that isn't meant, give each body an 'at' of its own`,
  ];
}

/** Returns the groups of two or more bodies that start with the same positions of vertices, each ascending. */
function coincident({ bodies, meshes }: OwnScene): number[][] {
  const corners = new Map<string, Float32Array>();
  /** Groups by the box around their bodies: most bodies have a box of their own, and their vertices aren't looked at. */
  const byBox = new Map<string, number[][]>();
  const startOfBody = (i: number) => placed(startOf(meshes[bodies[i].mesh]), bodies[i]);
  for (const [i, body] of bodies.entries()) {
    const box = corners.get(body.mesh) ?? cornersOf(startOf(meshes[body.mesh]));
    corners.set(body.mesh, box);
    const key = placed(box, body).join(' ');
    const groups = byBox.get(key) ?? [];
    byBox.set(key, groups);
    const own = groups.length > 0 ? startOfBody(i) : undefined;
    const group = own && groups.find(([first]) => isSame(startOfBody(first), own));
    if (group) group.push(i);
    else groups.push([i]);
  }
  return [...byBox.values()].flat().filter((group) => group.length > 1);
}

const isSame = (a: Float32Array, b: Float32Array): boolean => a.length === b.length && a.every((x, i) => x === b[i]);

/** Names the first bodies of a group: '0 and 1', '0, 1, 2 and 7 more'. */
function fewOf(bodies: readonly number[]): string {
  const more = bodies.length - NAMED_BODIES;
  if (more > 0) return `${bodies.slice(0, NAMED_BODIES).join(', ')} and ${more} more`;
  return `${bodies.slice(0, -1).join(', ')} and ${bodies.at(-1)}`;
}
