import type { SurfaceMesh } from '../../src/mesh/surface-mesh.ts';
import { createCloth } from '../../src/simulation/world/create-cloth.ts';
import { type Bring, physics } from './bodies.ts';

// A strip that is clamped at one end and sags by its own weight, against plate theory: a wide strip of the length L, the rigidity B and the
// load q per area sinks by w = q L^4 / (8 B) at its end, if it sinks by much less than L.

const THICKNESS = 1e-3;
const DENSITY = 200;
const GRAVITY = 1;
/** Sag of the end as a share of the length, so small that plate theory holds to its square. */
const SAG = 0.03;
/** Distance of a mesh's columns of vertices along the strip [m]. */
const CELL = 0.02;

/** Equilateral triangles: columns of vertices along z, of which every other one is shifted by half an edge. */
export function equilateral(columns: number, across: number): SurfaceMesh {
  const edge = CELL / Math.sqrt(0.75);
  const positions: number[] = [];
  for (let i = 0; i <= columns; i++)
    for (let j = 0; j <= across; j++) positions.push(i * CELL, 0, (j + (i % 2) / 2) * edge);
  const triangles: number[] = [];
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < across; j++) {
      const [a, b] = [i * (across + 1) + j, (i + 1) * (across + 1) + j];
      triangles.push(...(i % 2 === 0 ? [a, a + 1, b, a + 1, b + 1, b] : [a, a + 1, b + 1, a, b + 1, b]));
    }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/**
 * Lets a strip sag. Its first two columns of vertices are held. Since each hinge stands for half of the cells beside it, the clamp of plate
 * theory lies in the middle between them.
 * @returns the sag of its end, divided by that of a plate
 */
export async function sagOf(mesh: SurfaceMesh, cells: number, bring: Bring): Promise<number> {
  const length = (cells - 0.5) * CELL;
  const load = DENSITY * THICKNESS * GRAVITY;
  const bendingStiffness = (load * length ** 3) / (8 * SAG);
  // From the shape of a plate, so that it has little to swing.
  const start = mesh.positions.slice();
  for (let i = 0; i < start.length; i += 3) {
    const x = Math.max(0, start[i] - CELL / 2) / length;
    start[i + 1] = start[i] < 1.5 * CELL ? 0 : (-SAG * length * (x ** 4 - 4 * x ** 3 + 6 * x ** 2)) / 3;
  }
  const period = 1.785 * length ** 2 * Math.sqrt((DENSITY * THICKNESS) / bendingStiffness);
  // The rigidity grows with the length's cube, and hinges must not be much stiffer than their vertices are heavy, or XPBD would need more iterations.
  const timeStep = 2e-3 * (8 / Math.max(cells, 8)) ** 1.5;
  const made = await physics(
    [{ model: createCloth('strip', mesh, THICKNESS), positions: start }],
    {
      ...{ mode: 'off', gravity: GRAVITY, density: DENSITY, timeStep, iterations: 15 },
      ...{ youngsModulus: 1e5, poissonRatio: 0, bendingStiffness, materialDamping: 0, velocityDamping: 12 / period },
    },
    { held: (x) => x < 1.5 * CELL },
  );
  const body = await bring(made);
  await body.run(Math.round((2 * period) / timeStep));
  // The middle third of the end, as far from the sides as can be.
  const { positions } = mesh;
  const width = positions.reduce((most, z, i) => (i % 3 === 2 ? Math.max(most, z) : most), 0);
  const isMiddle = (i: number) =>
    positions[i] > (cells - 0.5) * CELL && Math.abs(positions[i + 2] - width / 2) < width / 6;
  const end = Array.from(positions.keys()).filter((i) => i % 3 === 0 && isMiddle(i));
  return end.reduce((sum, i) => sum - body.state.positions[i + 1] / end.length, 0) / (SAG * length);
}
