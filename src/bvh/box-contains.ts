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
