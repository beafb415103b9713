import { PARAMETERS } from '../parameters.ts';
import type { Collider, Placement } from '../world/world.ts';
import type { Motion } from './motion.ts';
import type { RandomForces, Script, Switch } from './script.ts';

/** An axis counts as a unit vector if its squared length differs from 1 by less than this. Axes rounded to float32 must pass. */
const AXIS_TOLERANCE = 1e-5;

/**
 * Checks that a script is valid and fits a scene's placements and colliders.
 * @throws Error that says what was found and what was expected
 */
export function checkScript(
  { drivers = [], colliders = [], switches = [], forces }: Script,
  placements: readonly Placement[],
  sceneColliders: readonly Collider[],
): void {
  // Per placement: the index of the driver of each driven vertex.
  const driverOf = placements.map(() => new Map<number, number>());
  drivers.forEach(({ body, vertices, motion, until = 0 }, i) => {
    const name = `Driver ${i}`;
    checkIndex(`${name} moves body`, body, placements.length);
    if (Number.isNaN(until)) throw new Error(`${name} has until = NaN, expected a time [s]`);
    for (const vertex of vertices) {
      const known = driverOf[body].get(vertex);
      const count = placements[body].positions.length / 3;
      if (vertex >= count) throw new Error(`${name} moves vertex ${vertex}, expected ids below ${count}`);
      // A vertex must not have two target positions: on the GPU, either thread could write last.
      if (known === i) throw new Error(`${name} moves vertex ${vertex} of body ${body} twice, expected each once`);
      if (known !== undefined)
        throw new Error(
          `Drivers ${known} and ${i} move vertex ${vertex} of body ${body}, expected one driver per vertex`,
        );
      driverOf[body].set(vertex, i);
    }
    checkMotion(name, motion);
  });
  const moving = new Set<number>();
  colliders.forEach(({ collider, motion }, i) => {
    const name = `Moving collider ${i}`;
    checkIndex(`${name} moves collider`, collider, sceneColliders.length);
    if (moving.has(collider)) throw new Error(`Collider ${collider} has two motions, expected one`);
    moving.add(collider);
    checkMotion(name, motion);
  });
  switches.forEach(checkSwitch);
  if (forces) checkForces(forces);
}

/** Checks that an index is from 0 to count - 1. @param statement beginning of the error message, which ends with the index */
function checkIndex(statement: string, index: number, count: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new Error(`${statement} ${index}, expected an index below ${count}`);
}

/** Checks a scripted rigid motion. @param name subject of error messages, such as 'Driver 0' */
function checkMotion(name: string, { times, turns, axis = [0, 1, 0], centre = [0, 0, 0], shifts }: Motion): void {
  if (times.length === 0) throw new Error(`${name} has no times, expected at least one`);
  times.forEach((time, k) => {
    if (!Number.isFinite(time)) throw new Error(`${name} has the time ${time}, expected seconds`);
    if (time < times[k - 1])
      throw new Error(`${name} has the time ${time} after the time ${times[k - 1]}, expected ascending times`);
  });
  for (const [kind, values] of Object.entries({ turns, shifts })) {
    if (!values) continue;
    if (values.length !== times.length)
      throw new Error(`${name} has ${values.length} ${kind}, expected one for each of its ${times.length} times`);
    if (!values.flat().every(Number.isFinite)) throw new Error(`${name} has ${kind} ${values}, expected numbers`);
  }
  if (!centre.every(Number.isFinite)) throw new Error(`${name} turns about the point ${centre}, expected numbers`);
  const squared = axis.reduce((sum, x) => sum + x * x, 0);
  if (!(Math.abs(squared - 1) < AXIS_TOLERANCE))
    throw new Error(`${name} turns about the axis ${axis} of length ${Math.sqrt(squared)}, expected a unit vector`);
}

function checkForces({ from, until, period, acceleration }: RandomForces): void {
  for (const [name, value] of Object.entries({ from, until, period, acceleration }))
    if (!Number.isFinite(value)) throw new Error(`Random forces have ${name} = ${value}, expected a number`);
  if (!(period > 0)) throw new Error(`Random forces last for periods of ${period} s, expected more than 0`);
}

/** Checks a switch (a scripted change of parameters). Parameters that take effect only when a scene is built can't change while it runs. */
function checkSwitch({ time, parameters }: Switch, i: number): void {
  if (!Number.isFinite(time)) throw new Error(`Switch ${i} has the time ${time}, expected seconds`);
  for (const name of Object.keys(parameters)) {
    const definition = Object.hasOwn(PARAMETERS, name) && PARAMETERS[name as keyof typeof parameters];
    if (!definition) throw new Error(`Switch ${i} sets '${name}', expected a parameter`);
    if (definition.onReset)
      throw new Error(`Switch ${i} sets '${name}', expected a parameter that can change while a scene runs`);
  }
}
