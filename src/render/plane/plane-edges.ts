import { AIR_STRIDE } from '../../mesh/air/air-mesh.ts';
import { NONE } from '../../mesh/topology.ts';
import type { World } from '../../simulation/world/world.ts';

/** Edges of a world in the plane that are drawn as lines: both ends of each, as world ids. */
export interface PlaneEdges {
  /** Outlines of bodies with triangles. */
  readonly outlines: Uint32Array;
  /** Edges of ropes, one list per rope. */
  readonly ropes: readonly { readonly body: number; readonly edges: Uint32Array }[];
  /** The border: ropes that a script holds, and outer edges of the air that no body has. */
  readonly border: Uint32Array;
}

/** Lists the edges of a world in the plane that are drawn as lines. */
export function planeEdges(world: World): PlaneEdges {
  const { bodies, models, drivers } = world;
  const held = new Set(drivers.flatMap(({ vertices }) => [...vertices]));
  const outlines: number[] = [];
  const ropes: { body: number; edges: Uint32Array }[] = [];
  const border: number[] = [];
  bodies.forEach(({ model, vertexBase }, body) => {
    const { edges, edgeFaces, faceCount } = models[model].topology;
    const own = edges.map((v) => v + vertexBase);
    if (faceCount > 0) outlines.push(...own.filter((_, i) => edgeFaces.subarray(i & ~1, (i & ~1) + 2).includes(NONE)));
    else if (own.every((v) => held.has(v))) border.push(...own);
    else ropes.push({ body, edges: own });
  });
  border.push(...outerEdges(world));
  return { outlines: Uint32Array.from(outlines), ropes, border: Uint32Array.from(border) };
}

/** Returns both ends of each edge that one element of air has alone, and no body has. Flips never change them. */
function outerEdges({ air: { elements }, bodies, models, vertexCount }: World): number[] {
  const keyOf = (a: number, b: number) => Math.min(a, b) * vertexCount + Math.max(a, b);
  const once = new Map<number, readonly [number, number]>();
  const shared = new Set<number>();
  for (const { model, vertexBase } of bodies) {
    const { edges } = models[model].topology;
    for (let i = 0; i < edges.length; i += 2) shared.add(keyOf(vertexBase + edges[i], vertexBase + edges[i + 1]));
  }
  for (let at = 0; at < elements.length; at += AIR_STRIDE)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [elements[at + k], elements[at + ((k + 1) % 3)]];
      const key = keyOf(a, b);
      if (once.delete(key)) shared.add(key);
      else if (!shared.has(key)) once.set(key, [a, b]);
    }
  return [...once.values()].flat();
}
