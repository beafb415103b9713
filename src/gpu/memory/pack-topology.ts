import { cellOf } from '../../simulation/contacts/regions/parting.ts';
import { orderCount } from '../../simulation/detect/rebuild-passes.ts';
import { nodeCount, type TreeLayout } from '../../bvh/tree.ts';
import { elementIncidence } from '../../simulation/integrators/implicit-euler/incidence.ts';
import { elementsOf } from '../../simulation/world/material.ts';
import { type Model, springColours } from '../../simulation/world/model.ts';
import { recordLayout, type ScalarFields } from '../../simulation/tables/records.ts';
import type { World } from '../../simulation/world/world.ts';
import { pathDataLayout, wordInBuffer } from './buffer-layout.ts';
import { BODY, MODEL, packRecord, type RecordValues, WORLD } from './topology-records.ts';

/** A world's constant data in one array of words, for the buffer `topology`. */
export interface PackedTopology {
  /** Contents of the buffer `topology`. */
  readonly words: Uint32Array;
  /** Per model: the word at which its record starts. Kernels call this word `model`. */
  readonly models: readonly number[];
}

/** An array of words that grows. */
class Packer {
  words = new Uint32Array(1024);
  length = 0;

  /** Appends an array's bits. @returns the word at which the array starts */
  add(values: Uint32Array | Float32Array): number {
    const start = this.length;
    this.length += values.length;
    if (this.length > this.words.length) {
      const larger = new Uint32Array(Math.max(this.length, 2 * this.words.length));
      larger.set(this.words.subarray(0, start));
      this.words = larger;
    }
    this.words.set(new Uint32Array(values.buffer, values.byteOffset, values.length), start);
    return start;
  }

  /** Writes a record at a word. */
  record<F extends ScalarFields>(at: number, fields: F, values: RecordValues<F>): void {
    this.words.set(new Uint32Array(packRecord(fields, values)), at);
  }
}

const packedTopologies = new WeakMap<World, PackedTopology>();

/** Packs the world's constant data into one array, as shaders/shared/topology.wgsl reads it. Each world is packed only once. */
export function packTopology(world: World): PackedTopology {
  const topology = packedTopologies.get(world) ?? packWorld(world);
  packedTopologies.set(world, topology);
  return topology;
}

function packWorld(world: World): PackedTopology {
  const packer = new Packer();
  const firstBody = recordLayout(WORLD).stride;
  const bodyStride = recordLayout(BODY).stride;
  packer.add(new Uint32Array(firstBody + world.bodies.length * bodyStride));
  const needsIncidence = world.arrayLengths.elementForces > 0;
  const models = world.models.map((model) => packModel(packer, model, needsIncidence));
  const forests = firstNodes(world);
  const pathData = pathDataLayout(world);
  packer.record(0, WORLD, {
    bodyCount: world.bodies.length,
    bodyNodes: forests.bodyNodes,
    bodyOrder: world.tetCount + world.faceCount,
    bodyLevels: world.bodyTree.levels,
    pointVertices: packer.add(world.points.vertices),
    pointBodies: packer.add(world.points.bodies),
    firstInner: world.points.firstInner,
    firstCentroid: world.points.firstCentroid,
    firstEdge: world.points.firstEdge,
    reached: pathData.reached,
    sweptBodyNodes: nodes(world.faceTrees) + nodes(world.edgeTrees),
    orderCount: orderCount(world),
    deepUntil: world.points.count,
    deepFound: world.points.count + world.arrayLengths.deepUntil,
    deepPairs: world.points.count + 2 * world.arrayLengths.deepUntil,
    guard: wordInBuffer(world, 'guard', 'guard'),
    tangles: wordInBuffer(world, 'tangles', 'guard'),
    looks: wordInBuffer(world, 'looks', 'guard'),
    cuts: wordInBuffer(world, 'cuts', 'guard'),
    wasCut: wordInBuffer(world, 'wasCut', 'guard'),
    heldWith: wordInBuffer(world, 'heldWith', 'guard'),
    returns: wordInBuffer(world, 'returns', 'guard'),
    pushCounts: wordInBuffer(world, 'pushCounts', 'guard'),
    pushSums: wordInBuffer(world, 'pushSums', 'guard'),
  });
  world.bodies.forEach((body, i) => {
    const tets = world.tetTrees[i];
    const faces = world.faceTrees[i];
    const edges = world.edgeTrees[i];
    packer.record(firstBody + i * bodyStride, BODY, {
      ...body,
      model: models[body.model],
      elements: elementsOf(body),
      foldedEdges: body.edgeBase,
      foldedVertices: world.edgeCount + body.surfaceBase,
      inverted: pathData.inverted[i].first,
      invertedCapacity: pathData.inverted[i].capacity,
      branched: pathData.branched[i].first,
      branchedCapacity: pathData.branched[i].capacity,
      patchBalls: body.patchBase,
      sideBalls: world.patchCount + body.sideBase,
      tetNodes: tets.nodeBase,
      tetOrder: tets.orderBase,
      tetLevels: tets.levels,
      faceNodes: forests.faceNodes + faces.nodeBase,
      faceOrder: world.tetCount + faces.orderBase,
      faceLevels: faces.levels,
      sweptFaceNodes: faces.nodeBase,
      edgeNodes: nodes(world.faceTrees) + edges.nodeBase,
      edgeOrder: world.tetCount + world.faceCount + world.bodies.length + edges.orderBase,
      edgeLevels: edges.levels,
    });
  });
  return { words: packer.words.slice(0, packer.length), models };
}

/** Returns the number of nodes of all trees of a forest. */
const nodes = (trees: readonly TreeLayout[]): number => trees.reduce((sum, tree) => sum + nodeCount(tree), 0);

/** Returns the first nodes of the face trees and of the body tree in the buffer `boxes`. The tetrahedra's trees start at node 0. */
function firstNodes({ tetTrees, faceTrees }: World): { faceNodes: number; bodyNodes: number } {
  const faceNodes = nodes(tetTrees);
  return { faceNodes, bodyNodes: faceNodes + nodes(faceTrees) };
}

function packModel(packer: Packer, model: Model, needsIncidence: boolean): number {
  const { topology, firstFaces, cells, springs, elasticTets, areas, cloth, thickness, volume } = model;
  const incidence = needsIncidence ? elementIncidence(model) : undefined;
  const addIncidence = (values: Uint32Array | undefined) => (values ? packer.add(values) : 0);
  const start = packer.add(new Uint32Array(recordLayout(MODEL).stride));
  packer.record(start, MODEL, {
    tetCount: topology.tetCount,
    faceCount: topology.faceCount,
    edgeCount: topology.edgeCount,
    springCount: springs.restLengths.length,
    elasticCount: elasticTets.restVolumes.length,
    areaCount: areas.restAreas.length,
    triangleCount: cloth.restVolumes.length,
    hingeCount: cloth.restAngles.length,
    thickness,
    volume,
    cell: cellOf(model),
    edgeLength: model.edgeLength,
    tets: packer.add(topology.tets),
    neighbours: packer.add(topology.neighbours),
    faces: packer.add(topology.faces),
    faceTets: packer.add(topology.faceTets),
    faceEdges: packer.add(topology.faceEdges),
    edges: packer.add(topology.edges),
    edgeFaces: packer.add(topology.edgeFaces),
    surfaceVertices: packer.add(topology.surfaceVertices),
    surfaceIndices: packer.add(topology.surfaceIndices),
    vertexFaceOffsets: packer.add(topology.vertexFaceOffsets),
    vertexFaces: packer.add(topology.vertexFaces),
    vertexTetOffsets: packer.add(topology.vertexTetOffsets),
    vertexTets: packer.add(topology.vertexTets),
    firstFaces: packer.add(firstFaces),
    cellOf: packer.add(cells.cellOf),
    patchOffsets: packer.add(cells.patchOffsets),
    patchFaceOffsets: packer.add(cells.faceOffsets),
    patchFaces: packer.add(cells.faces),
    patchVertexOffsets: packer.add(cells.patchVertexOffsets),
    patchVertices: packer.add(cells.patchVertices),
    sideOffsets: packer.add(cells.sideOffsets),
    sideBorders: packer.add(cells.sideBorders),
    neighbourCells: packer.add(cells.neighbourCells),
    borderOffsets: packer.add(cells.borderOffsets),
    borderVertices: packer.add(cells.borderVertices),
    springVertices: packer.add(columns(springs.vertices, 2)),
    springRestLengths: packer.add(springs.restLengths),
    springColours: packer.add(springColours(model)),
    springColourCount: springColours(model).length - 1,
    elasticVertices: packer.add(columns(elasticTets.vertices, 4)),
    elasticRestMetrics: packer.add(columns(elasticTets.restMetrics, 6)),
    elasticVolumes: packer.add(elasticTets.restVolumes),
    elasticColours: packer.add(elasticTets.colourOffsets),
    elasticColourCount: elasticTets.colourOffsets.length - 1,
    areaVertices: packer.add(columns(areas.triangles, 3)),
    restAreas: packer.add(areas.restAreas),
    triangleVertices: packer.add(columns(cloth.triangles, 3)),
    triangleRestInverses: packer.add(columns(cloth.restInverses, 3)),
    triangleVolumes: packer.add(cloth.restVolumes),
    hingeVertices: packer.add(columns(cloth.hinges, 4)),
    hingeRestAngles: packer.add(cloth.restAngles),
    hingeShapes: packer.add(cloth.hingeShapes),
    clothColours: packer.add(cloth.colourOffsets),
    clothColourCount: cloth.colourOffsets.length - 1,
    incidentTetOffsets: addIncidence(incidence?.tetOffsets),
    incidentTets: addIncidence(incidence?.tets),
    incidentSpringOffsets: addIncidence(incidence?.springOffsets),
    incidentSprings: addIncidence(incidence?.springs),
  });
  return start;
}

/** Transposes rows of `width` numbers to columns, so that neighbouring threads of a kernel read neighbouring words. */
function columns<A extends Uint32Array | Float32Array>(rows: A, width: number): A {
  const out = rows.slice() as A;
  const count = rows.length / width;
  for (let row = 0; row < count; row++)
    for (let column = 0; column < width; column++) out[column * count + row] = rows[row * width + column];
  return out;
}
