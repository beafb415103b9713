#!/usr/bin/env node
/**
 * Judges who has got bodies apart, in the benchmark Tangled (docs/recovery.md). It needs Node and nothing else:
 *
 *     node check-recovery.mjs STATES ENDS
 *
 * STATES is the folder that `untangle bench-recovery --export-states` writes. ENDS has a file START.xyz for each start that was run: a
 * line with x, y and z for each vertex, in the order of START.start.vtk; or START.vtk, legacy VTK as text, whose points are taken.
 * Without ENDS the starts themselves are judged. Exits with 0 if all starts came apart, 1 if not, 2 if a file is no good.
 *
 * Shared volumes are exact but for rounding: two tetrahedra share a convex polyhedron, whose faces are cut by one plane after the other.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {number[]} Point x, y, z [m] */
/** @typedef {Point[]} Face its corners in turn */
/** @typedef {{ first: { vertex: number, tetrahedron: number }, vertices: number, tetrahedra: number, volume: number }} Body */
/** @typedef {{ id: string, files: { rest: string, start: string }, bodies: Body[], shared: { between: number, within: number } }} Start */
/** @typedef {{ format: string, apart: { sharedBelow: number, volumeWithin: number }, starts: Start[] }} Index */
/** @typedef {{ between: number, within: number, volumes: number[] }} Volumes [m^3] */

const minus = (/** @type {Point} */ a, /** @type {Point} */ b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (/** @type {Point} */ a, /** @type {Point} */ b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (/** @type {Point} */ a, /** @type {Point} */ b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Signed volume of a tetrahedron. @param {Point[]} corners */
const volumeOf = ([a, b, c, d]) => dot(minus(b, a), cross(minus(c, a), minus(d, a))) / 6;

/** Volume of a convex polyhedron: pyramids from one of its corners to its faces. @param {Face[]} faces */
function convexVolume(faces) {
  const apex = faces[0]?.[0];
  let sum = 0;
  for (const [first, ...others] of faces)
    for (let i = 1; i < others.length; i++) sum += Math.abs(volumeOf([apex, first, others[i - 1], others[i]]));
  return sum;
}

/** Relative error of a point's height above a plane. */
const ROUNDING = 1e-12;

/**
 * Cuts a convex polyhedron, and keeps the side normal . x >= offset.
 * @param {Face[]} faces @param {Point} normal @param {number} offset
 */
function cut(faces, normal, offset) {
  // A face that is in the plane but for rounding has to be all on one side, or it would count twice: as itself, and as the cut's face.
  const sizes = normal.map(Math.abs);
  const height = (/** @type {Point} */ point) => {
    const exact = dot(normal, point) - offset;
    return Math.abs(exact) < ROUNDING * (dot(sizes, point.map(Math.abs)) + Math.abs(offset)) ? 0 : exact;
  };
  if (faces.every((face) => face.every((point) => height(point) >= 0))) return faces;
  /** @type {Point[]} */
  const onPlane = [];
  const kept = faces.flatMap((face) => {
    /** @type {Face} */
    const left = [];
    face.forEach((p, i) => {
      const q = face[(i + 1) % face.length];
      const [hp, hq] = [height(p), height(q)];
      if (hp >= 0) left.push(p);
      if (hp === 0) onPlane.push(p);
      if (hp > 0 === hq > 0 || hp === 0 || hq === 0) return;
      const share = hp / (hp - hq);
      const on = p.map((value, k) => value + share * (q[k] - value));
      left.push(on);
      onPlane.push(on);
    });
    return left.length >= 3 ? [left] : [];
  });
  return onPlane.length >= 3 ? [...kept, inTurn(onPlane, normal)] : kept;
}

/** Sorts points of a plane by their angle about their middle. @param {Point[]} points @param {Point} normal */
function inTurn(points, normal) {
  const middle = [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);
  const least = [0, 1, 2].reduce((best, k) => (Math.abs(normal[k]) < Math.abs(normal[best]) ? k : best), 0);
  const u = cross(
    normal,
    [0, 1, 2].map((k) => (k === least ? 1 : 0)),
  );
  const v = cross(normal, u);
  const scale = Math.sqrt(dot(normal, normal));
  const angle = (/** @type {Point} */ p) => Math.atan2(dot(minus(p, middle), v) / scale, dot(minus(p, middle), u));
  return points.toSorted((p, q) => angle(p) - angle(q));
}

/** Corners of a tetrahedron's faces, and the corner opposite. */
const FACES = [
  [1, 2, 3, 0],
  [0, 3, 2, 1],
  [0, 1, 3, 2],
  [0, 2, 1, 3],
];

/** Volume that two tetrahedra share. @param {Point[]} first @param {Point[]} second */
export function sharedByTetrahedra(first, second) {
  let faces = FACES.map(([i, j, k]) => [first[i], first[j], first[k]]);
  for (const [i, j, k, opposite] of FACES) {
    const normal = cross(minus(second[j], second[i]), minus(second[k], second[i]));
    const side = Math.sign(dot(normal, minus(second[opposite], second[i])));
    if (side === 0) return 0; // it is flat
    const inward = normal.map((value) => side * value);
    faces = cut(faces, inward, dot(inward, second[i]));
    if (faces.length === 0) return 0;
  }
  return convexVolume(faces);
}

/**
 * Volumes that bodies share, and their own.
 * @param {readonly Body[]} bodies @param {readonly number[][]} tets @param {readonly Point[]} points
 * @returns {Volumes}
 */
export function sharedVolumes(bodies, tets, points) {
  const volumes = bodies.map(() => 0);
  const elements = bodies.flatMap(({ first, tetrahedra }, body) =>
    tets.slice(first.tetrahedron, first.tetrahedron + tetrahedra).map((vertices) => {
      const corners = vertices.map((v) => points[v]);
      volumes[body] += volumeOf(corners);
      const low = [0, 1, 2].map((k) => Math.min(...corners.map((p) => p[k])));
      return { body, vertices, corners, low, high: [0, 1, 2].map((k) => Math.max(...corners.map((p) => p[k]))) };
    }),
  );
  elements.sort((a, b) => a.low[0] - b.low[0]);
  const sums = { between: 0, within: 0 };
  elements.forEach((a, i) => {
    for (let j = i + 1; j < elements.length && elements[j].low[0] < a.high[0]; j++) {
      const b = elements[j];
      if ([1, 2].some((k) => b.low[k] >= a.high[k] || b.high[k] <= a.low[k])) continue;
      if (a.body === b.body && a.vertices.some((v) => b.vertices.includes(v))) continue;
      sums[a.body === b.body ? 'within' : 'between'] += sharedByTetrahedra(a.corners, b.corners);
    }
  });
  return { ...sums, volumes };
}

/**
 * Reads rows of numbers: those after a keyword of a legacy VTK file, or all of a file of another kind.
 * @param {string} path @param {string} keyword @param {number} count of rows @param {number} width numbers per row
 */
function readRows(path, keyword, count, width) {
  const isVtk = path.endsWith('.vtk');
  const text = readFileSync(path, 'utf8');
  const rows = isVtk ? (text.split(new RegExp(`^${keyword} .*$`, 'm'))[1] ?? '') : text;
  const words = rows.split(/\s+/).filter((word) => word !== '');
  const numbers = words.slice(0, count * width).map(Number);
  if (numbers.length < count * width || !numbers.every(Number.isFinite) || (!isVtk && words.length > numbers.length))
    throw new Error(
      `${path} has other things than ${count} rows of ${width} numbers; expected the ${keyword} of the start`,
    );
  return Array.from({ length: count }, (_, row) => numbers.slice(width * row, width * row + width));
}

/** Judges a start. @param {string} folder @param {Start} start @param {string | undefined} ends @param {Index['apart']} apart */
export function judge(folder, start, ends, { sharedBelow, volumeWithin }) {
  const { id, bodies, files } = start;
  const total = (/** @type {'vertices' | 'tetrahedra'} */ of) => bodies.reduce((sum, body) => sum + body[of], 0);
  const tets = readRows(join(folder, files.start), 'CELLS', total('tetrahedra'), 5).map(([, ...vertices]) => vertices);
  const ended = ends && ['.xyz', '.vtk'].map((kind) => join(ends, id + kind)).find((path) => existsSync(path));
  if (ends !== undefined && ended === undefined) return { id, verdict: 'missing', figures: 'there is no end state' };
  const path = ended ?? join(folder, files.start);
  const points = readRows(path, 'POINTS', total('vertices'), 3);
  const volumes = sharedVolumes(bodies, tets, points);
  const shared = (volumes.between + volumes.within) / Math.min(...bodies.map(({ volume }) => volume));
  const shares = volumes.volumes.map((volume, body) => volume / bodies[body].volume);
  const isWhole = shares.every((share) => Math.abs(share - 1) < volumeWithin);
  const verdict = shared >= sharedBelow ? 'tangled' : isWhole ? 'apart' : 'crushed';
  const figures = `${(100 * shared).toFixed(4)} % shared, volumes ${shares.map((share) => share.toFixed(3)).join(' ')}`;
  return { id, verdict, figures, exact: volumes };
}

/** @param {string[]} words */
function main([folder, ends, ...rest]) {
  if (folder === undefined || rest.length > 0) throw new Error('expected: check-recovery.mjs STATES [ENDS]');
  /** @type {Index} */
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  if (index.format !== 'tangled-states 1')
    throw new Error(`${folder} is of format ${index.format}; expected tangled-states 1`);
  const judged = index.starts.map((start) => judge(folder, start, ends, index.apart));
  for (const { id, verdict, figures } of judged) console.log(`${verdict.padEnd(8)} ${id.padEnd(44)} ${figures}`);
  const apart = judged.filter(({ verdict }) => verdict === 'apart').length;
  console.log(`${apart} of ${judged.length} starts have come apart`);
  return apart === judged.length ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = main(process.argv.slice(2));
  } catch (error) {
    console.error(`check-recovery: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 2;
  }
}
