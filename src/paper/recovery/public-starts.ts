import type { Vector } from '../../math/arithmetic.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { stuff } from '../../mesh/tetrahedralise/isosurface-stuffing.ts';
import { disc } from '../../mesh/model/cross-sections.ts';
import { sweep, sweptPositions } from '../../mesh/model/sweep.ts';
import { lengthsAlong, resample } from '../../scenes/models/knot-curve.ts';
import { ball, box, turned } from './shapes.ts';
import { at, type Start, type StartBody } from './start.ts';

/** Shapes that everybody knows, made by code: knotted tubes, stars and gears, with sharp corners, holes and thin parts. */

/** Points by which a knot's curve is sampled. */
const SAMPLES = 96;

/** Returns angles from 0 to 2 pi. @param gap angle that is left out at either end */
const angles = (gap = 0): number[] =>
  Array.from({ length: SAMPLES }, (_, i) => gap + ((2 * Math.PI - 2 * gap) * i) / (SAMPLES - (gap > 0 ? 1 : 0)));

/** Size of the trefoil's formula, which is the greatest height of its curve; radius of its tube, and edge of the lattice that fills it [m]. */
const TREFOIL = 0.1;
const THICK = { radius: 0.075, cell: 0.08 } as const;

/** Returns a trefoil's point. @param height of the curve: strands cross at a distance of twice this [m] */
const onTrefoil = (t: number, height: number): Vector => [
  TREFOIL * (Math.sin(t) + 2 * Math.sin(2 * t)),
  TREFOIL * (Math.cos(t) - 2 * Math.cos(2 * t)),
  -height * Math.sin(3 * t),
];

/** Radius of the open trefoil's round cross-section, and height of its curve at the start [m]: strands are half in one another. */
const OPEN = { radius: 0.055, sides: 8, layers: 60, height: 0.03, gap: 0.12 } as const;

/** Returns an open trefoil, and its positions with the strands in one another: swept along a flatter curve of the same length. */
function openTrefoil(): StartBody {
  const section = disc(OPEN.radius, OPEN.sides);
  const line = (height: number) => Float64Array.from(angles(OPEN.gap).flatMap((t) => [...onTrefoil(t, height)]));
  const [apart, flat] = [line(TREFOIL), line(OPEN.height)];
  const [length, flatLength] = [apart, flat].map((points) => lengthsAlong(points)[SAMPLES - 1]);
  const stretched = flat.map((x) => (x * length) / flatLength);
  return {
    mesh: sweep(section, resample(apart, OPEN.layers)),
    positions: sweptPositions(section, resample(stretched, OPEN.layers)),
  };
}

/** Radii of the torus about which the torus knot winds twice while it goes around five times [m]. */
const TORUS = { radius: 0.28, tube: 0.11 } as const;
const THIN = { radius: 0.055, cell: 0.07 } as const;
const onTorusKnot = (t: number): Vector => {
  const radius = TORUS.radius + TORUS.tube * Math.cos(5 * t);
  return [radius * Math.cos(2 * t), radius * Math.sin(2 * t), TORUS.tube * Math.sin(5 * t)];
};

/** Returns the tube about a closed curve. */
function tube(curve: readonly Vector[], { radius, cell }: { readonly radius: number; readonly cell: number }): TetMesh {
  const reach = Math.max(...curve.map((point) => Math.max(...point.map(Math.abs)))) + radius + cell;
  const bounds = { min: [-reach, -reach, -reach], max: [reach, reach, reach] } as const;
  return stuff((x, y, z) => Math.sqrt(squareTo(curve, [x, y, z])) - radius, bounds, cell);
}

/** Returns the square of a point's distance to a closed curve. */
function squareTo(curve: readonly Vector[], [x, y, z]: Vector): number {
  let least = Number.POSITIVE_INFINITY;
  curve.forEach(([ax, ay, az], i) => {
    const [bx, by, bz] = curve[(i + 1) % curve.length];
    const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
    const along = ((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / (dx * dx + dy * dy + dz * dz);
    const share = Math.max(0, Math.min(1, along));
    const square = (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2 + (z - az - share * dz) ** 2;
    if (square < least) least = square;
  });
  return least;
}

type Corner = readonly [x: number, y: number];

/** Returns a plate of a polygon's outline about the z axis. @param thickness, cell [m] */
function plate(outline: readonly Corner[], thickness: number, cell: number): TetMesh {
  const reach = Math.max(...outline.flat().map(Math.abs)) + cell;
  const half = thickness / 2;
  const distance = (x: number, y: number, z: number) => Math.max(outsidePolygon(outline, x, y), Math.abs(z) - half);
  return stuff(distance, { min: [-reach, -reach, -half - cell], max: [reach, reach, half + cell] }, cell);
}

/** Returns the distance to a polygon's edges, negative inside. */
function outsidePolygon(outline: readonly Corner[], x: number, y: number): number {
  let square = Number.POSITIVE_INFINITY;
  let isInside = false;
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    square = Math.min(square, (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2);
    if (ay > y !== by > y && x < ax + ((y - ay) / dy) * dx) isInside = !isInside;
  });
  return (isInside ? -1 : 1) * Math.sqrt(square);
}

/** Returns the corners of a star or gear: radii in turn, at equal angles, beginning on the x axis. */
const around = (radii: readonly number[]): Corner[] =>
  radii.map((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

/** Radii of a star with five points, and of a gear of ten teeth; thickness of both, and edge of the lattice that fills them [m]. */
const STAR = { points: 5, outer: 0.3, inner: 0.13 } as const;
const GEAR = { teeth: 10, outer: 0.3, inner: 0.23 } as const;
const PLATE = { thickness: 0.14, cell: 0.07 } as const;

const star = (): TetMesh =>
  plate(
    around(Array.from({ length: STAR.points }, () => [STAR.outer, STAR.inner]).flat()),
    PLATE.thickness,
    PLATE.cell,
  );
const gear = (): TetMesh => {
  const tooth = [GEAR.outer, GEAR.outer, GEAR.inner, GEAR.inner];
  return plate(around(Array.from({ length: GEAR.teeth }, () => tooth).flat()), PLATE.thickness, PLATE.cell);
};

/** Returns tangled starts of these shapes. */
export function publicStarts(): Start[] {
  const knot = tube(
    angles().map((t) => onTrefoil(t, TREFOIL)),
    THICK,
  );
  const winding = tube(angles().map(onTorusKnot), THIN);
  const [points, teeth] = [star(), gear()];
  const rod = box([1, 0.1, 0.1], [10, 1, 1]);
  const start = (name: string, bodies: StartBody[], hasGround = false): Start => ({
    name,
    group: 'public shapes',
    hasGround,
    size: 0.6,
    bodies,
  });
  const about = (mesh: TetMesh, degrees: number, shift?: Vector) => at(mesh, shift, turned(mesh, [0, 0, 1], degrees));
  return [
    start('trefoil, strands in one another', [openTrefoil()]),
    start('trefoils, turned 60 deg', [at(knot), about(knot, 60)]),
    start('trefoil and rod', [at(knot), at(rod, [0.02, 0.21, 0.01])]),
    start('torus knots, shifted', [at(winding), at(winding, [0.06, 0.03, 0.05])]),
    start('stars, turned 36 deg', [at(points), about(points, 36, [0.01, 0.02, 0.03])]),
    start(
      'stars on the ground',
      [
        at(points, [0, 0.1, 0], turned(points, [1, 0, 0], 90)),
        at(points, [0.05, 0.15, 0.02], turned(points, [1, 0, 0], 90)),
      ],
      true,
    ),
    start('gears, teeth in one another', [at(teeth), about(teeth, 4, [0.5, 0.02, 0.01])]),
    start('gear and ball', [at(teeth), at(ball(0.15, 0.09), [0.02, 0.03, 0.05])]),
    start('rod through gear', [at(teeth), at(rod, [0.03, 0.02, 0.02], turned(rod, [0, 1, 0], 90))]),
  ];
}
