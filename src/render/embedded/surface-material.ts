import { DoubleSide, FrontSide, MeshStandardNodeMaterial, type Node, type NodeMaterial } from 'three/webgpu';
import { attribute, float, mix, normalMap, texture, uv, vec2, vec3 } from 'three/tsl';
import type { SurfaceMaterial } from '../../mesh/drawn-surface.ts';
import { setUpSkin, type Shape, tint, tinted } from '../skin.ts';
import { reflectance, reflected, STUDIO } from '../studio.ts';
import type { SurfaceTextures } from './surface-textures.ts';

/** Share of light that smooth matter other than metal reflects at a grazing angle. */
const GRAZING = 0.6;
/** The studio's mean light, which rough matter reflects. */
const MEAN_LIGHT = vec3(0.65, 0.66, 0.69);

/**
 * Creates the material of a part of a surface, in which penetrating skin is blue as on other bodies. The light that it reflects is that
 * of the studio, since there is no environment to look up.
 * @param hasColours whether the geometry has the attribute `bodyColour`, which is multiplied with the material's colour
 */
export function surfaceMaterial(
  look: SurfaceMaterial,
  { textures }: Pick<SurfaceTextures, 'textures'>,
  hasColours: boolean,
  shape: Shape,
): NodeMaterial {
  const material = new MeshStandardNodeMaterial();
  setUpSkin(material, shape);
  material.side = look.doubleSided ? DoubleSide : FrontSide;
  const colourMap = look.colourTexture && textures.get(look.colourTexture);
  const normals = look.normalTexture && textures.get(look.normalTexture);
  const texel = colourMap && texture(colourMap, uv());
  let colour: Node<'vec3'> = vec3(...look.colour);
  if (texel) colour = colour.mul(texel.rgb);
  if (hasColours) colour = colour.mul(attribute<'vec3'>('bodyColour', 'vec3'));
  const blue = tint(shape);
  const base = tinted(colour, blue);
  // Blue parts look matt and opaque, whatever is below.
  const metalness = mix(float(look.metalness), float(0), blue);
  const roughness = mix(float(look.roughness), float(1), blue);
  material.colorNode = base;
  material.metalnessNode = metalness;
  material.roughnessNode = roughness;
  // The green of a normal texture points up (glTF), but texture coordinates run down.
  if (normals) material.normalNode = normalMap(texture(normals, uv()), vec2(1, -1));
  const light = mix(reflected(STUDIO), MEAN_LIGHT, roughness);
  const share = reflectance(GRAZING).mul(roughness.oneMinus());
  material.emissiveNode = light.mul(mix(vec3(share), base, metalness));
  if (look.opacity < 1) {
    material.transparent = true;
    const opacity = texel ? texel.a.mul(look.opacity) : float(look.opacity);
    material.opacityNode = mix(opacity, float(1), blue);
  }
  return material;
}
