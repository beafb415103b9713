import { describe, expect, test } from 'vitest';
import { type NumberParameter, PARAMETERS } from '../../../../src/simulation/parameters.ts';
import { quantityInWords } from '../../../../src/ui/panel/quantity.ts';
import { readQuantity } from '../../../../src/ui/panel/read-quantity.ts';

const TIME_STEP = PARAMETERS.timeStep as NumberParameter;
const MODULUS = PARAMETERS.youngsModulus as NumberParameter;
const DENSITY = PARAMETERS.density as NumberParameter;
const ITERATIONS = PARAMETERS.iterations as NumberParameter;
const FRICTION = PARAMETERS.staticFriction as NumberParameter;

test.each([
  [3.3e-3, 's', '3.3 ms'],
  [2e5, 'Pa', '200 kPa'],
  [1e-5, 'm/N', '10 µm/N'],
  [9.81, 'm/s^2', '9.81 m/s²'],
  [0.5, 'm/s^2', '0.5 m/s²'],
  [1060, 'kg/m^3', '1060 kg/m³'],
  [0, 'Pa', '0 Pa'],
  [-0.02, 'm', '-20 mm'],
  // Rounding comes before the choice of the prefix.
  [999.99, 'Pa', '1 kPa'],
  [1e-9, 's', '0.001 µs'],
  [1e12, 'Pa', '1000 GPa'],
  [0.3, '', '0.3'],
  [1.1e-3 / 3, 's', '366.7 µs'],
])('%d %s is shown as %s', (value, unit, text) => {
  expect(quantityInWords(value, unit)).toBe(text);
});

describe('a text is read', () => {
  const read = (text: string, definition: NumberParameter, present = definition.default) =>
    readQuantity(text, definition, 'The value', present);

  test.each([
    ['5 ms', TIME_STEP, 5e-3],
    ['5ms', TIME_STEP, 5e-3],
    ['0.005 s', TIME_STEP, 5e-3],
    ['500 µs', TIME_STEP, 5e-4],
    ['500 us', TIME_STEP, 5e-4],
    ['10 µs', TIME_STEP, 1e-5],
    ['5 MS', TIME_STEP, undefined],
    ['1 MPa', MODULUS, 1e6],
    ['20 KPA', MODULUS, 2e4],
    ['20 mpa', MODULUS, undefined],
    ['2e5', MODULUS, 2e5],
    ['1.06 g/cm³', DENSITY, 1060],
    ['930 kg/m3', DENSITY, 930],
    ['30 %', FRICTION, 0.3],
    ['+.5', FRICTION, 0.5],
    ['12', ITERATIONS, 12],
  ])('%s', (text, definition, value) => {
    const reading = read(text, definition);
    if (value === undefined) expect(reading.value).toBeUndefined();
    else expect(reading.value).toBeCloseTo(value, 12);
    expect(reading).not.toHaveProperty('correction');
  });

  test.each([
    // In s, since 0.005 ms would be too short; in ms, since 5 s would be too long.
    ['0.005', TIME_STEP, 5e-3],
    ['5', TIME_STEP, 5e-3],
    // In kPa, which is shown; in Pa, since 3e5 kPa would be 1500 times the present value.
    ['300', MODULUS, 3e5],
    ['300000', MODULUS, 3e5],
  ])('without a unit as the value nearer to the present one: %s', (text, definition, value) => {
    expect(read(text, definition).value).toBeCloseTo(value, 12);
  });

  test('and clamped, with a message that says what was found and what is allowed', () => {
    expect(read('5 s', TIME_STEP)).toEqual({
      value: 0.02,
      correction: 'The value: 5 s is too large, so it is 20 ms now; allowed is 10 µs to 20 ms.',
    });
    expect(read('-3', FRICTION)).toMatchObject({ value: 0, correction: expect.stringContaining('-3 is too small') });
    expect(read('2.6', ITERATIONS)).toMatchObject({ value: 3, correction: expect.stringContaining('no whole number') });
  });

  test('or refused, with a message that gives an example', () => {
    expect(read('fast', TIME_STEP)).toEqual({
      value: undefined,
      refusal: 'The value: “fast” is no number. Write 3.3 ms, for example; allowed is 10 µs to 20 ms.',
    });
    expect(read('3 Pa', TIME_STEP)).toMatchObject({
      refusal: expect.stringMatching(/has the unit Pa; expected s, as in/),
    });
    expect(read('3,3 ms', TIME_STEP).value).toBeUndefined();
    expect(read('3 s', FRICTION)).toMatchObject({
      refusal: expect.stringContaining('expected a number without a unit'),
    });
    expect(read('', MODULUS).value).toBeUndefined();
  });
});
