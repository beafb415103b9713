import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import type { Shift } from '../far-mesh.ts';
import { GlbLooks } from './glb-looks.ts';
import { GlbParts } from './glb-parts.ts';
import { ExportError } from './written-mesh.ts';
import { groupsOf } from './written-surface.ts';

/**
 * Most frames of an animated `.glb` file, and most bytes of the positions and normals of all frames. Viewers hold the frames in a texture with a layer per
 * frame, and WebGL 2 promises 256 layers and mostly has 2048; the whole file has to fit into memory.
 */
export const GLB_LIMITS = { frames: 2048, bytes: 2 ** 29 } as const;
/** Bytes per vertex and frame: a position and a normal. */
const BYTES_PER_VERTEX = 24;

/** A surface and where its vertices are in each frame. */
export interface AnimatedSurface {
  readonly name: string;
  readonly surface: DrawnSurface;
  /** 3 numbers per vertex and frame [m]. */
  readonly frames: readonly Float32Array[];
  /** Where the node of the file places the surface [m]; at the origin by default. JSON holds it with all digits of float64. */
  readonly shift?: Shift;
}

/** Checks that an animated `.glb` file has room for so many frames. @throws ExportError */
export function checkGlbSize(frameCount: number, vertexCount: number): void {
  const bytes = frameCount * vertexCount * BYTES_PER_VERTEX;
  if (frameCount <= GLB_LIMITS.frames && bytes <= GLB_LIMITS.bytes) return;
  const most = Math.min(GLB_LIMITS.frames, Math.floor(GLB_LIMITS.bytes / (vertexCount * BYTES_PER_VERTEX)));
  throw new ExportError(
    `An animated .glb file of ${vertexCount} vertices would have ${frameCount} frames; expected at most ${most}, which is ${GLB_LIMITS.bytes / 2 ** 20} MB or ${GLB_LIMITS.frames} frames`,
  );
}

/**
 * Writes a `.glb` file with one node per surface. With more than one frame, each frame after the first is a morph target, and an animation of the targets'
 * weights shows one after the other, with straight ways in between. Axes and units are glTF's: y upwards, metres, seconds.
 * Source: Khronos Group, glTF 2.0 specification, 3.7.2.2 (morph targets), 3.11 (animations).
 * @param times of the frames [s], ascending
 * @throws ExportError if the file would be too large
 */
export function writeAnimatedGlb(surfaces: readonly AnimatedSurface[], times: readonly number[]): Uint8Array {
  checkGlbSize(
    times.length,
    surfaces.reduce((sum, { surface }) => sum + surface.positions.length / 3, 0),
  );
  const parts = new GlbParts();
  const looks = new GlbLooks(parts);
  const meshes = surfaces.map((surface) => meshOf(surface, parts, looks));
  const nodes = surfaces.map(({ name, shift }, mesh) => ({ name, mesh, ...(shift && { translation: shift }) }));
  return parts.toFile({
    asset: { version: '2.0', generator: 'Untangle' },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes,
    meshes,
    ...looks.lists(),
    ...(times.length > 1 && { animations: [animationOf(nodes.length, times, parts)] }),
  });
}

/** Writes a `.glb` file of a surface that stands still. @param shift where its node places it @throws ExportError if the file would be too large */
export const writeGlb = (surface: DrawnSurface, shift?: Shift): Uint8Array =>
  writeAnimatedGlb([{ name: 'surface', surface, frames: [surface.positions], ...(shift && { shift }) }], [0]);

/** Describes a surface's mesh: all its groups share the vertices and the morph targets. */
function meshOf({ name, surface, frames }: AnimatedSurface, parts: GlbParts, looks: GlbLooks): object {
  const { triangles, uvs, colours, materials } = surface;
  const start = frames[0];
  const startNormals = normalsOf(start, triangles);
  const attributes = {
    POSITION: parts.addNumbers(start, 3, 'vertices', true),
    NORMAL: parts.addNumbers(startNormals, 3, 'vertices'),
    ...(uvs && { TEXCOORD_0: parts.addNumbers(uvs, 2, 'vertices') }),
    ...(colours && { COLOR_0: parts.addNumbers(colours, 3, 'vertices') }),
  };
  const targets = frames.slice(1).map((frame) => ({
    POSITION: parts.addNumbers(minus(frame, start), 3, 'vertices', true),
    NORMAL: parts.addNumbers(minus(normalsOf(frame, triangles), startNormals), 3, 'vertices'),
  }));
  return {
    name,
    primitives: groupsOf(surface).map(({ first, count, material }) => ({
      attributes,
      indices: parts.addNumbers(triangles.slice(3 * first, 3 * (first + count)), 1, 'indices'),
      ...(material !== undefined && { material: looks.add(materials[material]) }),
      ...(targets.length > 0 && { targets }),
    })),
    ...(targets.length > 0 && { weights: targets.map(() => 0) }),
  };
}

/** Describes the animation: at each frame's time, the weight of its target is 1 and all others are 0. All nodes share it. */
function animationOf(nodeCount: number, times: readonly number[], parts: GlbParts): object {
  const targetCount = times.length - 1;
  const weights = new Float32Array(times.length * targetCount);
  for (let frame = 1; frame < times.length; frame++) weights[frame * targetCount + frame - 1] = 1;
  return {
    name: 'run',
    samplers: [
      {
        input: parts.addNumbers(Float32Array.from(times), 1, 'animation', true),
        output: parts.addNumbers(weights, 1, 'animation'),
        interpolation: 'LINEAR',
      },
    ],
    channels: Array.from({ length: nodeCount }, (_, node) => ({ sampler: 0, target: { node, path: 'weights' } })),
  };
}

const minus = (a: Float32Array, b: Float32Array): Float32Array => a.map((x, i) => x - b[i]);

/** Returns unit normals of the vertices: means of the triangles around them, weighted by area; (0, 1, 0) where they cancel. */
function normalsOf(positions: Float32Array, triangles: Uint32Array): Float32Array {
  // Squares of float32 may exceed float32.
  const normals = new Float64Array(positions.length);
  const [u, v] = [new Float64Array(3), new Float64Array(3)];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let k = 0; k < 3; k++) {
      u[k] = positions[b + k] - positions[a + k];
      v[k] = positions[c + k] - positions[a + k];
    }
    for (let k = 0; k < 3; k++) {
      const area = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
      for (const corner of [a, b, c]) normals[corner + k] += area;
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    if (length > 0) for (let k = 0; k < 3; k++) normals[i + k] /= length;
    else normals[i + 1] = 1;
  }
  return Float32Array.from(normals);
}
