import { sortByKeys } from './counting-sort.ts';

/** Stands in lists of neighbours for "no triangle beyond this side". */
const OPEN = -1;

/**
 * A surface's triangles, cut into patches: groups that are joined by edges of exactly two triangles. All triangles of a patch look to the
 * same side.
 */
export interface Patches {
  /** Vertex ids, 3 per triangle. */
  readonly triangles: Uint32Array;
  /** Patch of each triangle. */
  readonly patchOf: Uint32Array;
  /** Whether each patch is closed: none of its edges has fewer or more than two triangles. */
  readonly isClosed: readonly boolean[];
  /** Number of triangles that had to be turned around to look to the same side as the others of their patch. */
  readonly turned: number;
  /** Number of edges with one triangle. */
  readonly openEdges: number;
}

/** Cuts a welded surface into patches, and turns triangles around that don't look to the side to which most of their patch look. */
export function cutIntoPatches(given: Uint32Array, vertexCount: number): Patches {
  const triangles = Uint32Array.from(given);
  const { beyond, openEdges } = neighbourSides(triangles, vertexCount);
  const count = triangles.length / 3;
  const patchOf = new Uint32Array(count);
  const isTurned = new Int8Array(count).fill(-1); // -1: not reached yet
  const isClosed: boolean[] = [];
  let turned = 0;
  for (let seed = 0; seed < count; seed++) {
    if (isTurned[seed] >= 0) continue;
    isTurned[seed] = 0;
    const patch = [seed];
    let closed = true;
    for (let n = 0; n < patch.length; n++) {
      const t = patch[n];
      patchOf[t] = isClosed.length;
      for (let side = 3 * t; side < 3 * t + 3; side++) {
        const other = beyond[side];
        if (other === OPEN) closed = false;
        if (other === OPEN || isTurned[Math.floor(other / 3)] >= 0) continue;
        // Triangles of the same orientation run along their edge in opposite directions, so that its first vertices differ.
        const agrees = triangles[side] !== triangles[other];
        isTurned[Math.floor(other / 3)] = agrees ? isTurned[t] : 1 - isTurned[t];
        patch.push(Math.floor(other / 3));
      }
    }
    isClosed.push(closed);
    const minority = 2 * patch.filter((t) => isTurned[t] === 1).length > patch.length ? 0 : 1;
    for (const t of patch) if (isTurned[t] === minority) turned++;
    for (const t of patch) isTurned[t] = isTurned[t] === minority ? 1 : 0;
  }
  for (let t = 0; t < count; t++) if (isTurned[t] === 1) turnAround(triangles, t);
  return { triangles, patchOf, isClosed, turned, openEdges };
}

/** Turns a triangle around. */
export function turnAround(triangles: Uint32Array, t: number): void {
  const b = triangles[3 * t + 1];
  triangles[3 * t + 1] = triangles[3 * t + 2];
  triangles[3 * t + 2] = b;
}

/** Finds for each side of a triangle (from corner k to the next) the side of the only other triangle at its edge, or OPEN. */
function neighbourSides(triangles: Uint32Array, vertexCount: number) {
  const low = new Uint32Array(triangles.length);
  const high = new Uint32Array(triangles.length);
  for (let side = 0; side < triangles.length; side++) {
    const end = triangles[side % 3 === 2 ? side - 2 : side + 1];
    low[side] = Math.min(triangles[side], end);
    high[side] = Math.max(triangles[side], end);
  }
  const order = sortByKeys([low, high], vertexCount);
  const beyond = new Int32Array(triangles.length).fill(OPEN);
  let openEdges = 0;
  for (let i = 0, next = 0; i < order.length; i = next) {
    const side = order[i];
    for (next = i + 1; next < order.length && low[order[next]] === low[side] && high[order[next]] === high[side]; )
      next++;
    if (next - i === 1) openEdges++;
    if (next - i !== 2) continue;
    beyond[side] = order[i + 1];
    beyond[order[i + 1]] = side;
  }
  return { beyond, openEdges };
}
