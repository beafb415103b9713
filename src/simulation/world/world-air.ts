import { AIR_STRIDE, type AirMesh } from '../../mesh/air/air-mesh.ts';
import { checkFacets } from '../../mesh/air/check-facets.ts';
import { hasVolume, NONE } from '../../mesh/topology.ts';
import type { Dimension, Model } from './model.ts';
import type { Air, Body, Placement } from './world.ts';

/**
 * Converts a scene's air mesh to world ids, and lists the walls in it: edges of ropes, triangles of cloth.
 * @param mesh its vertex ids count the vertices of all placements, in the order of the placements
 * @throws Error if the mesh's dimension isn't that of the bodies, if an element has a vertex that no body has, or one twice, if two elements are on
 *   the same side of a facet, or if there are ropes in space
 */
export function worldAir(
  mesh: AirMesh | undefined,
  placements: readonly Placement[],
  bodies: readonly Body[],
  models: readonly Model[],
  dimension: Dimension,
): Air {
  if (!mesh) return { elements: new Uint32Array(), walls: new Uint32Array() };
  if (mesh.dimension !== dimension)
    throw new Error(`The air mesh has ${mesh.dimension} dimensions, expected ${dimension} as the bodies have`);
  if (mesh.elements.length % AIR_STRIDE !== 0)
    throw new Error(`The air mesh has ${mesh.elements.length} vertex ids, expected a multiple of ${AIR_STRIDE}`);
  const vertices = worldVertices(placements, bodies);
  const elements = mesh.elements.map((v, i) => {
    if (i % AIR_STRIDE > dimension) return NONE;
    if (v < vertices.length) return vertices[v];
    throw new Error(
      `Element ${Math.floor(i / AIR_STRIDE)} of the air mesh has vertex ${v}, expected one below ${vertices.length}`,
    );
  });
  for (let at = 0; at < elements.length; at += AIR_STRIDE) {
    const corners = new Set(elements.subarray(at, at + dimension + 1));
    if (corners.size <= dimension)
      throw new Error(
        `Element ${at / AIR_STRIDE} of the air mesh has a vertex twice, expected ${dimension + 1} different ones`,
      );
  }
  checkFacets(elements, dimension, vertices.length);
  if (dimension === 3) refuseRopes(bodies, models);
  return { elements, walls: listWalls(bodies, models, dimension) };
}

/** Returns the world id of each vertex, which are counted in the order of the placements. */
function worldVertices(placements: readonly Placement[], bodies: readonly Body[]): Uint32Array {
  const bases = new Uint32Array(placements.length);
  for (const { placement, vertexBase } of bodies) bases[placement] = vertexBase;
  return Uint32Array.from(
    placements.flatMap(({ model }, i) => Array.from({ length: model.topology.vertexCount }, (_, v) => bases[i] + v)),
  );
}

/** A rope in space is no wall: improvements of the air could remove its edges, and let bodies through. */
function refuseRopes(bodies: readonly Body[], models: readonly Model[]): void {
  for (const { model } of bodies) {
    const { name, topology } = models[model];
    if (topology.edgeCount > 0 && topology.faceCount === 0)
      throw new Error(
        `${name} is a rope in a world of 3 dimensions with an air mesh, expected ropes with air in the plane only`,
      );
  }
}

function listWalls(bodies: readonly Body[], models: readonly Model[], dimension: Dimension): Uint32Array {
  const walls: number[] = [];
  for (const { model, vertexBase } of bodies) {
    const { topology } = models[model];
    if (hasVolume(topology)) continue;
    for (const v of dimension === 2 ? topology.edges : topology.faces) walls.push(vertexBase + v);
  }
  return Uint32Array.from(walls);
}
