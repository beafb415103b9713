import type { Cutter } from './cut-patch.ts';

/** The axis of the first cut: y, since the plane that the paper draws through its pipe is horizontal (Figure 3). */
const FIRST_AXIS = 1;

/**
 * Makes a function that cuts patches as Wang et al. 2018 do (5.1 and Figure 5): by a plane through the centre of the patch's box, across
 * one axis after the other. A face belongs to the side on which its centroid lies. Where one side would be empty the next axis is taken, and at last
 * the order of the faces. Parts needn't hang together.
 * @param faces vertex ids, 3 per face    @param positions for which boxes are made [m]
 */
export function cutAtBoxes(faces: Uint32Array, _twins: Uint32Array, positions: Float32Array): Cutter {
  const corner = (face: number, k: number, axis: number) => positions[3 * faces[3 * face + k] + axis];
  const centre = (face: number, axis: number) =>
    (corner(face, 0, axis) + corner(face, 1, axis) + corner(face, 2, axis)) / 3;
  // For each place at which a patch begins, the number of cuts that made the patch. Patches are cut from the left to the right.
  const levels = new Uint32Array(faces.length / 3);
  return (order, begin, end) => {
    const patch = Array.from(order.subarray(begin, end));
    const level = levels[begin];
    let middle = begin + (patch.length >> 1);
    for (let turn = 0; turn < 3; turn++) {
      const axis = (FIRST_AXIS + level + turn) % 3;
      let [low, high] = [Infinity, -Infinity];
      for (const face of patch)
        for (let k = 0; k < 3; k++) {
          low = Math.min(low, corner(face, k, axis));
          high = Math.max(high, corner(face, k, axis));
        }
      const first = patch.filter((face) => centre(face, axis) < (low + high) / 2);
      if (first.length === 0 || first.length === patch.length) continue;
      const second = patch.filter((face) => !(centre(face, axis) < (low + high) / 2));
      order.set(first, begin);
      order.set(second, begin + first.length);
      middle = begin + first.length;
      break;
    }
    levels[begin] = level + 1;
    levels[middle] = level + 1;
    return middle;
  };
}
