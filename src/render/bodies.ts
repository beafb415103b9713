import {
  AlwaysDepth,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  MeshBasicNodeMaterial,
  MeshStandardNodeMaterial,
  type Node,
  type NodeMaterial,
  type WebGPURenderer,
} from 'three/webgpu';
import { attribute, color, float, mix, smoothstep, sqrt, varying, vec3 } from 'three/tsl';
import { MANTLE_TOP } from '../mesh/model/octopus-shape.ts';
import type { World } from '../simulation/world.ts';
import { paintEyes } from './eyes.ts';
import { bodyColour, INTERSECTION } from './palette.ts';
import { adoptBuffer, releaseBuffer } from './three-internals.ts';

/** The GPU buffers that kernels write and three draws in place. */
export interface DrawnBuffers {
  readonly positions: GPUBuffer;
  readonly normals: GPUBuffer;
  readonly depths: GPUBuffer;
}

/** The same as arrays, uploaded each frame. */
export interface DrawnArrays {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly depths: Float32Array;
}

const DRAWN = ['positions', 'normals', 'depths'] as const;
/** Share of blue at the shallowest penetration: a touch already shows, on every body's colour. */
const LEAST_TINT = 0.65;
/** Share of the thickness at which the tint is full: an arm half buried. */
const FULL_TINT_DEPTH = 0.5;
/** How much of the tint shines through what lies before it: enough to see buried geometry, less than what isn't hidden. */
const GLOW = 0.25;

/** The skin's blue before the light falls on it: so dark that lamps and tone mapping bring it up to the mark's own, not past it. */
const LIT_BLUE = INTERSECTION.clone().multiplyScalar(0.5);

/** Boundary faces of all bodies as one geometry, drawn twice: solid, and the intersecting parts shining through. */
export class BodyMesh {
  readonly solid: Mesh<BufferGeometry, NodeMaterial>;
  readonly glow: Mesh<BufferGeometry, NodeMaterial>;
  private readonly drawn: Record<keyof DrawnArrays, BufferAttribute>;

  /** @param source buffers to draw in place, or none: then `upload` brings the arrays */
  constructor(
    world: World,
    private readonly renderer: WebGPURenderer,
    private readonly source?: { readonly device: GPUDevice; readonly buffers: DrawnBuffers },
  ) {
    const numbers = (size: number) => new BufferAttribute(new Float32Array(size * world.vertexCount), size);
    this.drawn = { positions: numbers(3), normals: numbers(3), depths: numbers(1) };
    if (source) for (const name of DRAWN) adoptBuffer(renderer, this.drawn[name], source.buffers[name]);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.drawn.positions);
    geometry.setAttribute('normal', this.drawn.normals);
    geometry.setAttribute('penetration', this.drawn.depths);
    geometry.setAttribute('bodyColour', new BufferAttribute(bodyColours(world), 3));
    geometry.setAttribute('rest', new BufferAttribute(restPositions(world), 3));
    geometry.setIndex(new BufferAttribute(boundaryIndex(world), 1));
    const thickness = Math.max(...world.models.map((model) => model.thickness));
    this.solid = new Mesh(geometry, skin(thickness, world));
    this.solid.castShadow = true;
    this.solid.receiveShadow = true;
    this.glow = new Mesh(geometry, shine(thickness));
    this.glow.renderOrder = 1;
    // The geometry's bounds are those of the arrays, which know nothing where the GPU moves the bodies.
    for (const mesh of [this.solid, this.glow]) mesh.frustumCulled = false;
  }

  upload(arrays: DrawnArrays): void {
    for (const name of DRAWN) {
      (this.drawn[name].array as Float32Array).set(arrays[name]);
      this.drawn[name].needsUpdate = true;
    }
  }

  /** Lets one see through the skin to the tetrahedra. */
  set isTransparent(is: boolean) {
    const { material } = this.solid;
    if (material.transparent === is) return;
    material.transparent = is;
    material.depthWrite = !is;
    material.opacity = is ? 0.35 : 1;
    material.needsUpdate = true;
  }

  /** Leaves only what a section keeps; then nothing shines through the cut's face. @param mask undefined leaves all */
  cut(mask: Node<'bool'> | undefined): void {
    this.solid.material.maskNode = mask ?? null;
    this.solid.material.needsUpdate = true;
    this.glow.visible = mask === undefined;
  }

  dispose(): void {
    if (this.source) {
      for (const drawn of Object.values(this.drawn)) releaseBuffer(this.renderer, drawn, this.source.device);
    }
    this.solid.geometry.dispose();
    this.solid.material.dispose();
    this.glow.material.dispose();
  }
}

/** 0 outside, from LEAST_TINT at the surface to 1 where an arm is half buried. */
function tint(thickness: number) {
  const depth = attribute<'float'>('penetration', 'float');
  const share = smoothstep(0, FULL_TINT_DEPTH * thickness, depth)
    .mul(1 - LEAST_TINT)
    .add(LEAST_TINT);
  return depth.greaterThan(0).select(share, float(0));
}

/** Wet skin in the body's colour, with eyes where the model is an octopus; blue where it penetrates. */
function skin(thickness: number, world: World): NodeMaterial {
  const material = new MeshStandardNodeMaterial({ roughness: 0.4 });
  material.side = DoubleSide;
  const colour = attribute<'vec3'>('bodyColour', 'vec3');
  const hasEyes = world.models.length === 1 && world.models[0].name === 'octopus';
  const painted = hasEyes ? paintEyes(colour, varying(attribute<'vec3'>('rest', 'vec3'))) : colour;
  // Mixed by square roots, as the eye would: in linear light a third of a pale skin turns every blue to lavender.
  const mixed = mix(sqrt(painted), sqrt(vec3(...LIT_BLUE.toArray())), tint(thickness));
  material.colorNode = mixed.mul(mixed);
  // What polygonOffset moves back, the wireframe's lines can lie on.
  material.polygonOffset = true;
  material.polygonOffsetFactor = 1;
  material.polygonOffsetUnits = 1;
  return material;
}

/** What lies inside a body, seen through it. */
function shine(thickness: number): NodeMaterial {
  const material = new MeshBasicNodeMaterial({ transparent: true, depthWrite: false, depthFunc: AlwaysDepth });
  material.colorNode = color(INTERSECTION);
  material.opacityNode = tint(thickness).mul(GLOW);
  return material;
}

/** Writes a number triple for each vertex of each body. */
function eachVertex(world: World, write: (out: Float32Array, body: number, local: number) => void): Float32Array {
  const numbers = new Float32Array(3 * world.vertexCount);
  world.bodies.forEach(({ model, vertexBase }, body) => {
    const { vertexCount } = world.models[model].topology;
    for (let v = 0; v < vertexCount; v++) {
      write(numbers.subarray(3 * (vertexBase + v), 3 * (vertexBase + v) + 3), body, v);
    }
  });
  return numbers;
}

function bodyColours(world: World): Float32Array {
  const colours = world.bodies.map((_, body) => bodyColour(body).toArray());
  return eachVertex(world, (out, body) => out.set(colours[body]));
}

/** Rest positions in the units of the octopus' shape: scenes may scale their models, and eyes grow with them. */
function restPositions(world: World): Float32Array {
  const scales = world.models.map(({ mesh }) => MANTLE_TOP / highest(mesh.positions));
  return eachVertex(world, (out, body, v) => {
    const { model } = world.bodies[body];
    const { positions } = world.models[model].mesh;
    for (let k = 0; k < 3; k++) out[k] = scales[model] * positions[3 * v + k];
  });
}

function highest(positions: Float32Array): number {
  let top = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < positions.length; i += 3) top = Math.max(top, positions[i]);
  return top;
}

/** Vertex ids of all bodies' boundary faces, 3 a face. */
export function boundaryIndex(world: World): Uint32Array {
  const index = new Uint32Array(3 * world.faceCount);
  for (const { model, vertexBase, faceBase } of world.bodies) {
    const { faces } = world.models[model].topology;
    for (let i = 0; i < faces.length; i++) index[3 * faceBase + i] = vertexBase + faces[i];
  }
  return index;
}
