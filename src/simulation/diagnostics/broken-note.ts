import type { SimulationParameters } from '../parameters.ts';
import type { FrameRow } from '../statistics.ts';
import { elementCount, type World } from '../world/world.ts';
import { partsRegions } from '../contacts/regions/tables.ts';
import { overlapRemedy, ROUNDING, TOLD_AFTER, TOLD_SHARE } from './overlap-note.ts';

/**
 * Signs of a run that looks broken, as means over some frames. In a sound run they may be there for a moment, while bodies hit or leave one another, but not for a
 * second. `frame` and the scenes' checks give the figures themselves.
 */

/** Share of the surface's vertices that penetrate: bodies have passed through one another. */
const MOST_PENETRATING = 0.2;
/** Share of the surface's edges that pierce a face. Piles whose contacts are found at the end of a step have up to 6 % (scenes/parts/pile.ts). */
const MOST_PIERCING = 0.1;
/** Share of the elements that are flat or inverted. Flattened-ball has 4 % while it is pressed. */
const MOST_INVERTED = 0.1;
/** Least volume of a body over that at rest. Bodies that are pressed hard keep 0.7 of it. */
const LEAST_VOLUME = 0.5;
/** Root mean square of the speed, in sizes of the largest body per second. Bodies that begin in one place part with some 10. */
const MOST_SIZES = 20;
/** Greatest multiple of the speed that gravity gives, and that bodies are dropped with. */
const MOST_FALLS = 2;

/** Recordings of earlier versions lack some of the figures. */
type Seen = Pick<FrameRow, 'time' | 'penetratingShare' | 'kineticEnergy'> & Partial<FrameRow>;

/**
 * Says that a run looks broken, by which signs, and which parameter would help. While bodies overlap much, it says nothing of energy, since they are meant
 * to part fast then, at any time step. Of less than a second in which regions part bodies it says only that these still overlap. With collisions off it says
 * nothing but of energy, since bodies are meant to pass through one another.
 * @param rows the last frames
 * @returns a sentence without its full stop, or none
 */
export function noteOnBroken(rows: readonly Seen[], parameters: SimulationParameters, world: World): string[] {
  if (rows.length === 0) return [];
  const mean = (figure: (row: Seen) => number) => rows.reduce((sum, row) => sum + figure(row), 0) / rows.length;
  const { mode, flatten } = parameters;
  const penetrating = mean((row) => row.penetratingShare);
  const pierced = rows.flatMap(({ piercingShare }) => piercingShare ?? []);
  const piercing = pierced.reduce((sum, share) => sum + share / pierced.length, 0);
  const inverted = mean((row) => row.inverted ?? 0) / Math.max(1, elementCount(world));
  const volume = mean((row) => row.leastVolume ?? 1);
  const bound = boundOfSpeed(parameters, world);
  const speed = mean((row) => Math.sqrt(row.kineticEnergy) / bound(row.time));
  const isOff = mode === 'off';
  const overlaps = !isOff && (penetrating > MOST_PENETRATING || mean((row) => row.overlapShare ?? 0) > TOLD_SHARE);
  const signs = {
    overlaps,
    penetrates: !isOff && penetrating > MOST_PENETRATING,
    pierces: !isOff && piercing > MOST_PIERCING,
    isCrushed: !isOff && !flatten && (inverted > MOST_INVERTED || volume < LEAST_VOLUME),
    isFast: !overlaps && speed > 1,
  };
  const found = [
    ...(signs.penetrates ? [`${percent(penetrating)} of the surface's vertices lie inside bodies`] : []),
    ...(signs.pierces ? [`${percent(piercing)} of the surface's edges pierce faces`] : []),
    ...(signs.isCrushed && inverted > MOST_INVERTED
      ? [`${percent(inverted)} of the elements are flat or inverted`]
      : []),
    ...(signs.isCrushed && volume < LEAST_VOLUME
      ? [`a body is squeezed to ${percent(volume)} of its volume at rest`]
      : []),
    ...(signs.isFast
      ? [`bodies have ${(speed ** 2).toPrecision(2)} times the kinetic energy that falls and contacts can give`]
      : []),
  ];
  if (found.length === 0) return [];
  if (!signs.isCrushed && !signs.isFast && mayPartYet(rows, parameters, world)) return [partingNote(rows)];
  const hasMet = rows.some(({ queries = 0 }) => queries > 0);
  return [`the simulation looks broken: ${found.join(', ')}; ${remedyOf(signs, hasMet, parameters, world)}`];
}

/** Whether rows of less than a second show bodies that regions part, and that overlap no more at the end than at first: more time may be all they need. */
function mayPartYet(rows: readonly Seen[], parameters: SimulationParameters, world: World): boolean {
  const { timeStep, stepsPerFrame } = parameters;
  const [{ time, overlapShare: before = 0 }, { time: end, overlapShare: now = 0 }] = [rows[0], rows[rows.length - 1]];
  if (end - time + timeStep * stepsPerFrame >= TOLD_AFTER - ROUNDING) return false;
  return now > TOLD_SHARE && now <= before && partsRegions(parameters, world);
}

function partingNote(rows: readonly Seen[]): string {
  const [first, last] = [rows[0], rows[rows.length - 1]];
  const at = (time: number) => `at t = ${Number(time.toFixed(3))} s`;
  const before = rows.length > 1 ? ` (${percent(first.overlapShare ?? 0)} ${at(first.time)})` : '';
  return `bodies still overlap: ${percent(last.overlapShare ?? 0)} of their volume lies in other volume ${at(last.time)}${before}; they may need more frames to come apart`;
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/**
 * Returns a function of the time [s]: the square root of the kinetic energy [J] above which bodies have more than any fall or overlap gives them.
 */
function boundOfSpeed(
  { density, gravity, dropSpeed }: SimulationParameters,
  { bodies, models, materials }: World,
): (time: number) => number {
  const mass = bodies.reduce((sum, { model, material }) => {
    const volumes = models[model].vertexVolumes;
    return sum + (materials[material].density ?? density) * volumes.reduce((all, volume) => all + volume, 0);
  }, 0);
  const size = Math.max(...models.map(({ mesh }) => longestExtent(mesh.positions)));
  return (time) =>
    Math.sqrt(mass / 2) * (MOST_SIZES * size + MOST_FALLS * (Math.abs(gravity) * time + Math.abs(dropSpeed)));
}

/** Returns the length of the box around points, along its longest side [m]. */
function longestExtent(positions: Float32Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((coordinate, i) => {
    low[i % 3] = Math.min(low[i % 3], coordinate);
    high[i % 3] = Math.max(high[i % 3], coordinate);
  });
  return Math.max(...high.map((most, k) => most - low[k]));
}

/** Names the parameter that would help. A smaller time step is none where bodies overlap: how fast they part doesn't depend on it. */
function remedyOf(
  {
    overlaps,
    pierces,
    isCrushed,
  }: { readonly overlaps: boolean; readonly pierces: boolean; readonly isCrushed: boolean },
  hasMet: boolean,
  parameters: SimulationParameters,
  world: World,
): string {
  const { mode, contacts, crossedEdges, depenetrationSpeed, integrator, material, recovery } = parameters;
  if (hasMet && depenetrationSpeed > 0 && (isCrushed || !overlaps))
    return recovery === 'regions'
      ? `depenetrationSpeed=0 lets the depth decide how fast bodies part, not ${depenetrationSpeed} m/s`
      : `try a depenetrationSpeed below ${depenetrationSpeed} m/s`;
  if (overlaps) return overlapRemedy(parameters, world);
  if (pierces && mode === 'dcd') return 'mode=hybrid also finds edges before they cross';
  if (pierces && crossedEdges === 'stay') return 'crossedEdges=part also parts edges that cross';
  if (pierces && contacts === 'end-of-step' && integrator === 'xpbd') return 'try contacts=in-the-loop';
  const hasSprings = material === 'mass-spring' || world.bodies.some(({ kind }) => kind === 'mass-spring');
  if (isCrushed && hasSprings && world.dimension === 3) return "material=neo-hookean keeps volumes, springs don't";
  return `try a smaller timeStep, or more ${integrator === 'xpbd' ? 'iterations' : 'newtonIterations'}`;
}
