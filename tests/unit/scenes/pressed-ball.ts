import type { Scene } from '../../../src/scenes/scene.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { countPiercingEdges } from '../../../src/simulation/diagnostics/pierce.ts';
import { initialState } from '../../../src/simulation/initial-state.ts';
import { defaultParameters, PARAMETERS } from '../../../src/simulation/parameters.ts';
import { colliderWords } from '../../../src/simulation/script/scripted.ts';
import { COLLIDER } from '../../../src/simulation/state.ts';
import { contextWith, refitAll } from '../../fixtures/detection.ts';

/** Builds a scene of one ball between two plates, with functions for tests. */
export function pressedBall(scene: Scene, size: number) {
  const build = scene.build(size);
  const parameters = { ...defaultParameters(), ...scene.parameters };
  for (const [name, value] of Object.entries(scene.parameters)) {
    const definition = PARAMETERS[name as keyof typeof PARAMETERS];
    if (definition.kind === 'choice' ? !definition.options.includes(String(value)) : outside(definition, value))
      throw new RangeError(`${scene.name}: ${name} is ${value}`);
  }
  const { world, positions } = createWorld(build.placements, build.colliders, parameters, build.script);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  refitAll(contextWith({ world, state }));
  /** Total number of the scene's steps, with the steps per frame that switches set. */
  const steps = () => {
    let [count, perFrame] = [0, parameters.stepsPerFrame];
    for (let frame = 0; frame < scene.frames; frame++)
      for (let step = 0; step < perFrame; step++, count++)
        for (const { time, parameters: changed } of build.script?.switches ?? [])
          if (time <= (count + 0.5) * parameters.timeStep && step === 0) perFrame = changed.stepsPerFrame ?? perFrame;
    return count;
  };
  return {
    build,
    parameters,
    world,
    piercing: countPiercingEdges(world, state),
    steps,
    duration: () => steps() * parameters.timeStep,
    /** Distance between the plates at a time [m]. */
    between: (time: number) => {
      const words = colliderWords(world, time);
      return -words[COLLIDER.offset] - words[COLLIDER.stride + COLLIDER.offset];
    },
    /** Least distance of the starting vertices from the plates at a time [m]. */
    least: (time: number) => {
      const words = colliderWords(world, time);
      let least = Number.POSITIVE_INFINITY;
      for (const at of [0, COLLIDER.stride])
        for (let i = 0; i < positions.length; i += 3) {
          const along = words[at] * positions[i] + words[at + 1] * positions[i + 1] + words[at + 2] * positions[i + 2];
          least = Math.min(least, along - words[at + COLLIDER.offset]);
        }
      return least;
    },
  };
}

const outside = (definition: object, value: unknown): boolean =>
  'min' in definition &&
  'max' in definition &&
  !(Number(value) >= Number(definition.min) && Number(value) <= Number(definition.max));
