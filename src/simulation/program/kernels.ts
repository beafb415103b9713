import { fitEdges, fitFaces, fitInnerNodes, fitLeaves, fitOrderedFaces } from '../../bvh/fit-boxes.ts';
import { leavesAt } from '../../bvh/leaves-at.ts';
import { displace, place, sumDisplacements } from '../constraints/elastic/displacements.ts';
import { multiplyTets } from '../integrators/implicit-euler/multiply-tets.ts';
import { solveAreas } from '../constraints/areas/solve-areas.ts';
import { solveAreas as solveAreasFloat32 } from '../constraints/areas/solve-areas.ts?float32';
import { solveTets } from '../constraints/neo-hookean/solve-tets.ts';
import { solveTets as solveTetsFloat32 } from '../constraints/neo-hookean/solve-tets.ts?float32';
import { solveTetsXpbd } from '../constraints/neo-hookean-xpbd/solve-tets-xpbd.ts';
import { solveTetsXpbd as solveTetsXpbdFloat32 } from '../constraints/neo-hookean-xpbd/solve-tets-xpbd.ts?float32';
import { solveHinges } from '../constraints/cloth/solve-hinges.ts';
import { solveHinges as solveHingesFloat32 } from '../constraints/cloth/solve-hinges.ts?float32';
import { solveTriangles } from '../constraints/cloth/solve-triangles.ts';
import { solveTriangles as solveTrianglesFloat32 } from '../constraints/cloth/solve-triangles.ts?float32';
import { solveSprings } from '../constraints/springs/solve-springs.ts';
import { solveSprings as solveSpringsFloat32 } from '../constraints/springs/solve-springs.ts?float32';

/**
 * Loops over elements and searches of trees, each a function of arrays and numbers. The build makes SIMD kernels from their text
 * (docs/kernels.md); the results have the same bits. Stages call them by Context.kernels. Those of the material compute in float64, except
 * those in float32; those of boxes only select numbers.
 */
export const TYPESCRIPT_KERNELS = {
  solveTets,
  solveTetsFloat32,
  solveTetsXpbd,
  solveTetsXpbdFloat32,
  solveSprings,
  solveSpringsFloat32,
  solveAreas,
  solveAreasFloat32,
  solveTriangles,
  solveTrianglesFloat32,
  solveHinges,
  solveHingesFloat32,
  displace,
  place,
  sumDisplacements,
  multiplyTets,
  fitLeaves,
  fitInnerNodes,
  fitEdges,
  fitFaces,
  fitOrderedFaces,
  leavesAt,
};

/** The kernels, as TYPESCRIPT_KERNELS for where SIMD is missing, or with SIMD. */
export type Kernels = Readonly<typeof TYPESCRIPT_KERNELS>;
