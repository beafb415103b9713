import { BARRIER_WORDS, LINE } from './program/barrier.ts';
import { type CcdScratch, createCcdScratch } from './contacts/ccd/scratch.ts';
import { createDetectScratch, type DetectScratch, type LeafSearch } from './detect/scratch.ts';
import { createPathScratch, type PathScratch } from './path/scratch.ts';
import { createProjectScratch, type ProjectScratch } from './contacts/projection/scratch.ts';
import { Strangers } from './diagnostics/strangers.ts';
import { CANDIDATES } from './contacts/regions/fixed-directions.ts';
import { createGuaranteeScratch, type GuaranteeScratch } from './contacts/guarantee/scratch.ts';
import { createRegionScratch, type RegionScratch } from './contacts/regions/scratch.ts';
import { type AirContactScratch, createAirContactScratch } from './contacts/air/scratch.ts';
import { type AirScratch, createAirScratch } from './constraints/air/scratch.ts';
import { createGrabScratch, type GrabScratch } from './constraints/grabs/scratch.ts';
import { createElasticScratch, type ElasticScratch } from './constraints/elastic/scratch.ts';
import { createImplicitEulerScratch, type ImplicitEulerScratch } from './integrators/implicit-euler/scratch.ts';
import { createMomentScratch, type MomentScratch } from './integrators/xpbd/scratch.ts';

/**
 * Temporary memory of a worker's stages. No stage reads what another stage left there. Each worker makes one Scratch and passes it to its
 * stages in Context.scratch, so that steps allocate nothing and no module holds state. Each folder defines its own part.
 */
export interface Scratch {
  readonly elastic: ElasticScratch;
  readonly moments: MomentScratch;
  readonly implicitEuler: ImplicitEulerScratch;
  readonly detect: DetectScratch;
  readonly ccd: CcdScratch;
  readonly path: PathScratch;
  readonly project: ProjectScratch;
  readonly regions: RegionScratch;
  readonly guarantee: GuaranteeScratch;
  /** Finds elements that overlap another one (diagnostics/overlap.ts). */
  readonly strangers: Strangers;
  /** Result of sumFan (world/vector-area.ts): twice the vector area of the faces around a vertex. */
  readonly fan: Float64Array;
  readonly grabs: GrabScratch;
  readonly air: AirScratch;
  readonly airContacts: AirContactScratch;
  readonly view: ViewScratch;
  readonly loneProgram: LoneProgram;
}

/** One word, viewed as a float32 number and as bits: counters hold the bits of floats. */
export interface ViewScratch {
  readonly float: Float32Array;
  readonly bits: Uint32Array;
}

/** How far a worker has got that runs a program alone, and its clock (run-program.ts). */
export interface LoneProgram {
  /** Laid out as Team.words (run-program.ts), up to, not including, the word NEXT. */
  readonly words: Int32Array;
  /** As Team.since [ms]. */
  readonly since: Float64Array;
}

/** @param search search of trees with SIMD; by default in TypeScript */
export function createScratch(search?: LeafSearch): Scratch {
  const float = new Float32Array(1);
  return {
    elastic: createElasticScratch(),
    moments: createMomentScratch(),
    implicitEuler: createImplicitEulerScratch(),
    detect: createDetectScratch(search),
    ccd: createCcdScratch(),
    path: createPathScratch(),
    project: createProjectScratch(),
    regions: createRegionScratch(CANDIDATES),
    guarantee: createGuaranteeScratch(),
    strangers: new Strangers(),
    fan: new Float64Array(3),
    grabs: createGrabScratch(),
    air: createAirScratch(),
    airContacts: createAirContactScratch(),
    view: { float, bits: new Uint32Array(float.buffer) },
    loneProgram: { words: new Int32Array(BARRIER_WORDS + LINE), since: new Float64Array(1) },
  };
}
