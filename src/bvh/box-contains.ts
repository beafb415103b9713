/**
 * Returns 1 if a box (tree.ts) contains a point, inside or on its surface, else 0. It has no branches, which couldn't be predicted.
 * @param at offset of the box in `boxes`
 */
export const boxContains = (boxes: Float32Array, at: number, x: number, y: number, z: number): number =>
  Number(x >= boxes[at]) &
  Number(x <= boxes[at + 4]) &
  Number(y >= boxes[at + 1]) &
  Number(y <= boxes[at + 5]) &
  Number(z >= boxes[at + 2]) &
  Number(z <= boxes[at + 6]);

/**
 * Returns 1 if a box without its upper faces contains a point, else 0, without branches. Of the elements around a point on a face, an edge or a vertex
 * between them, the point lies in the half-open box of at least one, and of fewer of the elements around a surface vertex than in boxes with all faces.
 */
export const halfOpenBoxContains = (boxes: Float32Array, at: number, x: number, y: number, z: number): number =>
  Number(x >= boxes[at]) &
  Number(x < boxes[at + 4]) &
  Number(y >= boxes[at + 1]) &
  Number(y < boxes[at + 5]) &
  Number(z >= boxes[at + 2]) &
  Number(z < boxes[at + 6]);
