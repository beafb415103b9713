import type { Field } from '../../simulation/view/fields.ts';

/** A field that bodies are coloured by. */
export interface ColourBy {
  readonly field: Field;
  /** Top of the range of colours, in the field's unit; undefined follows the values. */
  readonly top: number | undefined;
}

/** Names, units and explanations of a field on the page. */
export interface FieldInWords {
  readonly title: string;
  /** Unit in which values are shown, and the factor from the field's own unit to it. */
  readonly unit: string;
  readonly factor: number;
  /** Smallest top of the range that follows the values, in the field's own unit. Without it, rounding errors would be coloured. */
  readonly leastTop: number;
  readonly meaning: string;
  /** Says why a body has no value. */
  readonly without: string;
}

/** All fields, in the order of the panel's list. */
export const FIELDS: Readonly<Record<Field, FieldInWords>> = {
  depth: {
    title: 'Penetration depth',
    unit: 'm',
    factor: 1,
    leastTop: 1e-3,
    meaning: 'The length of the shortest path from a vertex out of the body that it lies in; 0 outside.',
    without: '',
  },
  stress: {
    title: 'Von Mises stress',
    unit: 'Pa',
    factor: 1,
    leastTop: 10,
    meaning: 'How strongly the material is sheared (Kirchhoff stress), as the mean of the elements around a vertex.',
    without: 'Springs have no stress.',
  },
  strain: {
    title: 'Strain',
    unit: '%',
    factor: 100,
    leastTop: 0.01,
    meaning: 'The largest principal stretch minus 1, as the mean of the elements around a vertex.',
    without: 'Skins without elements have no strain.',
  },
  speed: {
    title: 'Speed',
    unit: 'm/s',
    factor: 1,
    leastTop: 0.01,
    meaning: 'How fast a vertex moves.',
    without: 'Earlier frames are kept without their speeds.',
  },
};
