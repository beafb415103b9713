/** The rigid motion x -> rotation (x - centre) + movedCentre that takes one point set closest to another, in least squares. */
export interface RigidFit {
  /** 3 x 3, row by row. */
  readonly rotation: Float64Array;
  /** Mean of the first set's points [m]. */
  readonly centre: Float64Array;
  /** Mean of the second set's points [m]. */
  readonly movedCentre: Float64Array;
  /** Root mean square of the distances between corresponding points after the motion [m]. */
  readonly rms: number;
}

/**
 * Number of squarings in the power iteration. They raise the matrix to the power 2^40, which the eigenvector of the largest
 * eigenvalue dominates.
 */
const SQUARINGS = 40;

/**
 * Fits a rigid motion without reflection. Source: Horn 1987, 'Closed-form solution of absolute orientation using unit
 * quaternions'.
 * @param rest, moved corresponding points, 3 numbers per point [m]
 */
export function rigidFit(rest: Float32Array, moved: Float32Array): RigidFit {
  const centre = mean(rest);
  const movedCentre = mean(moved);
  const rotation = rotationOf(largestEigenvector(hornMatrix(correlation(rest, centre, moved, movedCentre))));
  let sum = 0;
  for (let i = 0; i < rest.length; i += 3) {
    const x = rest[i] - centre[0];
    const y = rest[i + 1] - centre[1];
    const z = rest[i + 2] - centre[2];
    for (let k = 0; k < 3; k++) {
      const fitted = rotation[3 * k] * x + rotation[3 * k + 1] * y + rotation[3 * k + 2] * z + movedCentre[k];
      sum += (fitted - moved[i + k]) * (fitted - moved[i + k]);
    }
  }
  return { rotation, centre, movedCentre, rms: Math.sqrt(sum / (rest.length / 3)) };
}

function mean(points: Float32Array): Float64Array {
  const sum = new Float64Array(3);
  for (let i = 0; i < points.length; i++) sum[i % 3] += points[i];
  return sum.map((x) => x / (points.length / 3));
}

/** Sum of p q^T over corresponding points p and q, each relative to its set's centre (pc, qc); 3 x 3, row by row. */
function correlation(p: Float32Array, pc: Float64Array, q: Float32Array, qc: Float64Array): Float64Array {
  const sums = new Float64Array(9);
  for (let i = 0; i < p.length; i += 3)
    for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) sums[3 * j + k] += (p[i + j] - pc[j]) * (q[i + k] - qc[k]);
  return sums;
}

/**
 * Horn's symmetric 4 x 4 matrix N. The unit quaternion q = (w, x, y, z) that maximises q^T N q rotates the first set onto the
 * second.
 */
function hornMatrix([xx, xy, xz, yx, yy, yz, zx, zy, zz]: Float64Array): Float64Array {
  return Float64Array.of(
    xx + yy + zz,
    yz - zy,
    zx - xz,
    xy - yx,
    yz - zy,
    xx - yy - zz,
    xy + yx,
    zx + xz,
    zx - xz,
    xy + yx,
    yy - xx - zz,
    yz + zy,
    xy - yx,
    zx + xz,
    yz + zy,
    zz - xx - yy,
  );
}

/**
 * Eigenvector of the largest eigenvalue of a symmetric 4 x 4 matrix. Adding the matrix' norm to the diagonal makes all eigenvalues
 * non-negative, so that the largest one also has the largest magnitude.
 */
function largestEigenvector(symmetric: Float64Array): Float64Array {
  let power = Float64Array.from(symmetric);
  const shift = norm(symmetric);
  for (let k = 0; k < 4; k++) power[5 * k] += shift;
  for (let n = 0; n < SQUARINGS; n++) {
    const scale = norm(power);
    if (scale === 0) break;
    power = squared(power.map((x) => x / scale));
  }
  let best = 0;
  for (let k = 1; k < 4; k++) if (power[5 * k] > power[5 * best]) best = k;
  const column = power.subarray(4 * best, 4 * best + 4);
  const length = norm(column);
  return length > 0 ? column.map((x) => x / length) : Float64Array.of(1, 0, 0, 0);
}

const norm = (numbers: Float64Array): number => Math.sqrt(numbers.reduce((sum, x) => sum + x * x, 0));

function squared(m: Float64Array): Float64Array<ArrayBuffer> {
  const product = new Float64Array(16);
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) for (let k = 0; k < 4; k++) product[4 * i + j] += m[4 * i + k] * m[4 * k + j];
  return product;
}

/** Rotation matrix of a unit quaternion w, x, y, z; row by row. */
function rotationOf([w, x, y, z]: Float64Array): Float64Array {
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  );
}
