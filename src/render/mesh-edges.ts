import type { World } from '../simulation/world.ts';

/** Both ends of each triangle's three edges. @param faces vertex ids, 3 a face */
export function faceEdges(faces: Uint32Array): Uint32Array {
  const edges = new Uint32Array(2 * faces.length);
  for (let i = 0; i < faces.length; i++) {
    edges[2 * i] = faces[i];
    edges[2 * i + 1] = faces[i % 3 === 2 ? i - 2 : i + 1];
  }
  return edges;
}

/** Both ends of the tetrahedra's edges, each once: the springs are those. */
export function tetEdges(world: World): Uint32Array {
  const edges = new Uint32Array(2 * world.springCount);
  for (const { model, vertexBase, springBase } of world.bodies) {
    const { vertices } = world.models[model].springs;
    for (let i = 0; i < vertices.length; i++) edges[2 * springBase + i] = vertexBase + vertices[i];
  }
  return edges;
}
