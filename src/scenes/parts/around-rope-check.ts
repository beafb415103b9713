import { vertexEnd, type World } from '../../simulation/world/world.ts';
import { type CheckRunner, type Figure, peakKineticEnergy } from '../check.ts';
import { FLATTEN_TIME, FRAMES } from './around-rope.ts';

/** Two bodies count as one above the other if their centres are nearer along x than this share of their mean width. */
const ABOVE_SHARE = 0.5;

/** Bodies at one time, by their placements: centres [m], widths [m], and shapes. */
interface Snapshot {
  readonly centres: readonly (readonly [number, number])[];
  readonly widths: readonly number[];
  readonly onTheirSide: number;
  /** Rms distance of each body's vertices from its rest shape, after the best rigid motion, as a share of its width. */
  readonly shapeErrors: readonly number[];
  /** Number of inverted or flat triangles of bodies. */
  readonly inverted: number;
}

/**
 * Measures a scene of bodies above and below a rope (aroundRope): who is on which side of the rope before all is pressed flat and at the end, the order
 * of bodies one above the other, shapes; and who stays on his side without air.
 */
export async function checkAroundRope(runner: CheckRunner): Promise<readonly Figure[]> {
  const { rows, before, after } = await watch(runner, 'air');
  const without = await watch(runner, 'no air', Math.round(FRAMES / 3));
  const bodies = after.centres.length;
  const pairs = pairsAbove(before);
  const kept = pairs.filter(([low, high]) => after.centres[low][1] < after.centres[high][1]).length;
  const last = rows.at(-1);
  return [
    {
      name: 'bodies on their side of the rope before they are pressed flat',
      value: before.onTheirSide,
      relation: '=',
      bound: bodies,
    },
    { name: 'bodies on their side of the rope at the end', value: after.onTheirSide, relation: '=', bound: bodies },
    {
      name: 'pairs of bodies above each other that are so still',
      value: kept / pairs.length,
      unit: '%',
      relation: '>=',
      bound: 0.95,
    },
    { name: 'inverted triangles of bodies at the end', value: after.inverted, relation: '=', bound: 0 },
    {
      name: 'rms error of a shape, relative to its width, mean of all',
      value: after.shapeErrors.reduce((sum, error) => sum + error, 0) / bodies,
      unit: '%',
      relation: '<',
      bound: 0.02,
    },
    { name: 'the same, of the most bent one', value: Math.max(...after.shapeErrors), unit: '%' },
    {
      name: 'kinetic energy at the end, relative to its peak',
      value: (last?.kineticEnergy ?? Number.NaN) / peakKineticEnergy(rows),
      unit: '%',
      relation: '<',
      bound: 0.01,
    },
    {
      name: 'bodies on their side of the rope without air, after a third of the time',
      value: without.after.onTheirSide,
      relation: '<',
      bound: bodies,
    },
  ];
}

async function watch(runner: CheckRunner, label: string, frames?: number) {
  let before: Snapshot | undefined;
  let after: Snapshot | undefined;
  const { rows } = await runner.run(label, {
    ...(label === 'no air' && { parameters: { air: 'off' as const } }),
    ...(frames !== undefined && { frames }),
    observe: ({ row, world, positions }) => {
      after = snapshot(world, positions);
      if (row.time < FLATTEN_TIME) before = after;
    },
  });
  if (!before || !after) throw new Error(`The run '${label}' has no frame, expected some`);
  return { rows, before, after };
}

function snapshot(world: World, x: Float32Array): Snapshot {
  const bodyOf = (placement: number) => world.bodies.findIndex((body) => body.placement === placement);
  // Placements: the bodies, then the rope, then the frame.
  const count = world.bodies.length - 2;
  const rope = outline(world, x, bodyOf(count));
  const frame = outline(world, x, bodyOf(count + 1));
  const top = Math.max(...frame.map(([, y]) => y));
  const above = [...rope, ...frame.filter(([, y]) => y === top).sort(([a], [b]) => b - a)];
  const shapes = Array.from({ length: count }, (_, i) => measureShape(world, x, bodyOf(i)));
  const isOnItsSide = ({ centre }: Shape, i: number) => isInside(above, centre) === i >= Math.ceil(count / 2);
  return {
    centres: shapes.map(({ centre }) => centre),
    widths: shapes.map(({ width }) => width),
    onTheirSide: shapes.filter(isOnItsSide).length,
    shapeErrors: shapes.map(({ error, width }) => error / width),
    inverted: shapes.reduce((sum, { inverted }) => sum + inverted, 0),
  };
}

/** Lists pairs of bodies one above the other on the same side of the rope: the lower one first. */
function pairsAbove({ centres, widths }: Snapshot): [number, number][] {
  const half = Math.ceil(centres.length / 2);
  return centres.flatMap(([x, y], low) =>
    centres.flatMap(([otherX, otherY], high): [number, number][] => {
      const isNear = Math.abs(x - otherX) < (ABOVE_SHARE * (widths[low] + widths[high])) / 2;
      return low < half === high < half && y < otherY && isNear ? [[low, high]] : [];
    }),
  );
}

type Point = readonly [number, number];

const outline = (world: World, x: Float32Array, body: number): Point[] => {
  const { vertexBase } = world.bodies[body];
  return Array.from(
    { length: vertexEnd(world, body) - vertexBase },
    (_, v): Point => [x[3 * (vertexBase + v)], x[3 * (vertexBase + v) + 1]],
  );
};

/** Tests whether a point is inside a polygon, by counting the sides that a ray to the right crosses. */
function isInside(polygon: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  polygon.forEach(([bx, by], i) => {
    const [ax, ay] = polygon[(i + 1) % polygon.length];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  });
  return inside;
}

interface Shape {
  readonly centre: Point;
  /** Twice the root of the mean squared distance from the centre, at rest [m]. */
  readonly width: number;
  /** Rms distance from the rest shape after the best rigid motion [m]. */
  readonly error: number;
  readonly inverted: number;
}

/** Compares a body with its rest shape. The best turn of complex numbers r onto x is the direction of the sum of x times conjugate r. */
function measureShape(world: World, positions: Float32Array, body: number): Shape {
  const { mesh, topology } = world.models[world.bodies[body].model];
  const now = outline(world, positions, body);
  const rest = now.map((_, v): Point => [mesh.positions[3 * v], mesh.positions[3 * v + 1]]);
  const centre = mean(now);
  const middle = mean(rest);
  let [re, im, square] = [0, 0, 0];
  rest.forEach(([rx, ry], v) => {
    const [ax, ay, bx, by] = [rx - middle[0], ry - middle[1], now[v][0] - centre[0], now[v][1] - centre[1]];
    re += ax * bx + ay * by;
    im += ax * by - ay * bx;
    square += ax * ax + ay * ay;
  });
  const length = Math.sqrt(re * re + im * im);
  const [cos, sin] = length > 0 ? [re / length, im / length] : [1, 0];
  let error = 0;
  rest.forEach(([rx, ry], v) => {
    const [ax, ay] = [rx - middle[0], ry - middle[1]];
    const dx = now[v][0] - centre[0] - cos * ax + sin * ay;
    const dy = now[v][1] - centre[1] - sin * ax - cos * ay;
    error += dx * dx + dy * dy;
  });
  let inverted = 0;
  for (let t = 0; t < topology.faces.length; t += 3) {
    const [a, b, c] = Array.from(topology.faces.subarray(t, t + 3), (v) => now[v]);
    if (!((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0)) inverted++;
  }
  const count = now.length;
  return { centre, width: 2 * Math.sqrt(square / count), error: Math.sqrt(error / count), inverted };
}

const mean = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];
