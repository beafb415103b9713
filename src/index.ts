/**
 * Entry of the library. It exports everything that a program needs to simulate bodies, and to query intersections and shortest paths to
 * the boundary. Importing it has no side effects and needs neither a DOM nor Node. Lengths are in metres, times in seconds, masses in
 * kilograms. docs/library.md has an example.
 */

// Meshes: 4 vertices per tetrahedron, positively oriented.
export type { TetMesh } from './mesh/tet-mesh.ts';
export { cuboid, type CuboidModel, type CuboidOptions } from './mesh/model/cuboid.ts';
export { stuff } from './mesh/tetrahedralise/isosurface-stuffing.ts';

// Files of meshes: read, checked, and written. docs/formats.md lists the formats.
export type { Shift } from './formats/far-mesh.ts';
export { MeshFileError, type FileMesh } from './formats/file-mesh.ts';
export type { GivenFile } from './formats/given-file.ts';
export { readTets, TET_FORMATS } from './formats/read-tets.ts';
export { type SoundTets, soundTets } from './formats/sound-tets.ts';
export { writeTets, WRITTEN_TET_FORMATS } from './formats/write-tets.ts';
export type { WrittenMesh } from './formats/write/written-mesh.ts';
export type { DrawnSurface, EmbeddedSurface } from './mesh/drawn-surface.ts';

// Bodies, and the world that contains them.
export { type BodyOptions, createBody } from './engine/shape.ts';
export { type BodyDefinition, type DeviceOwner, World, type WorldBody, type WorldOptions } from './engine/world.ts';
export type { RunningWorkers, WorkerChoice } from './engine/workers.ts';
export { createCloth } from './simulation/world/create-cloth.ts';
export { createPlanarModel } from './simulation/world/create-sheet.ts';
export { createModel } from './simulation/world/create-model.ts';
export { createPoints, createRope, type RopeOptions } from './simulation/world/create-rope.ts';
export { createSheet } from './simulation/world/create-sheet.ts';
export type { SurfaceMesh } from './mesh/surface-mesh.ts';
export type { TriMesh } from './mesh/triangles/tri-topology.ts';
export type { OwnMaterial } from './simulation/world/material.ts';
export type { Model } from './simulation/world/model.ts';
export { createWorld } from './simulation/world/create-world.ts';
export type { Body, Bowl, Collider, Placement, Plane, Skin, World as WorldData } from './simulation/world/world.ts';
export type { Script } from './simulation/script/script.ts';
export {
  defaultParameters,
  type ParameterDefinition,
  PARAMETERS,
  type SimulationParameters,
} from './simulation/parameters.ts';

// Backends that run the steps: the calling thread, a pool of workers, or a GPU.
export {
  type BackendOptions,
  type GpuChoice,
  openBackend,
  type OpenPool,
  type WorkerOptions,
} from './engine/open-backend.ts';
export { onThisThread } from './engine/inline-pool.ts';
export { largestBuffer, requestDevice } from './engine/open-backend.ts';
export type { Grab } from './simulation/constraints/grabs/hand.ts';
export { type Backend, DeviceLostError, WorkLostError } from './simulation/backend.ts';
export type { Pass } from './simulation/program/pass.ts';
export type { Program } from './simulation/program/program.ts';
export { MAX_WORKERS, type Pool } from './simulation/program/pool.ts';
export { canShareMemory } from './workers/start-worker.ts';
export { startWorkerBrowser } from './workers/start-worker.ts';
export { startWorkerNode } from './workers/start-worker.ts';
export { type WatchdogOptions, watchdogFor } from './workers/watch.ts';
export type { KernelMemory, WithoutSimd } from './workers/simd.ts';
export type { WorkerHandle } from './workers/start-worker.ts';

// Steps and frames.
export {
  BrokenStateError,
  type FrameOptions,
  type RecordedInput,
  Simulator,
  type StepOutcome,
} from './simulation/simulator.ts';
export type { FrameRow } from './simulation/statistics.ts';
export { COUNTERS, MAX_GRABS, type State } from './simulation/state.ts';

// Queries: points inside bodies, and their shortest paths to the boundary.
export { containedVertices, contains, type ContainedPoint, type ContainedVertex } from './engine/contains.ts';
export { type PathOptions, type PathQuery, type ShortestPath, shortestPaths } from './engine/shortest-paths.ts';
export type { PlacedWorld, Shape, Vector } from './engine/shape.ts';
export type { PathMethod } from './simulation/path/tables.ts';

// A pose free of overlap near one that overlaps.
export {
  type OverlapPlace,
  type PoseFigures,
  resolve,
  type Resolved,
  type ResolveOptions,
} from './engine/resolve/resolve.ts';
export type { Overlap } from './engine/resolve/overlap.ts';
