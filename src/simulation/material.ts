import type { SimulationParameters } from './parameters.ts';

/** Parameters that a body may have of its own. */
export const MATERIAL_NAMES = [
  'material',
  'youngsModulus',
  'poissonRatio',
  'springStiffness',
  'materialDamping',
  'density',
  'staticFriction',
  'dynamicFriction',
] as const satisfies readonly (keyof SimulationParameters)[];

/** Material of a body, by the names and in the units of the parameters: `material` says which constraints hold it together. */
export type Material = Pick<SimulationParameters, (typeof MATERIAL_NAMES)[number]>;
export type MaterialKind = Material['material'];
/** A body's own part of its material; the scene's parameters hold for all else, also as they change. */
export type OwnMaterial = Readonly<Partial<Material>>;

/** Whether two bodies say the same. */
const equals = (a: OwnMaterial, b: OwnMaterial): boolean => MATERIAL_NAMES.every((name) => a[name] === b[name]);

/**
 * Lists the different materials of bodies: the first is that of bodies that say nothing, the scene's.
 * @returns the list, and of each body the place in it
 */
export function listMaterials(own: readonly (OwnMaterial | undefined)[]): {
  materials: readonly OwnMaterial[];
  places: readonly number[];
} {
  const materials: OwnMaterial[] = [{}];
  const places = own.map((material = {}) => {
    const known = materials.findIndex((other) => equals(material, other));
    return known >= 0 ? known : materials.push(material) - 1;
  });
  return { materials, places };
}

/**
 * A material as the scene's parameters complete it.
 * @param place in the world's list: the first is the scene's
 * @param to written and returned, but for the scene's, which are the parameters themselves
 */
export function materialAt(
  materials: readonly OwnMaterial[],
  place: number,
  parameters: Material,
  to: Material,
): Readonly<Material> {
  if (place === 0) return parameters;
  const own = materials[place];
  to.material = own.material ?? parameters.material;
  to.youngsModulus = own.youngsModulus ?? parameters.youngsModulus;
  to.poissonRatio = own.poissonRatio ?? parameters.poissonRatio;
  to.springStiffness = own.springStiffness ?? parameters.springStiffness;
  to.materialDamping = own.materialDamping ?? parameters.materialDamping;
  to.density = own.density ?? parameters.density;
  to.staticFriction = own.staticFriction ?? parameters.staticFriction;
  to.dynamicFriction = own.dynamicFriction ?? parameters.dynamicFriction;
  return to;
}

/** A material to write into. Its numbers are fractions, so that V8 keeps them in place from the first on. */
export const blankMaterial = (): Material => ({
  material: 'neo-hookean',
  youngsModulus: 0.5,
  poissonRatio: 0.5,
  springStiffness: 0.5,
  materialDamping: 0.5,
  density: 0.5,
  staticFriction: 0.5,
  dynamicFriction: 0.5,
});

/** The most different materials of a world: a contact keeps two places in one word. */
export const MOST_MATERIALS = 2 ** 16;

/** The word of a contact that says whose materials meet; 0 where both are the scene's. */
export const pairOfMaterials = (a: number, b: number): number => (a | (b << 16)) >>> 0;
export const firstOfPair = (pair: number): number => pair & 0xffff;
export const secondOfPair = (pair: number): number => pair >>> 16;
