import { gridPositions, gridTriangles, gridVertex, type Grid } from './sheet-grid.ts';
import type { SurfaceMesh } from '../../mesh/surface-mesh.ts';
import { TURN } from '../../mesh/model/cross-sections.ts';
import { cosineAndSine } from '../../simulation/script/motion.ts';

/** A layer of a skirt, cut as a flat ring, as a circle skirt is. */
export interface Layer {
  /** Height of the waistband over the ground, its radius, and length of the cloth from there to the hem [m]. */
  readonly height: number;
  readonly waist: number;
  readonly length: number;
}

/** A layer's mesh, level with its waistband, and the vertices of its waistband and of its hem. */
export interface LayerMesh {
  readonly mesh: SurfaceMesh;
  readonly waistband: Uint32Array;
  readonly hem: Uint32Array;
}

const PI = TURN / 2;
const MIN_TRIANGLES = 500;

/** Cuts layers with cells of one size. Normals point up. @param triangles wanted number in all layers; the result has nearly as many */
export function skirtLayers(layers: readonly Layer[], triangles: number): LayerMesh[] {
  if (!(triangles >= MIN_TRIANGLES))
    throw new RangeError(`A skirt of ${triangles} triangles was asked for, expected at least ${MIN_TRIANGLES}`);
  const area = layers.reduce((sum, { waist, length }) => sum + PI * (2 * waist + length) * length, 0);
  const cell = Math.sqrt((2 * area) / triangles);
  return layers.map((layer) => cut(layer, cell));
}

function cut({ height, waist, length }: Layer, cell: number): LayerMesh {
  const rows = Math.round(length / cell);
  const grid: Grid = { columns: Math.round((PI * (2 * waist + length)) / cell), rows, closed: true };
  const positions = gridPositions(grid, (column, row) => {
    const [cosine, sine] = cosineAndSine(column / grid.columns);
    const radius = waist + (row / rows) * length;
    return [radius * cosine, height, -radius * sine];
  });
  const ring = (row: number) =>
    Uint32Array.from({ length: grid.columns }, (_, column) => gridVertex(grid, column, row));
  return { mesh: { positions, triangles: gridTriangles(grid) }, waistband: ring(0), hem: ring(rows) };
}
