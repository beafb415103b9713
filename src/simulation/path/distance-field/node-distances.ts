import type { GridBox, Surface } from '../../../geometry/fast-marching/distance-grid.ts';
import { boxAround, pointCount, sampleGrid } from '../../../geometry/fast-marching/distance-grid.ts';
import { marchDistances } from '../../../geometry/fast-marching/march.ts';
import type { Order } from '../../../geometry/fast-marching/upwind.ts';
import { cubeRoot } from '../../../math/arithmetic.ts';
import { NONE } from '../../../mesh/topology.ts';
import type { Model, NamedArrays } from '../../world/model.ts';
import { beginNearest } from '../candidate.ts';
import { createCellBounds } from '../flood/cell-bounds.ts';
import { restBodyAt, restTree } from '../rest-shape.ts';
import type { RestShape } from './rest-shape-of.ts';
import { createPathScratch } from '../scratch.ts';
import { searchTree } from '../search.ts';

/** Number of cells of a grid per Model.thickness, the radius of the body's thin parts; so an arm has some 16 grid points across. */
export const CELLS_PER_THICKNESS = 8;
/** Greatest number of points of a grid, some 64 MB of memory. If more were needed, the cells are larger. */
const MAX_GRID_POINTS = 4e6;

/** Returns the length of a cell's edges in a model's grids [m]. A model of unknown thickness has cells by the length of its edges. */
export const gridSpacing = ({ thickness, edgeLength }: Pick<Model, 'thickness' | 'edgeLength'>): number =>
  (thickness > 0 ? thickness : edgeLength) / CELLS_PER_THICKNESS;

/**
 * Returns the box of a grid around a surface, with cells of about a size, or larger ones to stay below MAX_GRID_POINTS.
 * @param spacing length of a cell's edges [m]
 * @throws RangeError if the spacing is no positive number
 */
export function gridAround(surface: Surface, spacing: number): GridBox {
  if (!(spacing > 0 && spacing < Infinity))
    throw new RangeError(`Found a spacing of ${spacing} m for a grid of distances, expected a number above 0`);
  let box = boxAround(surface, spacing);
  for (;;) {
    const points = pointCount(box);
    if (points <= MAX_GRID_POINTS) return box;
    // The margins don't shrink with the cells' number, so one step may not suffice.
    box = boxAround(surface, 1.05 * box.spacing * cubeRoot(points / MAX_GRID_POINTS));
  }
}

/** Returns the distance of each inner vertex by a function of its position, 0 for boundary vertices, in one array. */
function atInnerVertices(
  { topology, mesh }: RestShape,
  distanceAt: (x: number, y: number, z: number) => number,
): NamedArrays {
  const { positions } = mesh;
  const distances = new Float32Array(topology.vertexCount);
  for (let v = 0; v < topology.vertexCount; v++)
    if (topology.surfaceIndices[v] === NONE)
      distances[v] = distanceAt(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
  return { distances };
}

/**
 * Computes the exact distance from each vertex of a model's rest shape to its boundary [m]; 0 on the boundary. In a rest shape that doesn't
 * overlap itself, the nearest boundary point is the one to which the shortest path inside the body leads.
 */
export function exactDistances(model: Model): NamedArrays {
  const scratch = createPathScratch();
  const parts = { restPositions: model.mesh.positions, cells: createCellBounds(model.cells) };
  const body = restBodyAt({ ...model, ...parts }, restTree(model));
  return atInnerVertices(model, (x, y, z) => {
    beginNearest(scratch, body, NONE);
    searchTree(scratch, body, x, y, z);
    return Math.sqrt(scratch.path.depthSquared);
  });
}

/**
 * Computes the same distances by fast marching on a grid, and interpolates between its points.
 * @param onProgress called with the finished share; returns false to stop
 * @throws MarchCancelled if it has returned false
 * Source: Fisher and Lin 2001, section 4.
 */
export function marchedDistances(
  model: RestShape,
  order: Order,
  onProgress: (share: number) => boolean = () => true,
): NamedArrays {
  const { topology, mesh } = model;
  // A sheet has no inside.
  if (topology.tetCount === 0) return atInnerVertices(model, () => 0);
  const surface: Surface = { positions: mesh.positions, triangles: topology.faces };
  const { grid } = marchDistances(surface, gridAround(surface, gridSpacing(model)), { order, onProgress });
  // A vertex closer to the surface than rounding may seem to lie outside.
  return atInnerVertices(model, (x, y, z) => Math.max(0, sampleGrid(grid, x, y, z) || 0));
}

/** The same distances by differences of first order. */
export const firstOrderDistances = (model: Model): NamedArrays => marchedDistances(model, 1);
/** The same distances by differences of second order. */
export const secondOrderDistances = (model: Model): NamedArrays => marchedDistances(model, 2);
