/** Units of length that a file of a mesh may be in, and their length [m]. */
export const UNITS = { metres: 1, centimetres: 0.01, millimetres: 0.001, inches: 0.0254 } as const;
export type Unit = keyof typeof UNITS;

/** A guessed unit, and a sentence that says so. */
export interface GuessedUnit {
  /** Its name. */
  readonly unit: Unit;
  /** Length of the unit [m]. */
  readonly scale: number;
  /** Size in the file and the unit, for the person who gave the file. */
  readonly sentence: string;
}

/** A body greater than this is taken for one in a smaller unit [m]: scenes here are a few metres wide. */
const GREATEST = 10;
/** A printed part is seldom smaller than this [mm]; one of a smaller number is taken for one in inches. */
const LEAST_PRINT = 10;
/** Height of a person [cm], in whose unit figures are modelled by animators' programs. */
const PERSON = [140, 210] as const;

/**
 * Guesses the unit of a mesh from the box around it. No file says its unit but glTF, which prescribes metres. STL is the format of
 * printers: millimetres, or inches if the numbers are small. Elsewhere up to 10 are metres; what is as high as a person in centimetres, and
 * higher than wide, is in centimetres; all else is in millimetres.
 * @param sides of the box, in the file's unit, all finite
 * @param format the file's extension without a dot, such as 'stl'
 */
export function guessUnit(sides: readonly [number, number, number], format = ''): GuessedUnit {
  const widest = Math.max(...sides);
  const unit = unitOf(sides, widest, format.toLowerCase());
  const scale = UNITS[unit];
  const metres = format === 'gltf' || format === 'glb' ? 'in metres, as glTF prescribes' : `taken as ${unit}`;
  const converted = unit === 'metres' ? '' : `, so ${digits(scale * widest)} m`;
  return { unit, scale, sentence: `${digits(widest)} wide: ${metres}${converted}.` };
}

function unitOf(sides: readonly number[], widest: number, format: string): Unit {
  if (format === 'gltf' || format === 'glb') return 'metres';
  if (format === 'stl') return widest < LEAST_PRINT ? 'inches' : 'millimetres';
  if (widest <= GREATEST) return 'metres';
  const isUpright = widest === sides[1] || widest === sides[2];
  const isPerson = isUpright && widest >= PERSON[0] && widest <= PERSON[1];
  return isPerson ? 'centimetres' : 'millimetres';
}

/** Three digits, without an exponent and zeros at the end. */
const digits = (x: number): string => (x >= 1000 ? Math.round(x).toString() : Number(x.toPrecision(3)).toString());
