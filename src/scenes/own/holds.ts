import type { Motion } from '../../simulation/script/motion.ts';
import type { Driver } from '../../simulation/script/script.ts';
import type { Ball, OwnBody, OwnHold, OwnMesh, OwnMotion, Triple } from './scene-file.ts';

/** The motion of vertices that stay where they start. */
const STILL: Motion = { times: [0] };

/** Returns the ids of the vertices that a hold holds, ascending. */
export function heldVertices({ mesh: { positions } }: OwnMesh, { within }: OwnHold): Uint32Array {
  const ids = new Uint32Array(positions.length / 3);
  let count = 0;
  for (let v = 0; v < ids.length; v++) if (!within || isWithin(within, positions, 3 * v)) ids[count++] = v;
  return ids.slice(0, count);
}

/** Whether the point positions[i .. i+2] lies in a ball, or on it. */
function isWithin({ at, radius }: Ball, positions: Float32Array, i: number): boolean {
  const x = positions[i] - at[0];
  const y = positions[i + 1] - at[1];
  const z = positions[i + 2] - at[2];
  return x * x + y * y + z * z <= radius * radius;
}

/** Returns the drivers of a body's held vertices. @param index of the body in the scene */
export function driversOf(body: OwnBody, index: number, mesh: OwnMesh): Driver[] {
  if (body.held) return [{ body: index, vertices: heldVertices(mesh, {}), motion: STILL, bare: true }];
  return (body.holds ?? []).map(
    (hold): Driver => ({
      body: index,
      vertices: heldVertices(mesh, hold),
      motion: hold.motion ? motionOf(hold.motion, body.at) : STILL,
      ...(hold.until !== undefined && { until: hold.until }),
    }),
  );
}

/** Returns a motion in the coordinates of the scene. @param origin where its centre is measured from [m] */
function motionOf({ axis, centre = [0, 0, 0], ...motion }: OwnMotion, origin: Triple): Motion {
  const [x, y, z] = origin;
  return {
    ...motion,
    ...(axis && { axis: unit(axis) }),
    centre: [x + centre[0], y + centre[1], z + centre[2]],
  };
}

/** Returns a vector divided by its length. */
export function unit([x, y, z]: Triple): Triple {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
