import * as angle from '../../math/angle.ts';
import { AIR_STRIDE } from '../../mesh/air/air-mesh.ts';
import { AIR_COLOURS } from '../../mesh/air/colour-elements.ts';
import { BOUNDARY, NONE } from '../../mesh/topology.ts';
import {
  FOLD_MARGIN,
  FEASIBLE_TOLERANCE,
  LEAST_SLOPE,
  POINT_ROUNDING,
  MAX_SLIDES,
  TRAVERSAL_LIMITS,
} from '../../simulation/path/limits.ts';
import { INVERTED_QUALITY, TETRAHEDRON_SCALE, TRIANGLE_SCALE } from '../../mesh/air/quality-scales.ts';
import { AIR_TALLY } from '../../simulation/constraints/air/arrays.ts';
import { DIGIT_BITS, CURVE_AXIS_BITS, SORT_ROUNDS } from '../../simulation/detect/rebuild-passes.ts';
import { SUBTREE_LEVELS } from '../../simulation/detect/level-dispatches.ts';
import { LEAST_SQUARES } from '../../simulation/constraints/areas/solve-areas.ts';
import { TRIANGLE_MULTIPLIERS } from '../../simulation/constraints/cloth/tables.ts';
import { SOLVES_ITERATION } from '../../simulation/constraints/elastic/passes.ts';
import { CARRY_SHARE, GRAB_DAMPING } from '../../simulation/constraints/grabs/grabs.ts';
import { MIN_VOLUME_SHARE } from '../../simulation/constraints/pressure/gas.ts';
import { LEAST_OWN_WEIGHT, LEAST_SHARED_WEIGHT } from '../../simulation/contacts/paths/contact-sides.ts';
import { COARSE_FACES, LEAST_DIP } from '../../simulation/contacts/ccd/crossed-edges.ts';
import { FREEDOM, GUARD, LOOK, PUSH_PAIR, ROUND, TANGLE } from '../../simulation/contacts/guarantee/arrays.ts';
import { HOLD, SETTLE } from '../../simulation/contacts/guarantee/kernels.ts';
import {
  KEPT_BY_PUSHES,
  KEPT_GAP,
  KEPT_SHARE,
  PUSH_UNIT,
  RAISED_TO,
  LEAST_SHARE,
  VOLUME_FLOOR,
} from '../../simulation/contacts/guarantee/limits.ts';
import { SHALLOW_SPEED } from '../../simulation/contacts/regions/parting.ts';
import { LEAST_COSINE } from '../../simulation/contacts/regions/tables.ts';
import { MOST_AT_ONCE } from '../../simulation/detect/deep-pairs.ts';
import { WATCH_INTERVAL, WATCH_STEPS } from '../../simulation/detect/watch.ts';
import { LEAST_FREE_SHARE } from '../../simulation/contacts/projection/free-share.ts';
import { MOST_UNITS } from '../../simulation/diagnostics/overlap.ts';
import { VOLUME_SHARE_UNIT } from '../../simulation/diagnostics/tables.ts';
import { MAX_COORDINATE } from '../../simulation/diagnostics/stages.ts';
import { MOST_RESIDUAL } from '../../simulation/integrators/implicit-euler/motion.ts';
import { OPENING } from '../../simulation/integrators/implicit-euler/contact-terms.ts';
import { HESSIAN_LENGTH, MOST_STRAIN_SQUARED } from '../../simulation/integrators/implicit-euler/element.ts';
import { LEAST_EIGENVALUE } from '../../simulation/integrators/implicit-euler/element-hessian.ts';
import {
  ADDS_TO_PRODUCT,
  LEAST_REFERENCE,
  LINEAR_ONLY,
  CONTACT_TERM,
  GAS_TERM,
  LINEAR,
  LIST,
  STEP_LENGTHS,
  SUFFICIENT_DECREASE,
  VECTORS,
  SUMS,
  WORDS,
} from '../../simulation/integrators/implicit-euler/words.ts';
import { LEAST_INERTIA, TOUCHING_SHARE } from '../../simulation/integrators/xpbd/moments.ts';
import { STABLE_SPREAD } from '../../simulation/constraints/neo-hookean-xpbd/softening.ts';
import { TINY } from '../../simulation/constraints/neo-hookean/solve-tets.ts';
import { CAPACITY, CONTACT_BLOCK, PLACES_PER_EDGE } from '../../simulation/capacities.ts';
import { INDIRECT, LARGEST_WORKGROUP, WORKGROUP_SIZE } from '../../simulation/program/pass.ts';
import { CONTACT_VERTICES, recordLayout } from '../../simulation/tables/records.ts';
import { ELEMENTS } from '../../simulation/world/material.ts';
import * as state from '../../simulation/state.ts';
import { MATERIAL } from '../memory/material-table.ts';
import { BODY, MODEL, WORLD } from '../memory/topology-records.ts';

export { INDIRECT, WORKGROUP_SIZE };

/** Words per slot of the buffer `indirect`. */
export const INDIRECT_STRIDE = 4;

/**
 * Path queries whose lists overflow in shortest-path.wgsl are answered again by shortest-path-large.wgsl. It has PATH_SLOTS threads, each
 * with a list of up to REACHED_CAPACITY reached elements in a storage buffer. (A ray through a body of a million elements passes some
 * hundred elements.) All lists together take 1 MiB.
 */
export const PATH_SLOTS = 256;
export const REACHED_CAPACITY = 1024;

/**
 * Maximum number of inverted elements per body that path queries test. If a body has more, its paths are searched as if an inverted element
 * covered every query point: correct, but slower. Each query reads the whole list, 16 bytes per element.
 */
export const INVERTED_CAPACITY = 1024;

/**
 * Maximum number of branched edges per body that culling tests. (Around a branched edge, elements wind more than once. Such edges are
 * rarer than inverted elements.) If a body has more, nothing is culled in it.
 */
export const BRANCHED_CAPACITY = 256;

/**
 * Number of vertices and edges that a query remembers as unreachable, so that it doesn't try them again. (A vertex may be the closest
 * point of all faces around it, about six.)
 */
export const REJECTED = 8;

/**
 * Maximum number of cells that one flood can reach. (The path method `flood` searches from cell to cell of a body.) Each thread has the
 * list of reached cells in its private memory. The maximum is a quarter more than the largest number observed (docs/method.md, Limits).
 */
export const FLOOD_CELLS = 128;

/**
 * Relative safety margin against rounding. Bounding spheres are enlarged, and distances to them reduced, by this share. The margin is some
 * ten times the error of WGSL's sqrt and length, which is a few 1e-7.
 */
export const BALL_SLACK = 1e-5;

/** Stack size of a tree traversal: one entry per level of the tree, which suffices for fewer than 2^32 leaves. */
export const TREE_STACK = 32;

/** Converts a name to snake case: positionsT0 -> positions_t0. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const constantCase = (name: string): string => snakeCase(name).toUpperCase();

/** Declares one WGSL constant of type u32 per value, named `PREFIX_NAME`. */
export const integerConstants = (prefix: string, values: Readonly<Record<string, number>>): string[] =>
  Object.entries(values).map(([name, value]) => `const ${prefix}_${constantCase(name)} = ${value}u;`);
/** Declares WGSL constants as abstract floats (no suffix f), so that a product of several constants is rounded to float32 only once. */
const floatConstants = (values: Readonly<Record<string, number>>): string[] =>
  Object.entries(values).map(([name, value]) => `const ${name} = ${value.toExponential()};`);

/** A finite number that is larger than any coordinate, because WGSL has no literal for infinity. */
const LARGEST = 3.4e38;

/** WGSL constants that precede the code of every kernel, so that no number is written twice. */
export const WGSL_CONSTANTS = [
  `override WORKGROUP_SIZE: u32 = ${WORKGROUP_SIZE};`,
  `const LARGEST_WORKGROUP = ${LARGEST_WORKGROUP}u;`,
  `const SUBTREE_LEVELS = ${SUBTREE_LEVELS}u;`,
  `const CURVE_AXIS_BITS = ${CURVE_AXIS_BITS}u;`,
  `const DIGIT_BITS = ${DIGIT_BITS}u;`,
  `const SORT_ROUNDS = ${SORT_ROUNDS}u;`,
  `const SOLVES_ITERATION = ${SOLVES_ITERATION}u;`,
  ...integerConstants('WORLD', recordLayout(WORLD)),
  ...integerConstants('BODY', recordLayout(BODY)),
  ...integerConstants('MODEL', recordLayout(MODEL)),
  ...integerConstants('MATERIAL', recordLayout(MATERIAL)),
  ...integerConstants('COUNTER', state.COUNTERS),
  `const COUNTER_COUNT = ${state.COUNTER_COUNT}u;`,
  ...integerConstants('CAPACITY', CAPACITY),
  ...integerConstants('CCD_FLAG', state.CCD_FLAG),
  ...integerConstants('GUARD', GUARD),
  ...integerConstants('FREEDOM', FREEDOM),
  ...integerConstants('ROUND', ROUND),
  ...integerConstants('TANGLE', TANGLE),
  ...integerConstants('LOOK', LOOK),
  `const PUSH_PAIR = ${PUSH_PAIR}u;`,
  ...integerConstants('SETTLE', SETTLE),
  ...integerConstants('HOLD', HOLD),
  ...integerConstants('CONTACT_KIND', state.CONTACT_KINDS),
  ...integerConstants('CONTAINMENT', state.CONTAINMENT),
  ...integerConstants('POINT_CLASS', state.POINT_CLASS),
  ...integerConstants('INDIRECT', INDIRECT),
  ...integerConstants('ELEMENTS', ELEMENTS),
  ...integerConstants('LINEAR', LINEAR),
  ...integerConstants('CONTACT_TERM', CONTACT_TERM),
  ...integerConstants('GAS_TERM', GAS_TERM),
  ...integerConstants('VECTOR', VECTORS),
  ...integerConstants('LIST', LIST),
  ...integerConstants('WORDS', WORDS),
  ...integerConstants('SUMS', SUMS),
  ...integerConstants('AIR_TALLY', AIR_TALLY),
  `const AIR_STRIDE = ${AIR_STRIDE}u;`,
  `const AIR_COLOURS = ${AIR_COLOURS}u;`,
  `const ADDS_TO_PRODUCT = ${ADDS_TO_PRODUCT}u;`,
  `const LINEAR_ONLY = ${LINEAR_ONLY}u;`,
  `const CONTACT_VERTICES = ${CONTACT_VERTICES}u;`,
  `const CLOTH_TRIANGLE_MULTIPLIERS = ${TRIANGLE_MULTIPLIERS}u;`,
  `const HESSIAN_LENGTH = ${HESSIAN_LENGTH}u;`,
  `const STEP_LENGTHS = ${STEP_LENGTHS}u;`,
  `const INDIRECT_STRIDE = ${INDIRECT_STRIDE}u;`,
  `const NONE = ${NONE}u;`,
  `const BOUNDARY = ${BOUNDARY}u;`,
  `const IN_FIELD = ${state.IN_FIELD}u;`,
  `const PATH_OVERFLOW = ${state.PATH_OVERFLOW}u;`,
  `const VOLUME_SHARE_UNIT = ${VOLUME_SHARE_UNIT};`,
  `const MOST_UNITS = ${MOST_UNITS}u;`,
  `const DIRECTED = ${state.DIRECTED}u;`,
  `const WATCH_INTERVAL = ${WATCH_INTERVAL}u;`,
  `const WATCH_STEPS = ${WATCH_STEPS}u;`,
  `const MOST_AT_ONCE = ${MOST_AT_ONCE}u;`,
  `const COARSE_FACES = ${COARSE_FACES}u;`,
  `const PLACES_PER_EDGE = ${PLACES_PER_EDGE}u;`,
  `const CONTACT_BLOCK = ${CONTACT_BLOCK}u;`,
  ...integerConstants('TRAVERSAL', { ...TRAVERSAL_LIMITS }),
  `const MAX_SLIDES = ${MAX_SLIDES}u;`,
  `const REJECTED = ${REJECTED}u;`,
  `const PATH_SLOTS = ${PATH_SLOTS}u;`,
  `const REACHED_CAPACITY = ${REACHED_CAPACITY}u;`,
  `const FLOOD_CELLS = ${FLOOD_CELLS}u;`,
  `const TREE_STACK = ${TREE_STACK}u;`,
  ...integerConstants('PATHS', state.PATHS),
  `const SUM_CHUNK = ${state.SUM_CHUNK}u;`,
  `const INSIDE_MARGIN = f32(${state.INSIDE_MARGIN});`,
  `const DEEP_SHARE = f32(${state.DEEP_SHARE});`,
  ...floatConstants({
    BALL_SLACK,
    KEPT_SHARE,
    KEPT_GAP,
    KEPT_BY_PUSHES,
    PUSH_UNIT,
    RAISED_TO,
    LEAST_SHARE,
    VOLUME_FLOOR,
    SHALLOW_SPEED,
    LEAST_COSINE,
    LEAST_DIP,
    FEASIBLE_TOLERANCE,
    FOLD_MARGIN,
    LEAST_EIGENVALUE,
    SUFFICIENT_DECREASE,
    OPENING,
    LEAST_REFERENCE,
    MOST_RESIDUAL,
    LEAST_OWN_WEIGHT,
    LEAST_SLOPE,
    LEAST_SQUARES,
    INVERTED_QUALITY,
    TRIANGLE_SCALE,
    TETRAHEDRON_SCALE,
    LEAST_SHARED_WEIGHT,
    LEAST_FREE_SHARE,
    LEAST_INERTIA,
    TOUCHING_SHARE,
    MIN_VOLUME_SHARE,
    GRAB_DAMPING,
    CARRY_SHARE,
    TWO_PI: 2 * Math.PI,
    MOST_STRAIN_SQUARED,
    STABLE_SPREAD,
    TINY,
    POINT_ROUNDING,
    LARGEST,
    ATAN_0: angle.ATAN_0,
    ATAN_1: angle.ATAN_1,
    ATAN_2: angle.ATAN_2,
    ATAN_3: angle.ATAN_3,
    ATAN_4: angle.ATAN_4,
    ATAN_5: angle.ATAN_5,
    ATAN_6: angle.ATAN_6,
    ATAN_7: angle.ATAN_7,
  }),
  `const MAX_COORDINATE_BITS = ${new Uint32Array(Float32Array.of(MAX_COORDINATE).buffer)[0]}u;`,
].join('\n');
