import { expect, it } from 'vitest';
import { countPiercing } from '../../src/simulation/diagnostics/measure.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { createCloth } from '../../src/simulation/world/create-cloth.ts';
import { createSheet } from '../../src/simulation/world/create-sheet.ts';
import type { Placement } from '../../src/simulation/world/world.ts';
import { sheetMesh } from '../fixtures/sheet.ts';
import { box, type Bring, momenta, onCpu, type Physics, physics, placed } from './bodies.ts';

/** Tests of contacts of sheets and cloths that hold on every backend: tests/physics runs them on the CPU, tests/parity on a device. */

export const OFFSET = 3e-3;
const STIFFNESS = 60;
/** [m] */
const THICKNESS = 1e-3;
export const FLOOR = [{ normal: [0, 1, 0], offset: 0 }] as const;
export const AROUND: Partial<SimulationParameters> = { mode: 'hybrid', contactOffset: OFFSET, velocityDamping: 0.5 };
export const STATIC = 0.5;
export const DYNAMIC = 0.4;
const MATERIAL = {
  springStiffness: STIFFNESS,
  youngsModulus: STIFFNESS / THICKNESS,
  density: 300,
  staticFriction: STATIC,
  dynamicFriction: DYNAMIC,
};

type Map = (x: number, y: number, z: number) => readonly number[];
const MAKERS = { sheet: createSheet, cloth: createCloth };
/** Springs or finite elements: createSheet or createCloth. */
export type Kind = keyof typeof MAKERS;

/** A square sheet of n x n cells, 1 mm thick, placed. */
export function sheet(n: number, size: number, map: Map, material = {}, kind: Kind = 'sheet'): Placement {
  const mesh = sheetMesh(n, size / n);
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) positions.set(map(positions[i], positions[i + 1], positions[i + 2]), i);
  return { model: MAKERS[kind](kind, mesh, THICKNESS), positions, material: { ...MATERIAL, ...material } };
}

/** A ball made of a cube's mesh. */
function ball(radius: number, height: number): Placement {
  const cells = 4;
  const half = cells / 2;
  return placed('ball', box(cells, cells, cells, 1), (x, y, z) => {
    const p = [x - half, y - half, z - half];
    const scale = (radius * Math.max(...p.map(Math.abs))) / (half * Math.hypot(...p) || 1);
    return [p[0] * scale, p[1] * scale + height, p[2] * scale];
  });
}

/** Gives all bodies but held vertices a velocity. */
function throwDown({ state, world }: Physics, speed: number): void {
  for (let v = 0; v < world.vertexCount; v++) if (state.inverseMasses[v] > 0) state.velocities[3 * v + 1] -= speed;
}

export interface Throw {
  /** Cells along each side. */
  readonly n: number;
  /** Downwards [m/s]. */
  readonly speed: number;
  readonly changed?: Partial<SimulationParameters>;
  readonly kind?: Kind;
}

/** A sheet that stands nearly upright, a little bent, above the floor: thrown down, it crumples. */
export async function edgeOn(bring: Bring, { n, speed, changed, kind }: Throw): Promise<Physics> {
  const bent: Map = (x, _, z) => [0.02 * x * z + 0.01 * z * z + 0.05 * z, x + 0.35, z];
  const body = await physics([sheet(n, 0.6, bent, {}, kind)], { ...AROUND, ...changed }, { planes: FLOOR });
  throwDown(body, speed);
  return bring(body);
}

/** A sheet above a ball that is held. */
export async function overBall(bring: Bring, { n, speed, changed, kind }: Throw): Promise<Physics> {
  const bodies = [ball(0.15, 0.2), sheet(n, 0.6, (x, _, z) => [x + 0.02, 0.4, z], {}, kind)];
  const body = await physics(bodies, { ...AROUND, ...changed }, { planes: FLOOR, held: (_x, y) => y < 0.39 });
  throwDown(body, speed);
  return bring(body);
}

/** Runs steps. @returns the greatest number of edges that cross faces after any step, by exact orientations, and what was cut */
export async function watch(body: Physics, steps: number) {
  const seen = { piercing: 0, truncated: 0, pushed: 0, contacts: 0 };
  for (let i = 0; i < steps; i++) {
    await body.run(1);
    const { counters, backend } = body.simulator;
    seen.truncated += counters[COUNTERS.truncated];
    seen.pushed += counters[COUNTERS.pushedApart];
    seen.contacts += counters[COUNTERS.contactsCcd];
    seen.piercing = Math.max(seen.piercing, await countPiercing(backend));
  }
  return seen;
}

/**
 * Sheets that fall, crumple and come to rest, on the CPU.
 * @param steps number of steps after each of which crossings are counted
 * @param overBallSteps those of the sheet above a ball, which reaches it soon
 */
export function fallWithoutCrossing(steps: number, overBallSteps = steps): void {
  it.each(['in-the-loop', 'end-of-step'] as const)(
    `itself, in ${steps} steps after a fall edge-on at 5 m/s, contacts %s`,
    async (contacts) => {
      const seen = await watch(await edgeOn(onCpu, { n: 10, speed: 5, changed: { contacts } }), steps);
      expect(seen.piercing).toBe(0);
      expect(seen.contacts).toBeGreaterThan(20);
    },
  );

  it(`a ball or itself, in ${overBallSteps} steps after a fall at 3 m/s`, async () => {
    const seen = await watch(await overBall(onCpu, { n: 10, speed: 3 }), overBallSteps);
    expect(seen.piercing).toBe(0);
    expect(seen.contacts).toBeGreaterThan(100);
  });
}

type Case = readonly [string, typeof edgeOn, Throw];

/** Steps after which a sheet that is not held has crossed something. */
const CROSSING_STEPS = 20;

/** @param steps number of steps after each of which crossings are counted */
export const heldByGuarantee = (bring: Bring, steps: number, cases: readonly Case[]) =>
  it.each(cases)('thrown %s, but only thanks to the guarantee', async (_, make, thrown) => {
    const safe = await watch(await make(bring, thrown), steps);
    expect(safe.piercing).toBe(0);
    expect(safe.truncated + safe.pushed).toBeGreaterThan(30);
    const changed = { ...thrown.changed, guarantee: false };
    const without = await watch(await make(bring, { ...thrown, changed }), CROSSING_STEPS);
    expect(without.piercing).toBeGreaterThan(20);
    expect(without.truncated + without.pushed).toBe(0);
  });

/** Two sheets that collide in free space. @returns what `watch` saw, and the shares of their momenta that changed */
export async function collide(
  bring: Bring,
  { speed, steps = 120, kind, changed = {} }: Omit<Throw, 'n'> & { steps?: number },
) {
  const upper = sheet(8, 0.4, (x, _, z) => [x, 0.05 + 0.3 * x + 0.1 * z * z, z], {}, kind);
  const lower = sheet(8, 0.4, (x, _, z) => [x + 0.07, -0.05 - 0.2 * z + 0.05 * x, z + 0.03], {}, kind);
  const free = { ...AROUND, gravity: 0, velocityDamping: 0 };
  const made = await physics([upper, lower], { ...free, ...changed });
  const { state, world, masses } = made;
  for (let v = 0; v < world.vertexCount; v++) {
    const isUpper = v < world.bodies[1].vertexBase;
    state.velocities.set([isUpper ? 0.3 * speed : 0, isUpper ? -speed : speed, 0], 3 * v);
  }
  const body = await bring(made);
  const before = momenta(body);
  const seen = await watch(body, steps);
  const after = momenta(body);
  // Shares of the momentum that the two bring along, and of that at the radius of a sheet.
  const whole = masses.reduce((sum, m) => sum + m * speed, 0);
  const change = (name: 'linear' | 'angular', unit: number) =>
    Math.hypot(...after[name].map((x, k) => x - before[name][k])) / unit;
  return { ...seen, linear: change('linear', whole), angular: change('angular', 0.2 * whole) };
}

/** Expects that sheets kept their momenta, and that the guarantee was not needed. */
export function expectKeptMomenta(seen: Awaited<ReturnType<typeof collide>>): void {
  expect(seen.contacts).toBeGreaterThan(100);
  expect(seen.truncated).toBe(0);
  expect(seen.piercing).toBe(0);
  // float32 rounds positions of 0.2 m to 1e-8 m, velocities in 3.3 ms to 1e-5 m/s; over all vertices the errors cancel out.
  expect(seen.linear).toBeLessThan(1e-6);
  expect(seen.angular).toBeLessThan(1e-6);
}
