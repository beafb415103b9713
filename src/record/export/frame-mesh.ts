import type { Field, WrittenMesh } from '../../formats/write/written-mesh.ts';
import { hasVolume } from '../../mesh/topology.ts';
import { writeField } from '../../simulation/view/fields.ts';
import { vertexEnd, type World } from '../../simulation/world/world.ts';
import type { FrameSample } from './frame-sample.ts';

/** The elements of all bodies of a world: tetrahedra, and triangles of the bodies without any. All ids are the world's. */
export interface WorldElements extends Pick<WrittenMesh, 'tets' | 'triangles'> {
  /** Body of each vertex, and of each element: tetrahedra, then triangles. A body's number is its index in the scene's list. */
  readonly bodyOfVertex: Uint32Array;
  readonly bodyOfElement: Uint32Array;
}

/** Lists the elements of a world. */
export function elementsOf(world: World): WorldElements {
  const tets: number[] = [];
  const triangles: number[] = [];
  const tetBodies: number[] = [];
  const triangleBodies: number[] = [];
  const bodyOfVertex = new Uint32Array(world.vertexCount);
  world.bodies.forEach(({ model, vertexBase, placement }, i) => {
    const { topology } = world.models[model];
    bodyOfVertex.fill(placement, vertexBase, vertexEnd(world, i));
    for (const v of topology.tets) tets.push(vertexBase + v);
    for (let t = 0; t < topology.tetCount; t++) tetBodies.push(placement);
    if (hasVolume(topology)) return;
    for (const v of topology.faces) triangles.push(vertexBase + v);
    for (let f = 0; f < topology.faceCount; f++) triangleBodies.push(placement);
  });
  return {
    tets: Uint32Array.from(tets),
    triangles: Uint32Array.from(triangles),
    bodyOfVertex,
    bodyOfElement: Uint32Array.from([...tetBodies, ...triangleBodies]),
  };
}

/**
 * Returns the fields of a frame: per vertex the penetration depth [m], von Mises stress [Pa] of the Kirchhoff stress (simulation/view/fields.ts; NaN in
 * bodies that have none), velocity [m/s] and number of contacts, the last two if they are known, and the body; per element the body.
 */
export function fieldsOf(world: World, elements: WorldElements, sample: FrameSample): Field[] {
  const { depths, velocities, contacts, parameters } = sample;
  const stresses = new Float32Array(world.vertexCount);
  writeField(stresses, 'stress', world, { ...sample, velocities }, parameters);
  const points = (name: string, values: Field['values'], components = 1): Field => ({
    name,
    over: 'points',
    components,
    values,
  });
  return [
    points('depth', depths),
    points('stress', stresses),
    ...(velocities ? [points('velocity', velocities, 3)] : []),
    ...(contacts ? [points('contacts', contacts)] : []),
    points('body', elements.bodyOfVertex),
    { name: 'body', over: 'cells', components: 1, values: elements.bodyOfElement },
  ];
}
