import { BufferAttribute, BufferGeometry, type Node, type Renderer } from 'three/webgpu';
import { attribute, clamp, dot, Fn, float, max, normalLocal } from 'three/tsl';
import type { World } from '../simulation/world/world.ts';
import { type DrawnArrays, SkinMeshes } from './skin-meshes.ts';
import { restCreases } from './creases.ts';
import { meansAt, refine } from './refine.ts';
import type { EmbeddedSurfaces } from './embedded/embedded-surfaces.ts';
import type { Shape } from './skin.ts';
import { type DeviceBuffers, type Vertices, type VertexSource, vertexSource } from './vertex-source.ts';

/** How far a midpoint may leave the middle of its edge, as a share of the edge's length: enough for an edge that spans a right angle. */
const MAX_RISE = 0.22;
/** Length below which a vector counts as zero. Divisions by a length are divisions by at least this. */
const TINY = 1e-12;

/**
 * The skin, subdivided once on the GPU: each simulated triangle is drawn as four, with a new vertex near the middle of each edge.
 *
 * As on PN triangles (Vlachos, Peters, Boyd and Mitchell, "Curved PN triangles", 2001), the middle of an edge depends only on the positions
 * and normals of the edge's two ends. So a drawn vertex is a pair of ends, which its shader reads and joins. Triangles share the midpoints
 * of their edges, so there are no cracks, and no vertex is computed once per triangle. Fragments cost what they cost without it.
 */
export class SmoothSkin {
  readonly meshes: SkinMeshes;
  private readonly source: VertexSource;

  /**
   * @param plain geometry of the simulated triangles, whose looks (bodyColour, form, rest) are interpolated
   * @param buffers GPU buffers to read in place; if undefined, the caller passes arrays to `upload` in each frame
   * @param surfaces surfaces that some bodies are drawn by; the triangles of these bodies come last (see BodyMesh)
   */
  constructor(
    world: World,
    plain: BufferGeometry,
    renderer: Renderer,
    buffers?: DeviceBuffers,
    surfaces?: EmbeddedSurfaces,
  ) {
    const { ends, index } = refine(world);
    surfaces?.moveBack(index);
    const geometry = new BufferGeometry();
    for (const name of ['bodyColour', 'form', 'rest']) {
      const coarse = plain.attributes[name];
      if (coarse) geometry.setAttribute(name, new BufferAttribute(meansAt(ends, coarse.array as Float32Array), 3));
    }
    // three.js expects attributes of these two names. The shader replaces both, so `position` holds its input, and `normal` any numbers.
    geometry.setAttribute('position', new BufferAttribute(ends, 4));
    geometry.setAttribute('normal', geometry.attributes.form);
    geometry.setIndex(new BufferAttribute(index, 1));
    this.source = vertexSource(world.vertexCount, renderer, buffers);
    this.meshes = new SkinMeshes(geometry, shapeOf(this.source.vertices), world.models.some(restCreases));
  }

  upload(arrays: DrawnArrays): void {
    this.source.upload?.(arrays);
  }

  dispose(): void {
    this.source.dispose();
    this.meshes.dispose();
  }
}

/**
 * Creates the nodes that join the two ends of a drawn vertex. Each end has a circular arc that leaves the edge along the end's tangent
 * plane. The midpoint rises by the harmonic mean of both arcs' heights (van Leer's limiter), or not at all if the arcs lie on different
 * sides. So midpoints of a sphere's or a round bar's edges lie on it, but a joint, whose normals lean, does not dent the edges around it.
 */
function shapeOf({ position, normal, depth }: Vertices): Shape {
  const ends = attribute<'vec4'>('position', 'vec4');
  const [a, b] = [ends.x.toInt(), ends.y.toInt()];
  const [xa, xb] = [position(a), position(b)];
  const [na, nb] = [normal(a), normal(b)];
  const edge = xb.sub(xa).toVar();
  const length = edge.length().toVar();
  const along = edge.div(max(length, TINY)).toVar();
  const riseA = arcRise(dot(along, na).negate().mul(ends.z)).toVar();
  const riseB = arcRise(dot(along, nb).mul(ends.w)).toVar();
  const product = riseA.mul(riseB);
  const limited = product.greaterThan(0).select(product.mul(2).div(riseA.add(riseB)), float(0));
  const rise = clamp(limited, -MAX_RISE, MAX_RISE).mul(length);
  const sum = na.mul(ends.z).add(nb.mul(ends.w)).toVar();
  const up = sum.sub(along.mul(dot(sum, along))).toVar();
  const size = up.length().toVar();
  const direction = size.greaterThan(TINY).select(up.div(size), na).toVar();
  return {
    depth: depth(a).add(depth(b)).mul(0.5),
    position: Fn(() => {
      normalLocal.assign(direction);
      return xa.add(xb).mul(0.5).add(direction.mul(rise));
    })(),
  };
}

/**
 * Returns how high the middle of a chord's circular arc rises above the chord, per length of the chord.
 * @param sine of the angle between chord and arc
 */
const arcRise = (sine: Node<'float'>): Node<'float'> =>
  sine.mul(0.5).div(float(1).add(max(float(1).sub(sine.mul(sine)), 0).sqrt()));
