/**
 * Returns 1 if a box (tree.ts) contains a point, else 0. Its lower faces belong to the box, but not its upper faces. So a point on a face, an edge or a
 * vertex between elements lies in the box of at least one of them, and a surface vertex isn't in the boxes of all elements around it.
 * It has no branches, which couldn't be predicted.
 * @param at offset of the box in `boxes`
 */
export const boxContains = (boxes: Float32Array, at: number, x: number, y: number, z: number): number =>
  Number(x >= boxes[at]) &
  Number(x < boxes[at + 4]) &
  Number(y >= boxes[at + 1]) &
  Number(y < boxes[at + 5]) &
  Number(z >= boxes[at + 2]) &
  Number(z < boxes[at + 6]);
