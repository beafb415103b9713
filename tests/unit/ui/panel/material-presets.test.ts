import { describe, expect, test } from 'vitest';
import { defaultParameters, PARAMETERS } from '../../../../src/simulation/parameters.ts';
import { MATERIAL_PRESETS, presetOf } from '../../../../src/ui/panel/material-presets.ts';

describe.each(MATERIAL_PRESETS)('$title', ({ title, parameters }) => {
  test('has values that the parameters allow, and friction that rubs more at rest', () => {
    for (const [name, value] of Object.entries(parameters)) {
      const definition = PARAMETERS[name as keyof typeof parameters];
      if (!('min' in definition)) continue;
      expect(value, name).toBeGreaterThanOrEqual(definition.min);
      expect(value, name).toBeLessThanOrEqual(definition.max);
    }
    expect(parameters.staticFriction).toBeGreaterThanOrEqual(parameters.dynamicFriction!);
  });

  test('is recognised by its values, until one of them is changed', () => {
    const made = { ...defaultParameters(), ...parameters };
    expect(presetOf(made)?.title).toBe(title);
    expect(presetOf({ ...made, density: made.density + 1 })).toBeUndefined();
    expect(presetOf({ ...made, gravity: 0 })?.title).toBe(title);
  });
});

test('the default material is no preset', () => expect(presetOf(defaultParameters())).toBeUndefined());
