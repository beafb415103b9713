import type { SimulationParameters } from '../parameters.ts';

/** Parameters that a body's own material may override. */
export const MATERIAL_NAMES = [
  'material',
  'youngsModulus',
  'poissonRatio',
  'springStiffness',
  'areaStiffness',
  'bendingStiffness',
  'materialDamping',
  'density',
  'staticFriction',
  'dynamicFriction',
] as const satisfies readonly (keyof SimulationParameters)[];

/** Material of a body; names and units are those of the parameters. `material` selects the constraints that hold the body together. */
export type Material = Pick<SimulationParameters, (typeof MATERIAL_NAMES)[number]>;
export type MaterialKind = Material['material'];
/** Kind of constraints that hold a body together. A cloth has its own, whatever the materials say. */
export type BodyKind = MaterialKind | 'cloth';
/** Material parameters that a body overrides; for all others the scene's current values apply. */
export type OwnMaterial = Readonly<Partial<Material>>;

/** Which elements make a body elastic, as kernels know it: those of the scene's material, or its own. */
export const ELEMENTS = { asScene: 0, tetrahedra: 1, springs: 2, cloth: 3 } as const;

/** Returns which elements make a body elastic. @param kind of the body's own material, if it has one, or of a cloth */
export function elementsOf({ kind }: { readonly kind?: BodyKind | undefined }): number {
  if (kind === undefined) return ELEMENTS.asScene;
  if (kind === 'cloth') return ELEMENTS.cloth;
  return kind === 'mass-spring' ? ELEMENTS.springs : ELEMENTS.tetrahedra;
}

/** Returns true if two materials override the same parameters with the same values. */
const equals = (a: OwnMaterial, b: OwnMaterial): boolean => MATERIAL_NAMES.every((name) => a[name] === b[name]);

/**
 * Lists the distinct materials of bodies. The first entry overrides nothing: it stands for the scene's material.
 * @returns the list, and the index of each body's material in the list
 */
export function listMaterials(own: readonly (OwnMaterial | undefined)[]): {
  materials: readonly OwnMaterial[];
  indices: readonly number[];
} {
  const materials: OwnMaterial[] = [{}];
  const indices = own.map((material = {}) => {
    const known = materials.findIndex((other) => equals(material, other));
    return known >= 0 ? known : materials.push(material) - 1;
  });
  return { materials, indices };
}

/**
 * Returns all parameters of one of World.materials. Parameters that the material doesn't override have the scene's values.
 * @param index of the material in World.materials; 0 is the scene's material
 * @param parameters the scene's parameters
 * @param to receives the result and is returned. With index 0 it isn't used: the function returns `parameters` itself
 */
export function materialAt(
  materials: readonly OwnMaterial[],
  index: number,
  parameters: Material,
  to: Material,
): Readonly<Material> {
  if (index === 0) return parameters;
  const own = materials[index];
  to.material = own.material ?? parameters.material;
  to.youngsModulus = own.youngsModulus ?? parameters.youngsModulus;
  to.poissonRatio = own.poissonRatio ?? parameters.poissonRatio;
  to.springStiffness = own.springStiffness ?? parameters.springStiffness;
  to.areaStiffness = own.areaStiffness ?? parameters.areaStiffness;
  to.bendingStiffness = own.bendingStiffness ?? parameters.bendingStiffness;
  to.materialDamping = own.materialDamping ?? parameters.materialDamping;
  to.density = own.density ?? parameters.density;
  to.staticFriction = own.staticFriction ?? parameters.staticFriction;
  to.dynamicFriction = own.dynamicFriction ?? parameters.dynamicFriction;
  return to;
}

/** Makes a material object for materialAt to write into. Its numbers start as fractions, so that V8 stores them as unboxed doubles. */
export const blankMaterial = (): Material => ({
  material: 'neo-hookean',
  youngsModulus: 0.5,
  poissonRatio: 0.5,
  springStiffness: 0.5,
  areaStiffness: 0.5,
  bendingStiffness: 0.5,
  materialDamping: 0.5,
  density: 0.5,
  staticFriction: 0.5,
  dynamicFriction: 0.5,
});

/** Maximum number of distinct materials of a world: a contact stores two material indices in one word. */
export const MAX_MATERIALS = 2 ** 16;

/** Packs the material indices of a contact's two bodies into one word. The word is 0 if both bodies have the scene's material. */
export const pairOfMaterials = (a: number, b: number): number => (a | (b << 16)) >>> 0;
export const firstOfPair = (pair: number): number => pair & 0xffff;
export const secondOfPair = (pair: number): number => pair >>> 16;
