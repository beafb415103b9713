import { BufferAttribute } from 'three/webgpu';
import type { EmbeddedSurface } from '../../mesh/drawn-surface.ts';
import { type DeformableSurface, deformable } from '../../mesh/embedded-surface.ts';
import type { World } from '../../simulation/world/world.ts';

/** A body's surface, prepared for drawing. Bodies of the same surface and model share it. */
export interface PreparedSurface {
  readonly surface: EmbeddedSurface;
  readonly deformable: DeformableSurface;
  /** Attributes of the geometry that are the same for all bodies: weights, normal, form, uv, and bodyColour if the surface has colours. */
  readonly attributes: Readonly<Record<string, BufferAttribute>>;
}

/** Prepares a surface for drawing bodies of a model. @throws RangeError if the surface doesn't fit the model */
export function prepare(surface: EmbeddedSurface, { models }: World, model: number): PreparedSurface {
  const { mesh, thickness } = models[model];
  const parts = deformable(surface, mesh);
  const { sources, weights, normalsAlongEdges } = parts;
  const form = new Float32Array(3 * sources.length);
  for (let i = 0; i < form.length; i += 3) form[i] = thickness;
  const { uvs, colours } = surface;
  const attributes: Record<string, BufferAttribute> = {
    weights: new BufferAttribute(weights, 4),
    normal: new BufferAttribute(normalsAlongEdges, 3),
    form: new BufferAttribute(form, 3),
    ...(uvs && { uv: new BufferAttribute(gather(uvs, sources, 2), 2) }),
    ...(colours && { bodyColour: new BufferAttribute(gather(colours, sources, 3), 3) }),
  };
  return { surface, deformable: parts, attributes };
}

/** Returns the numbers of the given vertices, `size` per vertex. */
function gather(numbers: Float32Array, vertices: Uint32Array, size: number): Float32Array {
  const gathered = new Float32Array(size * vertices.length);
  for (const [i, vertex] of vertices.entries())
    gathered.set(numbers.subarray(size * vertex, size * (vertex + 1)), size * i);
  return gathered;
}
