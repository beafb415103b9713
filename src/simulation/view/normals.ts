import type { Stage } from '../stage.ts';

/**
 * Unit normal of each surface vertex: the faces' around it, weighted by area; zero where they cancel out.
 */
export const normals: Stage = {
  count: ({ world }) => world.surfaceVertexCount,
  run({ world, state }, begin, end) {
    const { positions: x, normals } = state;
    for (let s = begin; s < end; s++) {
      const { model, vertexBase, surfaceBase } = world.bodies[world.surfaceBodies[s]];
      const { faces, vertexFaces, vertexFaceOffsets } = world.models[model].topology;
      let nx = 0;
      let ny = 0;
      let nz = 0;
      for (let k = vertexFaceOffsets[s - surfaceBase]; k < vertexFaceOffsets[s - surfaceBase + 1]; k++) {
        const a = 3 * (vertexBase + faces[3 * vertexFaces[k]]);
        const b = 3 * (vertexBase + faces[3 * vertexFaces[k] + 1]);
        const c = 3 * (vertexBase + faces[3 * vertexFaces[k] + 2]);
        const ux = x[b] - x[a];
        const uy = x[b + 1] - x[a + 1];
        const uz = x[b + 2] - x[a + 2];
        const vx = x[c] - x[a];
        const vy = x[c + 1] - x[a + 1];
        const vz = x[c + 2] - x[a + 2];
        nx += uy * vz - uz * vy;
        ny += uz * vx - ux * vz;
        nz += ux * vy - uy * vx;
      }
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      const scale = length > 0 ? 1 / length : 0;
      const i = 3 * world.surfaceVertices[s];
      normals[i] = nx * scale;
      normals[i + 1] = ny * scale;
      normals[i + 2] = nz * scale;
    }
  },
};
