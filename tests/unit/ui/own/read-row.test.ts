import { describe, expect, it } from 'vitest';
import { faultOf, readRow, ROWS, scaleRow, unsignedZero } from '../../../../src/ui/own/read-row.ts';

describe('a row of the own scene', () => {
  it.each([
    ['1.2', ROWS.scale, 1.2],
    ['50%', ROWS.scale, 0.5],
    ['90cm', ROWS.length, 0.9],
    ['90', ROWS.length, 90],
    ['-0.25 m', ROWS.length, -0.25],
    ['0', ROWS.length, 0],
    ['-45°', ROWS.angle, -45],
  ])('takes “%s” exactly', (text, definition, value) => {
    expect(readRow(text, definition, 'Row')).toEqual({ value });
  });

  it.each([
    ['0', ROWS.scale, 'Row: “0” is out of range, so nothing has changed; allowed is 0.001 to 1000.'],
    ['-2', ROWS.scale, 'Row: “-2” is out of range, so nothing has changed; allowed is 0.001 to 1000.'],
    ['1e9', ROWS.length, 'Row: “1e9” is out of range, so nothing has changed; allowed is -9 km to 9 km.'],
    ['1,5', ROWS.scale, 'Row: “1,5” has a comma; expected a point, as in 1.5.'],
    ['2 kg', ROWS.length, 'Row: “2 kg” has the unit kg; expected m, as in 0 m.'],
    ['abc', ROWS.angle, 'Row: “abc” is no number. Write 0 °, for example; allowed is -360 ° to 360 °.'],
  ])('refuses “%s”', (text, definition, refusal) => {
    expect(readRow(text, definition, 'Row')).toEqual({ refusal });
  });

  it('keeps a scaled body from a millimetre to a kilometre', () => {
    expect(scaleRow(200)).toMatchObject({ min: 5e-6, max: 5 });
    expect(faultOf(5, scaleRow(200), 'Scale')).toBeUndefined();
    expect(faultOf(0, scaleRow(200), 'Scale')).toContain('Scale: “0” is out of range');
  });

  it('shows no sign before 0', () => {
    const shown = [-1e-15, -0.004, 0, -0.01, -10].map((x) => unsignedZero(x.toFixed(2)));
    expect(shown).toEqual(['0.00', '0.00', '0.00', '-0.01', '-10.00']);
  });
});
