import {
  Color,
  DataTexture,
  FloatType,
  MeshBasicNodeMaterial,
  NearestFilter,
  type NodeMaterial,
  RGBAFormat,
  SRGBColorSpace,
} from 'three/webgpu';
import { dot, normalView, ivec2, positionViewDirection, textureLoad, uniform, varying, vec3 } from 'three/tsl';
import { beforeToneMapping } from '../screen/untoned.ts';
import { setUpSkin, type Shape } from '../skin.ts';
import { type Channels, colourAt, NO_VALUE } from './colour-map.ts';

/** Number of colours in the table: more than a screen can tell apart. */
const TABLE_SIZE = 1024;
/** Brightness of skin that is seen edge-on, as a share of skin that faces the camera: enough to show the shape. */
const EDGE_BRIGHTNESS = 0.45;
/** Stands for the value of a vertex that doesn't have one. All fields have greater values. */
export const WITHOUT_VALUE = -1e9;
/** Values below this come from vertices without a value. */
const LEAST_VALUE = WITHOUT_VALUE / 4;

/** Returns the linear colour that tone mapping turns into a colour in sRGB. */
const untoned = ([r, g, b]: Channels): Color => beforeToneMapping(new Color().setRGB(r, g, b, SRGBColorSpace));

/**
 * Paints the skin by a number per vertex, which takes the place of the penetration depth. There is no light but a weak one from the
 * camera, so that a surface that faces the camera has exactly the colour that the legend shows.
 */
export class FieldPaint {
  /** The value that gets the last colour of the map; 0 gets the first one. */
  readonly top = uniform(1);
  private readonly table = colourTable();

  /** Makes the skin's material. @param shape its `depth` is the number to paint */
  material(shape: Shape): NodeMaterial {
    const material = new MeshBasicNodeMaterial();
    setUpSkin(material, shape);
    const value = varying(shape.depth);
    const share = value.div(this.top).clamp(0, 1);
    const painted = textureLoad(
      this.table,
      ivec2(
        share
          .mul(TABLE_SIZE - 1)
          .round()
          .toInt(),
        0,
      ),
    ).rgb;
    const colour = value.lessThan(LEAST_VALUE).select(vec3(...untoned(NO_VALUE).toArray()), painted);
    const facing = dot(normalView, positionViewDirection).abs();
    material.colorNode = colour.mul(facing.mul(1 - EDGE_BRIGHTNESS).add(EDGE_BRIGHTNESS));
    return material;
  }

  dispose(): void {
    this.table.dispose();
  }
}

/** Makes a texture of the map's colours before tone mapping. */
function colourTable(): DataTexture {
  const texels = new Float32Array(4 * TABLE_SIZE);
  for (let i = 0; i < TABLE_SIZE; i++) {
    texels.set([...untoned(colourAt(i / (TABLE_SIZE - 1))).toArray(), 1], 4 * i);
  }
  const table = new DataTexture(texels, TABLE_SIZE, 1, RGBAFormat, FloatType);
  table.minFilter = table.magFilter = NearestFilter;
  table.needsUpdate = true;
  return table;
}
