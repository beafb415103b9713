import type { AirMesh } from '../../mesh/air/air-mesh.ts';
import { triangulateAir } from '../../mesh/air/triangulate-air.ts';
import type { Placement } from '../../simulation/world/world.ts';

/**
 * Fills the space between planar bodies and a border with triangles (triangulateAir), at the places where the bodies start.
 * @param placements bodies of triangles, ropes, and points, which may be anywhere in the air
 * @param border index of the placement that is the border: a closed rope, or points whose ids run once around it
 * @param obstacles indices of placements without air inside, given as the border is
 * @throws Error if a placement isn't in the plane, or if triangulateAir throws; ids there count the vertices of all placements
 */
export function planarAir(
  placements: readonly Placement[],
  border: number,
  obstacles: readonly number[] = [],
): AirMesh {
  let count = 0;
  const bases = placements.map(({ model: { topology, dimension, name } }, i) => {
    if (dimension !== 2) throw new Error(`Placement ${i} (${name}) has ${dimension} dimensions, expected 2`);
    count += topology.vertexCount;
    return count - topology.vertexCount;
  });
  const positions = new Float32Array(3 * count);
  placements.forEach((placement, i) => {
    positions.set(placement.positions, 3 * bases[i]);
  });
  const idsOf = (i: number, ids: ArrayLike<number>) => Array.from(ids, (v) => bases[i] + v);
  const loopOf = (i: number) =>
    Array.from({ length: placements[i].model.topology.vertexCount }, (_, v) => bases[i] + v);
  const isLoop = (i: number) => i === border || obstacles.includes(i);
  return triangulateAir({
    positions,
    stride: 3,
    border: loopOf(border),
    obstacles: obstacles.map(loopOf),
    triangles: placements.flatMap(({ model }, i) => idsOf(i, model.topology.faces)),
    ropes: placements.flatMap(({ model: { topology } }, i) =>
      isLoop(i) || topology.faceCount > 0 ? [] : idsOf(i, topology.edges),
    ),
  });
}
