import type { AirMesh } from '../../mesh/air/air-mesh.ts';
import { checkPositive, prismAir, sweptTriangles } from '../../mesh/air/prisms.ts';
import type { SurfaceMesh } from '../../mesh/surface-mesh.ts';
import { cosineAndSine } from '../../simulation/script/motion.ts';
import { annulusTriangles } from './annulus.ts';

/**
 * Two legs and layers of a skirt around them, with the air between the legs and the innermost layer, and between layers: a cross-section of rings
 * is swept from the hem to the waist. The air's vertex ids count those of the legs, then of the layers, the innermost first.
 */
export interface LegLayers {
  /** Capsules, for a script to move; normals point outwards. */
  readonly legs: readonly SurfaceMesh[];
  /** Cones, open at waist and hem; normals point outwards. */
  readonly layers: readonly {
    readonly mesh: SurfaceMesh;
    readonly waistband: Uint32Array;
    readonly hem: Uint32Array;
  }[];
  readonly air: AirMesh;
}

/** How finely all is cut. */
export interface LegLayersSize {
  /** Vertices of a ring of cloth, a multiple of 4, and of a ring of a leg. */
  readonly around: number;
  readonly aroundLeg: number;
  /** Levels from hem to waist, both included. */
  readonly levels: number;
}

/** Lengths are in m; y is up. Of the legs: distance of their axes from x = 0, radius, and height of the soles. */
const LEG = { x: 0.11, radius: 0.08, foot: 0.05 } as const;
const HEM_HEIGHT = 0.45;
const WAIST_HEIGHT = 1;
/** Radius of the innermost layer at the waist and at the hem, and how much wider each next layer is. */
const WAIST_RADIUS = 0.23;
const HEM_RADIUS = 0.42;
const NEXT_AT_WAIST = 0.03;
const NEXT_AT_HEM = 0.045;
export const LAYERS = 3;
/** Rings of a leg's round ends, beside their tips. */
const CAP_RINGS = 3;

/** A body of rings: its vertex ids, ring by ring upwards, and positions. */
interface Rings {
  readonly positions: number[];
  /** Vertex ids of each ring at the air's levels. */
  readonly levels: number[][];
}

/** @throws Error if a ring of cloth hasn't a multiple of 4 vertices, or if the air isn't positive */
export function legLayers({ around, aroundLeg, levels }: LegLayersSize): LegLayers {
  if (around % 4 !== 0) throw new Error(`A ring of cloth has ${around} vertices, expected a multiple of 4`);
  const legs = [LEG.x, -LEG.x].map((x) => legOf(x, aroundLeg, levels));
  const layers = Array.from({ length: LAYERS }, (_, n) => layerOf(n, around, levels));
  const bodies = [...legs.map(({ rings }) => rings), ...layers];
  // In the scene, and in the cross-section, ids count one body's vertices after another's.
  const firsts = bodies.map((_, b) => bodies.slice(0, b).reduce((sum, { positions }) => sum + positions.length / 3, 0));
  const copies = Array.from({ length: levels }, (_, level) =>
    bodies.flatMap((rings, b) => rings.levels[level].map((v) => firsts[b] + v)),
  );
  const positions = Float32Array.from(bodies.flatMap((rings) => rings.positions));
  const air = prismAir(crossSection(around, aroundLeg, positions, copies), copies);
  checkPositive(air, positions);
  return {
    legs: legs.map(({ rings, triangles }) => ({
      positions: Float32Array.from(rings.positions),
      triangles: Uint32Array.from(triangles),
    })),
    layers: layers.map((rings) => ({
      mesh: {
        positions: Float32Array.from(rings.positions),
        triangles: sweptTriangles(whole(around), rings.levels, true),
      },
      hem: Uint32Array.from(rings.levels[0]),
      waistband: Uint32Array.from(rings.levels[levels - 1]),
    })),
    air,
  };
}

const whole = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Appends a ring, counter-clockwise as seen from above. @returns its vertex ids */
function addRing(positions: number[], x: number, y: number, radius: number, count: number): number[] {
  return whole(count).map((i) => {
    const [cosine, sine] = cosineAndSine(i / count);
    positions.push(x + radius * cosine, y, -radius * sine);
    return positions.length / 3 - 1;
  });
}

function layerOf(layer: number, around: number, levels: number): Rings {
  const positions: number[] = [];
  return {
    positions,
    levels: whole(levels).map((level) => {
      const t = level / (levels - 1);
      const [hem, waist] = [HEM_RADIUS + layer * NEXT_AT_HEM, WAIST_RADIUS + layer * NEXT_AT_WAIST];
      return addRing(positions, 0, HEM_HEIGHT + t * (WAIST_HEIGHT - HEM_HEIGHT), hem + t * (waist - hem), around);
    }),
  };
}

/** Makes a leg: a round sole, a tube whose upper rings are at the air's levels, a round end above, and its two tips. */
function legOf(x: number, around: number, levels: number): { rings: Rings; triangles: number[] } {
  const positions: number[] = [];
  const cap = (end: number, sign: number) => (step: number) => {
    const [cosine, sine] = cosineAndSine((0.25 * step) / (CAP_RINGS + 1)); // from the equator, step 0, towards the tip
    return addRing(positions, x, end + sign * LEG.radius * sine, LEG.radius * cosine, around);
  };
  const knee = LEG.foot + LEG.radius;
  const gap = (WAIST_HEIGHT - HEM_HEIGHT) / (levels - 1);
  const below = Math.max(1, Math.round((HEM_HEIGHT - knee) / gap));
  const rings = [
    ...whole(CAP_RINGS)
      .map((step) => CAP_RINGS - step)
      .map(cap(knee, -1)),
    ...whole(below).map((n) => addRing(positions, x, knee + (n / below) * (HEM_HEIGHT - knee), LEG.radius, around)),
    ...whole(levels).map((n) => addRing(positions, x, HEM_HEIGHT + n * gap, LEG.radius, around)),
    ...whole(CAP_RINGS)
      .map((step) => step + 1)
      .map(cap(WAIST_HEIGHT, 1)),
  ];
  const tip = positions.length / 3;
  positions.push(x, LEG.foot, 0, x, WAIST_HEIGHT + LEG.radius, 0);
  const triangles = Array.from(sweptTriangles(whole(around), rings, true));
  const [sole, top] = [rings[0], rings[rings.length - 1]];
  for (let i = 0; i < around; i++) {
    const next = (i + 1) % around;
    triangles.push(tip, sole[next], sole[i], tip + 1, top[i], top[next]);
  }
  const first = CAP_RINGS + below;
  return { rings: { positions, levels: rings.slice(first, first + levels) }, triangles };
}

/** Triangulates the cross-section: on either side of x = 0 around a leg, and between layers. The ids count the rings' vertices. */
function crossSection(around: number, aroundLeg: number, x: Float32Array, copies: readonly number[][]): number[] {
  const quality = (a: number, b: number, c: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (const copy of [copies[0], copies[copies.length - 1]])
      least = Math.min(least, triangleQuality(x, copy[a], copy[b], copy[c]));
    return least;
  };
  const ring = (first: number, count: number, start: number, length: number) =>
    whole(length).map((i) => first + ((start + i) % count));
  const quarter = around / 4;
  const firstLayer = 2 * aroundLeg;
  const triangles = [0, 1].flatMap((leg) => {
    // Half of the innermost ring, whose ends an edge at x = 0 joins, begun at the point farthest from it.
    const half = ring(firstLayer, around, (2 * leg - 1 + 4) * quarter, 2 * quarter + 1);
    const outer = [...half.slice(quarter), ...half.slice(0, quarter)];
    const inner = ring(leg * aroundLeg, aroundLeg, leg * Math.round(aroundLeg / 2), aroundLeg);
    return annulusTriangles(outer, inner, quality);
  });
  for (let layer = 0; layer + 1 < LAYERS; layer++) {
    const [inner, outer] = [0, 1].map((n) => ring(firstLayer + (layer + n) * around, around, 0, around));
    triangles.push(...annulusTriangles(outer, inner, quality));
  }
  return triangles;
}

/** Returns the quality of a level triangle: 1 if it is equilateral, positive if it is counter-clockwise as seen from above. */
function triangleQuality(x: Float32Array, a: number, b: number, c: number): number {
  const [ux, uz, vx, vz] = [x[3 * b], x[3 * b + 2], x[3 * c], x[3 * c + 2]].map(
    (value, i) => value - x[3 * a + (i % 2 === 0 ? 0 : 2)],
  );
  const squares = ux * ux + uz * uz + vx * vx + vz * vz + (vx - ux) * (vx - ux) + (vz - uz) * (vz - uz);
  return (2 * Math.sqrt(3) * (uz * vx - ux * vz)) / squares;
}
