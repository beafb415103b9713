import { heldVertices } from './holds.ts';
import { cornersOf } from './outline.ts';
import { placed } from './placed.ts';
import { FARTHEST } from './read-vectors.ts';
import { type OwnBody, type OwnMesh, type OwnScene, SceneFileError, startOf, type Triple } from './scene-file.ts';

const AXES = ['x', 'y', 'z'] as const;
/** Digits of a coordinate in a message, with which one that is just out of range differs from the range's end. */
const DIGITS = 9;
const NO_SHIFT: Triple = [0, 0, 0];

/**
 * Checks that all vertices start, and stay while a motion shifts them, where the simulation keeps them.
 * @throws SceneFileError that names the body by its path
 */
export function checkReach(bodies: readonly OwnBody[], meshes: OwnScene['meshes']): void {
  const corners = new Map<string, Float32Array>();
  for (const [i, body] of bodies.entries()) {
    const mesh = meshes[body.mesh];
    const box = corners.get(body.mesh) ?? cornersOf(startOf(mesh));
    corners.set(body.mesh, box);
    // The box around a turned body may reach farther than the body.
    if (beyond(placed(box, body), NO_SHIFT))
      refuseBeyond(beyond(placed(startOf(mesh), body), NO_SHIFT), `bodies[${i}]`, mesh);
    if (!body.held) checkShifts(body, mesh, `bodies[${i}].holds`);
  }
}

/** Checks where shifts bring held vertices. Where turned ones come to lie is only known while the scene runs. */
function checkShifts(body: OwnBody, mesh: OwnMesh, path: string): void {
  for (const [i, hold] of (body.holds ?? []).entries()) {
    const { shifts, turns } = hold.motion ?? {};
    if (!shifts || turns) continue;
    const start = startOf(mesh);
    const held = Float32Array.from([...heldVertices(mesh, hold)].flatMap((v) => [...start.subarray(3 * v, 3 * v + 3)]));
    const box = cornersOf(placed(held, body));
    for (const [k, shift] of shifts.entries())
      refuseBeyond(beyond(box, shift), `${path}[${i}].motion.shifts[${k}]`, mesh);
  }
}

/** A coordinate that is out of range. */
interface Beyond {
  readonly axis: (typeof AXES)[number];
  readonly coordinate: number;
}

function beyond(positions: Float32Array, shift: Triple): Beyond | undefined {
  for (let i = 0; i < positions.length; i++) {
    const coordinate = positions[i] + shift[i % 3];
    // NaN and infinities, too, are no places.
    if (!(Math.abs(coordinate) <= FARTHEST)) return { axis: AXES[i % 3], coordinate };
  }
  return undefined;
}

function refuseBeyond(found: Beyond | undefined, path: string, { pose }: OwnMesh): void {
  if (!found) return;
  const where = Number(found.coordinate.toPrecision(DIGITS));
  throw new SceneFileError(
    `${path}: a vertex at ${found.axis} = ${where} m${pose ? " of the mesh's pose" : ''}; expected all within ${FARTHEST} m of the origin along each axis`,
  );
}
