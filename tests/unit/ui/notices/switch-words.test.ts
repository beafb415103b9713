import { expect, it } from 'vitest';
import { SCENES } from '../../../../src/scenes/scenes.ts';
import { startParameters } from '../../../../src/scenes/start-parameters.ts';
import { defaultParameters, type SimulationParameters } from '../../../../src/simulation/parameters.ts';
import { parameterNotice, switchInWords } from '../../../../src/ui/notices/switch-words.ts';

/** Notices of all switches of a scene's script, at its small size. */
function toldBy(name: string): string[] {
  const scene = SCENES.find((one) => one.name === name)!;
  const atStart = startParameters(scene, scene.size.small);
  let before: SimulationParameters = atStart;
  return scene.build(scene.size.small).script!.switches!.map((one) => {
    const { text } = switchInWords(one, before, atStart);
    before = { ...before, ...one.parameters };
    return text;
  });
}

it('says what the scenes’ scripts change as a person would', () => {
  expect(toldBy('tangled-ball')).toEqual([
    'Collisions are switched on; slow motion.',
    'The motion has its usual speed again; motion is damped less.',
  ]);
  expect(toldBy('tangled-noodle')[0]).toBe('Collisions are switched on; slow motion.');
  expect(toldBy('twisted-beam-rest-pose')[0]).toMatch(
    /^Points inside a body find their way out by another method: Rest shape/,
  );
});

const told = (before: Partial<SimulationParameters>, changed: Partial<SimulationParameters>) => {
  const start = { ...defaultParameters(), ...before };
  return switchInWords({ time: 1.25, parameters: changed }, start, start).text;
};

it('tells on from off, and what is stronger from what is weaker', () => {
  expect(told({ mode: 'off' }, { mode: 'hybrid' })).toBe('Collisions are switched on.');
  expect(told({ mode: 'ccd' }, { mode: 'off' })).toBe('Collisions are switched off.');
  expect(told({ mode: 'ccd' }, { mode: 'dcd' })).toMatch(/^Collisions are found in another way: /);
  expect(told({}, { flatten: true })).toBe('All is pressed flat.');
  expect(told({ flatten: true }, { flatten: false })).toBe('All is let go again.');
  expect(told({}, { air: 'off' })).toBe('The air mesh is switched off.');
  expect(told({ youngsModulus: 1e5 }, { youngsModulus: 2e5 })).toBe('Bodies are stiffer.');
  expect(told({ youngsModulus: 2e5 }, { youngsModulus: 1e5 })).toBe('Bodies are softer.');
  expect(told({ stepsPerFrame: 2 }, { stepsPerFrame: 4 })).toBe('Faster motion.');
  expect(told({}, { iterations: 30 })).toBe('The scene has changed some of its parameters.');
  expect(told({}, { mode: 'hybrid' })).toBe('The scene has changed some of its parameters.');
});

it('names every changed parameter in the details', () => {
  const changed = { pathMethod: 'rest-shape', youngsModulus: 1e6, culling: false } as const;
  expect(parameterNotice(2, changed)).toBe(
    'At 2.0 s the scene set Path method to Rest shape, Stiffness to 1 MPa, Culling to off.',
  );
});
